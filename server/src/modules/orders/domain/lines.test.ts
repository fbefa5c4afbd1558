import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLines, orderLinesOf } from './lines.ts';

const line = { type: 'Product', productId: 'app', variationId: 'v', quantity: 1 } as const;

test('accepts lines with ids of their own, and lines without', () => {
  assert.deepEqual(checkLines([{ ...line, id: 'a' }, { ...line, id: 'b' }, line, line]), {});
});

test('names each line that repeats an id or lacks the id of its item', () => {
  const bundle = { type: 'Bundle', productId: 'app', variationId: 'v', quantity: 1 } as const;
  assert.deepEqual(checkLines([{ ...line, id: 'a' }, { ...line, id: 'a' }, bundle]), {
    'items[1].id': ['is the id of another line as well'],
    'items[2].bundleId': ['is required'],
  });
});

test('keeps the id that an offer can have, and drops what can be none', () => {
  const offerOf = (offerId: string | null) => orderLinesOf([{ ...line, offerId }], () => 'new')[0]?.offerId;
  for (const id of ['ab', 'spring.sale-2', '01930a4e-7c1b-7d3e-9f00-5a6b7c8d9e0f', 'x'.repeat(63)])
    assert.equal(offerOf(id), id);
  for (const junk of ['', 'a', '-ab', 'Spring', 'a b', '\u{1f4be}', 'x'.repeat(64), 'undefined\n'])
    assert.equal(offerOf(junk), null, junk);
  assert.equal(offerOf(null), null);
});

test('notes that are nested too deeply are dropped, also if they could not be written as text', () => {
  const nested = (depth: number): unknown => {
    let value: unknown = 'note';
    for (let level = 0; level < depth; level += 1) value = [value];
    return value;
  };
  const notesOf = (...replaced: unknown[]) =>
    orderLinesOf([{ ...line, replaced }], () => 'new').map((each) => each.replaced);
  assert.deepEqual(notesOf(nested(49)), [[nested(49)]]);
  assert.deepEqual(notesOf(nested(50)), [null]);
  assert.deepEqual(notesOf({ toJSON: 1 }, nested(5_000)), [null]);
});

test('notes get what the ids leave', () => {
  const replaced = ['n'.repeat(20_000)];
  const replacedOf = (id: string) => orderLinesOf([{ ...line, id, replaced }], () => 'new')[0]?.replaced;
  assert.deepEqual(replacedOf('i'), replaced);
  assert.equal(replacedOf('i'.repeat(13_000)), null);
  assert.equal(replacedOf('é'.repeat(6_500)), null, 'in bytes');
});
