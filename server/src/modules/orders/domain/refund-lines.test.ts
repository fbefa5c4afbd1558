import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { minorUnits, stepMinor, toDecimal } from '../../../kernel/money.ts';
import {
  type LineRefund,
  refundMoney,
  refundRest,
  refundUnits,
  shareOfLine,
  type SoldLine,
} from './refund-lines.ts';

const lineOf = (facts: Partial<SoldLine> = {}): SoldLine => ({
  isPaidLater: false,
  id: 'line',
  title: 'App',
  quantity: 3,
  dueMinor: 1_000,
  taxMinor: 160,
  returnedQuantity: 0,
  returnedMinor: 0,
  unitsMinor: 0,
  stepMinor: 1,
  ...facts,
});

/** The line after a refund of it. */
const after = (line: SoldLine, { quantity, amountMinor }: LineRefund): SoldLine => ({
  ...line,
  returnedQuantity: line.returnedQuantity + quantity,
  returnedMinor: line.returnedMinor + amountMinor,
});

const sum = (refunds: readonly LineRefund[], of: 'amountMinor' | 'taxMinor' | 'quantity') =>
  refunds.reduce((total, refund) => total + refund[of], 0);

/** A line of each kind of currency: with no, two and three digits. */
const anyLine: fc.Arbitrary<SoldLine> = fc
  .record({
    currency: fc.constantFrom('JPY', 'EUR', 'KWD'),
    quantity: fc.integer({ min: 1, max: 40 }),
    major: fc.integer({ min: 0, max: 9_000_000 }),
    rest: fc.nat({ max: 999 }),
    taxShare: fc.nat({ max: 10_000 }),
  })
  .map(({ currency, quantity, major, rest, taxShare }) => {
    const scale = 10 ** minorUnits(currency);
    const step = stepMinor(currency);
    const dueMinor = major * scale + Math.floor((rest % scale) / step) * step;
    const taxMinor = Number((BigInt(dueMinor) * BigInt(taxShare)) / 10_000n);
    toDecimal(dueMinor, currency);
    return lineOf({ quantity, dueMinor, taxMinor, stepMinor: step });
  });

test('half a cent of tax is rounded up, as in the credit note', () => {
  const taxes = [1, 2, 3].map(
    (taxMinor) => refundMoney([lineOf({ dueMinor: 100, taxMinor })], 50)[0]?.taxMinor,
  );
  assert.deepEqual(taxes, [1, 1, 2]);
});

test('a line that goes back unit by unit adds up to its amount and its tax exactly', () => {
  fc.assert(
    fc.property(anyLine, fc.array(fc.integer({ min: 1, max: 5 })), (line, steps) => {
      const refunds: LineRefund[] = [];
      let current = line;
      for (const step of [...steps, line.quantity]) {
        const quantity = Math.min(step, current.quantity - current.returnedQuantity);
        if (quantity === 0) break;
        const refund = refundUnits(current, quantity);
        const even = (line.dueMinor * quantity) / line.quantity;
        assert.ok(Math.abs(refund.amountMinor - even) < line.stepMinor, 'within one step of its share');
        assert.equal(refund.amountMinor % line.stepMinor, 0, 'an amount that can be refunded');
        assert.ok(refund.taxMinor >= 0 && refund.taxMinor <= refund.amountMinor);
        refunds.push(refund);
        current = after(current, refund);
      }
      assert.equal(sum(refunds, 'amountMinor'), line.dueMinor);
      assert.equal(sum(refunds, 'taxMinor'), line.taxMinor);
    }),
  );
});

test('money, units and the rest of several lines add up, in any order, and never to more than was paid', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 5_000_000 })), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 4 }), steps, (sold, moves) => {
      let lines = sold.map((line, index) => ({ ...line, id: String(index) }));
      const refunds: LineRefund[] = [];
      const apply = (some: readonly LineRefund[]): void => {
        refunds.push(...some);
        lines = lines.map((line) => some.filter(({ lineId }) => lineId === line.id).reduce(after, line));
      };
      for (const [isMoney, size] of moves) {
        const line = lines[size % lines.length] ?? assert.fail();
        if (isMoney) apply(refundMoney(lines, size));
        else if (line.returnedQuantity < line.quantity) apply([refundUnits(line, 1)]);
      }
      apply(refundRest(lines));
      for (const line of sold.map((each, index) => ({ ...each, id: String(index) }))) {
        const own = refunds.filter(({ lineId }) => lineId === line.id);
        assert.ok(own.every(({ amountMinor, taxMinor }) => amountMinor >= 0 && taxMinor >= 0));
        assert.deepEqual(
          [sum(own, 'amountMinor'), sum(own, 'taxMinor'), sum(own, 'quantity')],
          [line.dueMinor, line.taxMinor, line.quantity],
        );
      }
      assert.deepEqual(refundRest(lines), []);
    }),
  );
});

test('money that went back before comes off the last units, and more money than was due is of no line', () => {
  const line = lineOf({ returnedMinor: 500 });
  assert.equal(refundUnits(line, 1).amountMinor, 333);
  assert.equal(refundUnits(line, 3).amountMinor, 500);
  assert.deepEqual(refundMoney([line], 900), [
    { lineId: 'line', quantity: 0, amountMinor: 500, taxMinor: 80 },
  ]);
});

test('a third of 10 KWD goes back in amounts that can be refunded', () => {
  const line = lineOf({ dueMinor: 10_000, taxMinor: 0, stepMinor: 10 });
  const other = lineOf({ id: 'other', dueMinor: 5_000, taxMinor: 0, stepMinor: 10 });
  assert.equal(refundUnits(line, 1).amountMinor, 3_330);
  assert.equal(
    refundUnits(lineOf({ ...line, returnedQuantity: 2, returnedMinor: 6_660 }), 1).amountMinor,
    3_340,
  );
  const shares = refundMoney([line, other], 1_000).map(({ amountMinor }) => amountMinor);
  assert.deepEqual(shares, [670, 330]);
});

test('a share of a line is rounded down to what can be refunded', () => {
  const half = { part: 1, whole: 2 };
  assert.equal(shareOfLine({ dueMinor: 4_901, stepMinor: 1 }, half), 2_450);
  assert.equal(shareOfLine({ dueMinor: 4_900, stepMinor: 100 }, half), 2_400);
});
