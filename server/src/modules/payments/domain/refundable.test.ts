import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { returnedTax } from './refundable.ts';

test('the tax goes back in steps of the provider with each part, and exactly all of it in the end', () => {
  const steps = fc.constantFrom(1, 10, 100);
  const parts = fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 6 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 300 }), parts, check),
  );

  function check(stepMinor: number, price: number, tax: number, amounts: readonly number[]): void {
    const [amountMinor, taxMinor] = [price * stepMinor, tax * stepMinor];
    const details = { taxMinor, taxMode: 'Exclusive' } as const;
    const payment = { status: 'Succeeded', amountMinor, currency: 'EUR', details } as const;
    const back = { refundedMinor: 0, taxMinor: 0 };
    for (const part of [...amounts, amountMinor]) {
      const refundMinor = Math.min(part, amountMinor - back.refundedMinor);
      const share = returnedTax(
        { ...payment, receivedMinor: null, receivedCurrency: null, refundedMinor: back.refundedMinor },
        { amountMinor: refundMinor, returnedTaxMinor: back.taxMinor, stepMinor },
      );
      const isPossible = (refundMinor + share) % stepMinor === 0;
      assert.ok(isPossible || share === 0);
      // The provider refuses it, so it no longer counts.
      if (!isPossible) continue;
      back.refundedMinor += refundMinor;
      back.taxMinor += share;
      assert.ok(
        back.taxMinor * amountMinor <= taxMinor * back.refundedMinor,
        'never more than in proportion',
      );
    }
    assert.deepEqual(back, { refundedMinor: amountMinor, taxMinor });
  }
});

test('no tax goes back with nothing, though a refund at the provider left its share behind', () => {
  const details = { taxMinor: 100, taxMode: 'Exclusive' } as const;
  const payment = { status: 'Succeeded', amountMinor: 1_000, currency: 'EUR', details } as const;
  const share = (amountMinor: number) =>
    returnedTax(
      { ...payment, receivedMinor: null, receivedCurrency: null, refundedMinor: 500 },
      { amountMinor, returnedTaxMinor: 0, stepMinor: 1 },
    );
  assert.deepEqual([share(0), share(500)], [0, 100]);
});
