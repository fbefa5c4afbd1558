import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLines } from './lines.ts';

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
