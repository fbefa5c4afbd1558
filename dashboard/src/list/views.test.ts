import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewsIn, withView } from './views.ts';

test('views that a browser cannot read are none', () => {
  const view = { name: 'Expired', search: '?status=Expired' };
  assert.deepEqual(viewsIn(JSON.stringify([view, { name: 1 }, null, 'x'])), [view]);
  for (const text of [undefined, '', '{', '{"name":"a"}']) assert.deepEqual(viewsIn(text), []);
});

test('a view takes the place of one with its name', () => {
  const old = { name: 'Mine', search: '?a=1' };
  const other = { name: 'Other', search: '?a=2' };
  assert.deepEqual(withView([old, other], { name: 'Mine', search: '?a=3' }), [
    other,
    { name: 'Mine', search: '?a=3' },
  ]);
});
