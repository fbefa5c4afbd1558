import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointInput } from './endpoint-values.ts';

const VALUES = { url: ' https://x.example ', types: '*', payload: 'thin', description: '', form: 'slack' };

test('events are a list, however they are separated', () => {
  assert.deepEqual(endpointInput({ ...VALUES, types: ' order.*,license.issued;\n trial.* , ' }).types, [
    'order.*',
    'license.issued',
    'trial.*',
  ]);
});

test('an address loses the spaces around it, and what the API does not have is the default', () => {
  assert.deepEqual(endpointInput({ ...VALUES, payload: 'huge' }), {
    url: 'https://x.example',
    types: ['*'],
    payload: 'full',
    description: '',
  });
});
