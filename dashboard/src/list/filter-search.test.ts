import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterSearch, isFiltered, oneOf } from './filter-search.ts';

test('an address has the filters of its page, and nothing else', () => {
  const read = filterSearch(['search', 'status']);
  assert.deepEqual(read({ search: 'ada', status: '', page: '2', other: 'x' }), { search: 'ada' });
  assert.deepEqual(read({ search: 7 }), {});
});

test('a list without a filter is not filtered', () => {
  assert.equal(isFiltered({}), false);
  assert.equal(isFiltered({ sort: 'email' }), false);
  assert.equal(isFiltered({ search: 'ada', sort: 'email' }), true);
});

test('a value that the API does not have is none', () => {
  assert.equal(oneOf(['Active', 'Revoked'], 'Active'), 'Active');
  assert.equal(oneOf(['Active', 'Revoked'], 'Anything'), undefined);
});
