import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesIn, detailsIn, summaryOf } from './event-changes.ts';

test('each field of a change is shown before and after, also one that had no value', () => {
  const data = {
    before: { name: 'Synth', text: '' },
    after: { name: 'Synth 2', text: 'New', tags: ['a', 'b'] },
  };
  assert.deepEqual(changesIn(data), [
    { field: 'name', before: 'Synth', after: 'Synth 2' },
    { field: 'text', before: undefined, after: 'New' },
    { field: 'tags', before: undefined, after: 'a, b' },
  ]);
  assert.deepEqual(detailsIn(data), []);
  assert.equal(summaryOf(data), 'name, text, tags');
});

test('a change of one value, and everything else, is a detail', () => {
  assert.deepEqual(changesIn({ before: 'Open', after: 'Paid' }), []);
  assert.deepEqual(detailsIn({ before: 'Open', after: 'Paid', note: null, count: 2 }), [
    { name: 'before', value: 'Open' },
    { name: 'after', value: 'Paid' },
    { name: 'count', value: '2' },
  ]);
});

test('the summary is the reason and the changed fields, or nothing', () => {
  assert.equal(
    summaryOf({ fields: ['name', 'phone'], reason: 'Asked by phone' }),
    'Asked by phone · name, phone',
  );
  assert.equal(summaryOf({ quantity: 1, reason: null, note: 'Sold twice' }), 'Sold twice');
  assert.equal(summaryOf({ quantity: 2 }), undefined);
  assert.equal(summaryOf({ after: { name: 'Synth' } }), undefined);
});
