import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  allocate,
  applyBasisPoints,
  applyFraction,
  fromDecimal,
  isCurrency,
  minorUnits,
  roundToStep,
  stepMinor,
  toDecimal,
} from './money.ts';
import { examples } from '../../test/length.ts';

const currency = fc.constantFrom('JPY', 'EUR', 'KWD', 'CLF');
const exactAmount = fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 });
const safeInteger = fc.maxSafeInteger();

test('currencies have the minor units of ISO 4217, also where other tables differ', () => {
  const expected = { JPY: 0, ISK: 0, UGX: 0, EUR: 2, USD: 2, HUF: 2, KWD: 3, IQD: 3, TND: 3, CLF: 4, UYW: 4 };
  for (const [code, digits] of Object.entries(expected)) assert.equal(minorUnits(code), digits, code);
});

test('amounts that can be paid have no third decimal digit, and in MGA none', () => {
  for (const [code, amountMinor, rounded] of [
    ['EUR', 4_999, 4_999],
    ['JPY', 1, 1],
    ['KWD', 8_491, 8_490],
    ['KWD', 8_495, 8_500],
    ['KWD', -8_495, -8_500],
    ['MGA', 149, 100],
    ['MGA', 150, 200],
  ] as const) {
    assert.equal(roundToStep(amountMinor, code), rounded, `${amountMinor} ${code}`);
    assert.equal(Math.abs(rounded % stepMinor(code)), 0);
  }
});

test('only active currencies in upper case are currencies', () => {
  for (const code of ['EUR', 'XCG', 'SLE', 'VES', 'ZWG']) assert.equal(isCurrency(code), true, code);
  const others = [
    '',
    'eur',
    'EURO',
    'EU',
    'DEM',
    'HRK',
    'BGN',
    'ANG',
    'XAU',
    'XDR',
    'XTS',
    'XXX',
    'toString',
  ];
  for (const code of others) {
    assert.equal(isCurrency(code), false, code);
    assert.throws(() => minorUnits(code), RangeError, code);
  }
});

test('the runtime knows every currency of the table by name, but for units used inside one country', () => {
  const codes = new Set(Intl.supportedValuesOf('currency'));
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const ours = letters
    .flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
    .filter((code) => isCurrency(code));
  const unnamed = ours.filter((code) => !codes.has(code));
  assert.ok(ours.length > 150);
  assert.deepEqual(unnamed, ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED']);
});

test('an amount survives the decimal number that JSON carries', () => {
  fc.assert(
    fc.property(exactAmount, currency, (amountMinor, code) => {
      const wireValue: unknown = JSON.parse(JSON.stringify(toDecimal(amountMinor, code)));
      assert.equal(typeof wireValue, 'number');
      assert.equal(fromDecimal(Number(wireValue), code), amountMinor);
    }),
    {
      examples: [
        [10 ** 15 - 1, 'EUR'],
        [1 - 10 ** 15, 'CLF'],
        [0, 'JPY'],
        [29, 'EUR'],
        [4_035, 'KWD'],
      ],
    },
  );
});

test('a decimal number in JSON never has more digits than its currency', () => {
  fc.assert(
    fc.property(exactAmount, currency, (amountMinor, code) => {
      assert.match(JSON.stringify(toDecimal(amountMinor, code)), decimalWithAtMost(minorUnits(code)));
    }),
  );
});

test('a decimal number that is not an amount of the currency is refused', () => {
  const refused: [number, string][] = [
    [1.005, 'EUR'],
    [0.001, 'EUR'],
    [1e-9, 'EUR'],
    [0.30000000000000004, 'EUR'],
    [0.5, 'JPY'],
    [1.2345, 'KWD'],
    [1.23456, 'CLF'],
    [NaN, 'EUR'],
    [Infinity, 'EUR'],
    [-Infinity, 'JPY'],
    [1e13, 'EUR'],
    [1e15, 'JPY'],
    [Number.MAX_VALUE, 'EUR'],
  ];
  for (const [value, code] of refused) assert.equal(fromDecimal(value, code), undefined, `${value} ${code}`);
  assert.equal(fromDecimal(19.99, 'EUR'), 1_999);
  assert.equal(fromDecimal(-19.9, 'EUR'), -1_990);
  assert.equal(fromDecimal(100, 'JPY'), 100);
  assert.ok(Object.is(fromDecimal(-0, 'EUR'), 0));
  assert.ok(Object.is(toDecimal(-0, 'EUR'), 0));
});

test('an amount that JSON could not carry exactly is never written', () => {
  for (const amountMinor of [0.5, NaN, Infinity, 10 ** 15, -(10 ** 15)]) {
    assert.throws(() => toDecimal(amountMinor, 'EUR'), RangeError, String(amountMinor));
  }
});

test('basis points round half away from zero', () => {
  assert.equal(applyBasisPoints(1_999, 5_000), 1_000);
  assert.equal(applyBasisPoints(-1_999, 5_000), -1_000);
  assert.equal(applyBasisPoints(1_999, -5_000), -1_000);
  assert.equal(applyBasisPoints(1, 4_999), 0);
  assert.equal(applyBasisPoints(1, 5_000), 1);
  assert.equal(applyBasisPoints(1_990, 1_900), 378);
  assert.ok(Object.is(applyBasisPoints(-1, 1), 0));
  assert.ok(Object.is(applyBasisPoints(0, -10_000), 0));
});

test('basis points agree with exact arithmetic on every amount', () => {
  const rate = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(exactAmount, rate, (amountMinor, basisPoints) => {
      const exact = exactShare(amountMinor, basisPoints);
      if (exact > BigInt(Number.MAX_SAFE_INTEGER) || exact < BigInt(Number.MIN_SAFE_INTEGER)) {
        assert.throws(() => applyBasisPoints(amountMinor, basisPoints), RangeError);
      } else {
        assert.equal(applyBasisPoints(amountMinor, basisPoints), Number(exact));
      }
    }),
    examples(2_000),
  );
});

