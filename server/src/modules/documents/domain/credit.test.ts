import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { examples } from '../../../../test/length.ts';
import { creditLines } from './credit.ts';
import type { DocumentLine, LineTax } from './facts.ts';
import { documentNumber, seriesPrefix } from './number.ts';
import { sumOf, sumsByRate } from './sums.ts';

const STANDARD: LineTax = { basisPoints: 1_900, country: 'DE', region: null, reason: 'Standard' };

function aLine(lineId: string, netMinor: number, taxMinor: number): DocumentLine {
  const grossMinor = netMinor + taxMinor;
  return { lineId, title: lineId, quantity: 2, netMinor, taxMinor, grossMinor, tax: STANDARD };
}

const anyLines = fc
  .array(fc.tuple(fc.nat(100_000), fc.nat(20_000)), { minLength: 1, maxLength: 5 })
  .map((amounts) => amounts.map(([net, tax], index) => aLine(`line-${index}`, net, tax)));

test('credit notes for any parts of a sale add up to the sale exactly: each line, its tax and its total', () => {
  fc.assert(
    fc.property(
      anyLines,
      fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { maxLength: 6 }),
      (sold, parts) => {
        const credited: DocumentLine[] = [];
        const rest = () => sumOf(sold).grossMinor + sumOf(credited).grossMinor;
        for (const part of [...parts, 1]) {
          const amountMinor = Math.round(rest() * part);
          if (amountMinor === 0) continue;
          const lines = creditLines(sold, credited, { amountMinor });
          assert.equal(sumOf(lines).grossMinor, -amountMinor);
          for (const line of lines) {
            assert.equal(line.netMinor + line.taxMinor, line.grossMinor);
            assert.ok(line.netMinor <= 0 && line.taxMinor <= 0 && line.grossMinor < 0);
          }
          credited.push(...lines);
        }
        for (const line of sold) {
          const own = sumOf(credited.filter(({ lineId }) => lineId === line.lineId));
          assert.deepEqual(own, negated(line), line.lineId);
        }
      },
    ),
    examples(300),
  );
});

function negated({ netMinor, taxMinor, grossMinor }: DocumentLine) {
  // Not -0.
  return { netMinor: 0 - netMinor, taxMinor: 0 - taxMinor, grossMinor: 0 - grossMinor };
}

test('half a cent of tax is rounded up, away from the seller', () => {
  for (const [taxMinor, expected] of [
    [1, 1],
    [3, 2],
    [2, 1],
  ] as const) {
    const [line] = creditLines([aLine('a', 100 - taxMinor, taxMinor)], [], { amountMinor: 50 });
    assert.equal(line?.taxMinor, -expected, `half of ${taxMinor}`);
  }
});

test('a line that goes back as a whole gives back its whole tax; the units are those that go back', () => {
  const sold = [aLine('a', 4_118, 782), aLine('b', 100, 19)];
  const [line, ...others] = creditLines(sold, [], {
    amountMinor: 4_900,
    lines: [{ lineId: 'a', grossMinor: 4_900, quantity: 1 }],
  });
  assert.deepEqual(others, []);
  assert.deepEqual(line, { ...sold[0], quantity: 1, netMinor: -4_118, taxMinor: -782, grossMinor: -4_900 });
});

test('nothing goes back twice, beyond what was paid, or for a line that was not sold', () => {
  const sold = [aLine('a', 100, 19), aLine('b', 100, 19)];
  const whole = creditLines(sold, [], { amountMinor: 119, lines: [{ lineId: 'a', grossMinor: 119 }] });
  const refused = [
    { amountMinor: 1, lines: [{ lineId: 'a', grossMinor: 1 }] },
    { amountMinor: 120 },
    { amountMinor: 1, lines: [{ lineId: 'c', grossMinor: 1 }] },
    { amountMinor: 2, lines: [{ lineId: 'b', grossMinor: 1 }] },
    { amountMinor: 0, lines: [{ lineId: 'b', grossMinor: 0 }] },
  ];
  for (const credit of refused) assert.throws(() => creditLines(sold, whole, credit), RangeError);
});

test('the sums of the rates are those of their lines; lines without a rate are in none', () => {
  const reduced = { ...aLine('c', 50, 4), tax: { ...STANDARD, basisPoints: 700 } };
  const free = { ...aLine('d', 10, 0), tax: null };
  assert.deepEqual(sumsByRate([reduced, aLine('a', 100, 19), free, aLine('b', 1, 0)]), [
    { tax: STANDARD, netMinor: 101, taxMinor: 19, grossMinor: 120 },
    { tax: reduced.tax, netMinor: 50, taxMinor: 4, grossMinor: 54 },
  ]);
});

test('a number is the start of its series, with the year where the seller is, and at least four digits', () => {
  const lastMoment = new Date('2026-12-31T23:59:59.999Z');
  assert.equal(seriesPrefix('R-{year}-', lastMoment, 'UTC'), 'R-2026-');
  assert.equal(seriesPrefix('R-{year}-', lastMoment, 'Europe/Berlin'), 'R-2027-');
  assert.equal(seriesPrefix('{year}/{year}/', new Date(lastMoment.getTime() + 1), 'UTC'), '2027/2027/');
  assert.deepEqual(
    [1, 9_999, 10_000].map((position) => documentNumber('R-', position)),
    ['R-0001', 'R-9999', 'R-10000'],
  );
});

test('a part of the money of a line is no unit: the credit note names no quantity', () => {
  const sold = [aLine('a', 4_118, 782)];
  const [part] = creditLines(sold, [], { amountMinor: 1_000 });
  assert.equal(part?.quantity, null);
  assert.equal(creditLines(sold, [], { amountMinor: 4_900 })[0]?.quantity, 2);
});
