import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedEn } from '../texts/shared-en.ts';
import { emailMessage, messagesByField, sortRefusal } from './form-messages.ts';

const { form } = sharedEn;

describe('emailMessage', () => {
  it('accepts addresses, with the spaces that autofill adds', () => {
    for (const email of ['ada@example.org', ' ada@example.org ', 'ü@müller.example']) {
      assert.equal(emailMessage(email, form), undefined, email);
    }
  });

  it('tells a missing address from one that cannot be one', () => {
    assert.equal(emailMessage('  ', form), 'Enter your email address.');
    for (const email of ['ada', 'ada@', '@example.org', 'ada@example', 'a da@example.org', 'a@b@c.org']) {
      assert.equal(emailMessage(email, form), 'Enter an email address like name@example.com.', email);
    }
  });
});

describe('messagesByField', () => {
  it('leaves out the fields that have none', () => {
    assert.deepEqual(messagesByField({ name: undefined, email: 'Wrong.' }), { email: 'Wrong.' });
  });
});

describe('sortRefusal', () => {
  it('keeps messages about fields of the page beside them and the others apart', () => {
    const errors = {
      cart: ['Sold out.'],
      email: ['Wrong.', 'Long.'],
      'lines[0]': ['Gone.', 'Not for sale.'],
    };
    assert.deepEqual(sortRefusal(errors, ['name', 'email'], form), {
      beside: { email: 'Wrong. Long.' },
      apart: ['Sold out.', 'Gone.', 'Not for sale.'],
    });
  });

  it('makes sentences of what the API says', () => {
    const errors = { password: ['must contain a digit', 'must contain a symbol'] };
    assert.deepEqual(sortRefusal(errors, ['password'], form).beside, {
      password: 'Must contain a digit. Must contain a symbol.',
    });
  });
});