test('basis points of anything but exact whole numbers are refused', () => {
  for (const [amountMinor, basisPoints] of [
    [0.5, 100],
    [100, 0.5],
    [NaN, 100],
    [100, Infinity],
    [2 ** 53, 1],
    [9_999, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER, 10_001],
  ] as const) {
    assert.throws(() => applyBasisPoints(amountMinor, basisPoints), RangeError);
  }
});

test('the parts of a split add up exactly, and none is a whole unit from its exact share', () => {
  const weights = fc.array(fc.nat({ max: Number.MAX_SAFE_INTEGER }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(safeInteger, weights, (totalMinor, weightList) => {
      const parts = allocate(totalMinor, weightList);
      assert.equal(parts.length, weightList.length);
      assert.equal(sum(parts), BigInt(totalMinor));
      const shares = weightList.every((weight) => weight === 0) ? weightList.map(() => 1) : weightList;
      for (const [index, part] of parts.entries()) {
        const scaled = BigInt(part) * sum(shares);
        const distance = scaled - BigInt(totalMinor) * BigInt(shares[index] ?? 0);
        assert.ok(distance < sum(shares) && distance > -sum(shares));
      }
    }),
  );
});

test('a split is the same for a refund as for its payment', () => {
  fc.assert(
    fc.property(safeInteger, fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), (totalMinor, weights) => {
      const opposite = allocate(-totalMinor, weights).map((part) => (part === 0 ? 0 : -part));
      assert.deepEqual(opposite, allocate(totalMinor, weights));
    }),
  );
});

test('the remainder of a split goes to the largest remainders, ties to the lowest index', () => {
  assert.deepEqual(allocate(100, [1, 1, 1]), [34, 33, 33]);
  assert.deepEqual(allocate(101, [1, 1, 1]), [34, 34, 33]);
  assert.deepEqual(allocate(10, [1, 2, 4]), [1, 3, 6]);
  assert.deepEqual(allocate(1, [1, 3]), [0, 1]);
  assert.deepEqual(allocate(5, [0, 1, 0]), [0, 5, 0]);
  assert.deepEqual(allocate(5, [0, 0]), [3, 2]);
  assert.deepEqual(allocate(0, [3, 7]), [0, 0]);
  assert.deepEqual(allocate(0, []), []);
  assert.deepEqual(allocate(-100, [1, 1, 1]), [-34, -33, -33]);
});

test('a split that has no exact answer is refused', () => {
  assert.throws(() => allocate(1, []), RangeError);
  assert.throws(() => allocate(0.5, [1]), RangeError);
  assert.throws(() => allocate(1, [1, -1]), RangeError);
  assert.throws(() => allocate(1, [0.5]), RangeError);
  assert.throws(() => allocate(1, [NaN]), RangeError);
});

function sum(values: readonly number[]): bigint {
  return values.reduce((total, value) => total + BigInt(value), 0n);
}

function exactShare(amountMinor: number, basisPoints: number): bigint {
  const product = BigInt(amountMinor) * BigInt(basisPoints);
  const magnitude = product < 0n ? -product : product;
  const rounded = (2n * magnitude + 10_000n) / 20_000n;
  return product < 0n ? -rounded : rounded;
}

function decimalWithAtMost(digits: number): RegExp {
  return digits === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+(\\.\\d{1,${digits}})?$`);
}

test('a fraction of an amount is rounded half away from zero, also where no product is exact', () => {
  const cases = [
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [1, 1, 3, 0],
    [-1, 1, 3, 0],
    [100, 52, 12, 433],
  ] as const;
  for (const [amount, numerator, denominator, expected] of cases)
    assert.equal(applyFraction(amount, numerator, denominator), expected);
  assert.equal(applyFraction(10 ** 14 - 1, 365, 12), 3_041_666_666_666_636);
  assert.throws(() => applyFraction(10 ** 15 - 1, 365, 12), RangeError, 'too large to be exact');
  assert.throws(() => applyFraction(1, 1, 0), RangeError);
  assert.throws(() => applyFraction(1.5, 1, 2), RangeError);
});

test('a fraction is what the share in basis points is', () => {
  fc.assert(
    fc.property(exactAmount, fc.integer({ min: 0, max: 10_000 }), (amount, points) => {
      assert.equal(applyFraction(amount, points, 10_000), applyBasisPoints(amount, points));
    }),
  );
});
