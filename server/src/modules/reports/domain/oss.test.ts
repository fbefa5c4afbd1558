import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MoneyLine } from './figures.ts';
import { ossReturnOf, type QuarterMovement } from './oss.ts';

const line = (
  country: string | null,
  basisPoints: number | null,
  netMinor: number,
  region: string | null = null,
): MoneyLine => {
  const taxMinor = Math.round((netMinor * (basisPoints ?? 0)) / 10_000);
  const tax = { country, region, basisPoints, reason: 'Standard' };
  return { itemId: 'app', units: 1, grossMinor: netMinor + taxMinor, taxMinor, tax };
};
const movement = (
  kind: QuarterMovement['kind'],
  lines: readonly MoneyLine[],
  more: Partial<QuarterMovement> = {},
): QuarterMovement => ({
  kind,
  mode: 'Live',
  currency: 'EUR',
  soldIn: '2026-Q3',
  isDeclaredByProvider: false,
  lines,
  ...more,
});
const terms = {
  quarter: '2026-Q3',
  mode: 'Live',
  home: 'DE',
  isInUnion: (country: string, region: string | null) =>
    ['AT', 'DE', 'FR'].includes(country) && region !== 'Réunion',
} as const;

test('sales to other member states are summed by country and rate, less their refunds of the quarter', () => {
  const sold = [line('AT', 2_000, 1_000), line('AT', 1_000, 500), line('FR', 2_000, 300)];
  const movements = [
    movement('Order', sold),
    movement('Order', [line('AT', 2_000, 100)]),
    movement('Refund', [line('FR', 2_000, 100)]),
  ];
  assert.deepEqual(ossReturnOf(movements, terms), [
    {
      currency: 'EUR',
      supplies: [
        { country: 'AT', basisPoints: 1_000, netMinor: 500, taxMinor: 50 },
        { country: 'AT', basisPoints: 2_000, netMinor: 1_100, taxMinor: 220 },
        { country: 'FR', basisPoints: 2_000, netMinor: 200, taxMinor: 40 },
      ],
      corrections: [],
    },
  ]);
});

test('what went back of earlier quarters corrects these, per country', () => {
  const back = [line('AT', 2_000, 100), line('AT', 1_000, 100), line('FR', 2_000, 10)];
  const movements = [
    movement('Refund', back, { soldIn: '2026-Q2' }),
    movement('Refund', [line('AT', 2_000, 50)], { soldIn: '2026-Q1' }),
  ];
  const [euro] = ossReturnOf(movements, terms);
  assert.deepEqual(
    [euro?.supplies, euro?.corrections],
    [
      [],
      [
        { quarter: '2026-Q1', country: 'AT', netMinor: -50, taxMinor: -10 },
        { quarter: '2026-Q2', country: 'AT', netMinor: -200, taxMinor: -30 },
        { quarter: '2026-Q2', country: 'FR', netMinor: -10, taxMinor: -2 },
      ],
    ],
  );
});

test('home, other countries and regions, untaxed sales, the other mode, and what went back entirely are not in it', () => {
  const outside = [
    line('DE', 1_900, 100),
    line('CH', 810, 100),
    line('FR', 850, 100, 'Réunion'),
    line('AT', 0, 100),
    line(null, null, 100),
  ];
  const whole = [line('AT', 2_000, 100)];
  assert.deepEqual(
    ossReturnOf(
      [
        movement('Order', outside),
        movement('Order', whole, { mode: 'Test' }),
        movement('Order', whole, { isDeclaredByProvider: true }),
        movement('Order', whole),
        movement('Refund', whole),
      ],
      terms,
    ),
    [],
  );
});
