import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownershipOf } from './ownership.ts';

const [soon, later] = [new Date('2026-04-01T00:00:00Z'), new Date('2026-05-01T00:00:00Z')];
const license = (productId: string, expiresAt: Date | null, isFree = false) => ({
  productId,
  expiresAt,
  isFree,
});

const cases: [string, ReturnType<typeof license>[], string[], [string, Date][]][] = [
  ['nothing', [], [], []],
  ['what never ends', [license('a', null), license('b', null)], ['a', 'b'], []],
  [
    'what ends, each at its time',
    [license('a', later), license('b', soon), license('c', null)],
    ['a', 'b', 'c'],
    [
      ['a', later],
      ['b', soon],
    ],
  ],
  [
    'a product as long as its longest license',
    [license('a', soon), license('a', later)],
    ['a'],
    [['a', later]],
  ],
  ['a product that one license keeps for ever', [license('a', soon), license('a', null)], ['a'], []],
];

for (const [name, licenses, products, ends] of cases) {
  test(`owns ${name}`, () => {
    const ownership = ownershipOf(licenses);
    assert.deepEqual([[...ownership.productIds].toSorted(), [...ownership.ends]], [products, ends]);
  });
}

test('keeps what was paid and never ends, and nothing else', () => {
  const licenses = [license('paid', null), license('ending', soon), license('gift', null, true)];
  const mixed = [license('both', null, true), license('both', null)];
  assert.deepEqual([...ownershipOf([...licenses, ...mixed]).perpetualProductIds], ['paid', 'both']);
});
