import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withListErrors } from './list-errors.ts';

test('what is wrong with an entry belongs to the field of its list, and other issues stay where they are', () => {
  const errors = {
    'tax.collectsIn[0]': ['must be a country'],
    'tax.collectsIn[12]': ['must be another'],
    'tax.mode': ['needs a country'],
    'targets[0].id': ['is unknown'],
  };
  assert.deepEqual(withListErrors(errors), {
    'tax.collectsIn': ['must be a country', 'must be another'],
    'tax.mode': ['needs a country'],
    'targets[0].id': ['is unknown'],
  });
});
