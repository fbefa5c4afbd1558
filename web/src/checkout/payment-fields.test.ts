import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkFields, fieldsOfBuyer, sortRefusal, trimmed } from './payment-fields.ts';

describe('checkFields', () => {
  it('reports every field at once', () => {
    assert.deepEqual(Object.keys(checkFields({ name: '', email: '' })), ['name', 'email']);
    assert.deepEqual(Object.keys(checkFields({ name: '  ', email: '\t' })), ['name', 'email']);
  });

  it('accepts addresses, with the spaces that autofill adds', () => {
    for (const email of [
      'ada@example.org',
      ' ada@example.org ',
      "o'neil+shop@mail.example.co.uk",
      'ü@müller.example',
    ]) {
      assert.deepEqual(checkFields({ name: 'Ada', email }), {}, email);
    }
  });

  it('refuses what cannot be an address', () => {
    for (const email of [
      'ada',
      'ada@',
      '@example.org',
      'ada@example',
      'a da@example.org',
      'a@b@example.org',
    ]) {
      assert.deepEqual(Object.keys(checkFields({ name: 'Ada', email })), ['email'], email);
    }
  });
});

describe('sortRefusal', () => {
  it('keeps messages about fields of the page beside them and the others apart', () => {
    const errors = {
      cart: ['Sold out.'],
      email: ['Wrong.', 'Long.'],
      'lines[0]': ['Gone.', 'Not for sale.'],
    };
    assert.deepEqual(sortRefusal(errors), {
      beside: { email: 'Wrong. Long.' },
      apart: ['Sold out.', 'Gone.', 'Not for sale.'],
    });
  });
});

describe('what is sent', () => {
  it('starts with what is known of the buyer', () => {
    assert.deepEqual(fieldsOfBuyer({ name: undefined, email: 'ada@example.org', locked: true }), {
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
