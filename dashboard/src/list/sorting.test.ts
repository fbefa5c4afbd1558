import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf, sortAfter, sortIn, sortsOf } from './sorting.ts';

test('an address asks for an order that the list has, or for none', () => {
  assert.equal(sortIn('email', ['createdAt', 'email']), 'email');
  assert.equal(sortIn('email', ['createdAt']), undefined);
  assert.equal(sortIn('name', ['createdAt', 'email']), undefined);
  assert.equal(sortIn('-createdAt', ['createdAt']), undefined);
  assert.equal(sortIn('createdAt', []), undefined);
});

test('a header sorts by its field, then the other way round, and the usual order needs no address', () => {
  assert.equal(sortAfter('-createdAt', 'email'), 'email');
  assert.equal(sortAfter('email', 'email'), '-email');
  assert.equal(sortAfter('-email', 'email'), 'email');
  assert.equal(sortAfter('-createdAt', 'createdAt'), 'createdAt');
  assert.equal(sortAfter('createdAt', 'createdAt'), undefined);
});

test('a header says in which direction its field is sorted', () => {
  assert.equal(directionOf('-createdAt', 'createdAt'), 'descending');
  assert.equal(directionOf('email', 'email'), 'ascending');
  assert.equal(directionOf('email', 'createdAt'), 'none');
});

test('a narrow window offers every order of the list', () => {
  assert.deepEqual(sortsOf(['createdAt']), ['-createdAt', 'createdAt']);
  assert.deepEqual(sortsOf([]), []);
});
