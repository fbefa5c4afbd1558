import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkFields, fieldsOfBuyer, trimmed } from './payment-fields.ts';

describe('checkFields', () => {
  it('reports every field at once', () => {
    assert.deepEqual(Object.keys(checkFields({ name: '', email: '' })), ['name', 'email']);
    assert.deepEqual(Object.keys(checkFields({ name: '  ', email: '\t' })), ['name', 'email']);
  });

  it('accepts what can be sent', () => {
    assert.deepEqual(checkFields({ name: 'Ada', email: ' ada@example.org ' }), {});
  });

  it('refuses what cannot be an address', () => {
    assert.deepEqual(Object.keys(checkFields({ name: 'Ada', email: 'ada@' })), ['email']);
  });
});

describe('sent values', () => {
  it('starts with what is known of the buyer', () => {
    assert.deepEqual(fieldsOfBuyer({ name: null, email: 'ada@example.org', locked: true }), {
      name: '',
      email: 'ada@example.org',
    });
  });

  it('has no spaces around it', () => {
    assert.deepEqual(trimmed({ name: ' Ada  Lovelace ', email: ' ada@example.org\n' }), {
      name: 'Ada  Lovelace',
      email: 'ada@example.org',
    });
  });
});
