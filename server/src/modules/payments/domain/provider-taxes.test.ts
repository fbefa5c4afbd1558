import assert from 'node:assert/strict';
import { test } from 'node:test';
import { providerTaxes } from './provider-taxes.ts';

const standard = { basisPoints: 1_900, country: 'DE', reason: 'Standard' } as const;

test('each line has the tax that the provider calculated for its item', () => {
  const taxes = [
    { taxMinor: 190, ...standard },
    { taxMinor: 0, country: 'DE', reason: 'Exempt' },
  ] as const;
  assert.deepEqual(providerTaxes({ taxMinor: 190, taxes }, [1_190, 5_000]), taxes);
});

test('a tax of everything is distributed over the lines, with its rate', () => {
  const taxes = [{ taxMinor: 300, ...standard }] as const;
  assert.deepEqual(providerTaxes({ taxMinor: 300, taxes, billingCountry: 'AT' }, [100, 200]), [
    { taxMinor: 100, ...standard },
    { taxMinor: 200, ...standard },
  ]);
});

test('a provider that reports only an amount has no rate, and the country that the buyer entered', () => {
  assert.deepEqual(providerTaxes({ taxMinor: 10, billingCountry: 'AT' }, [5, 5]), [
    { taxMinor: 5, country: 'AT', reason: 'Provider' },
    { taxMinor: 5, country: 'AT', reason: 'Provider' },
  ]);
  const taxes = [
    { taxMinor: 4, ...standard },
    { taxMinor: 6, ...standard },
  ] as const;
  const shares = providerTaxes({ taxMinor: 10, taxes }, [1, 1, 8]);
  assert.deepEqual(
    shares?.map(({ taxMinor, reason }) => [taxMinor, reason]),
    [
      [1, 'Provider'],
      [1, 'Provider'],
      [8, 'Provider'],
    ],
  );
});

test('without taxes of the provider, and for a free order, there are none', () => {
  assert.equal(providerTaxes({}, [100]), undefined);
  assert.equal(providerTaxes({ taxMinor: 0 }, [0, 0]), undefined);
});
