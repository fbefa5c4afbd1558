import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkForgot, checkSignIn, checkSignUp, newPasswordMessage } from './identity-fields.ts';

describe('the identity forms', () => {
  it('report every field at once', () => {
    assert.deepEqual(Object.keys(checkSignIn({ email: '', password: '' })), ['email', 'password']);
    assert.deepEqual(Object.keys(checkSignUp({ name: ' ', email: 'ada', password: '' })), [
      'name',
      'email',
      'password',
    ]);
    assert.deepEqual(Object.keys(checkForgot({ email: '' })), ['email']);
  });

  it('let through what can be sent', () => {
    const email = ' ada@example.org ';
    assert.deepEqual(checkSignIn({ email, password: 'x' }), {}, 'old passwords may break newer rules');
    assert.deepEqual(checkSignUp({ name: 'Ada', email, password: 'Sesame, open 1' }), {});
    assert.deepEqual(checkForgot({ email }), {});
  });
});

describe('newPasswordMessage', () => {
  it('names all that is missing in one sentence', () => {
    assert.equal(
      newPasswordMessage('abc'),
      'The password still needs at least 8 characters, an upper-case letter, a digit, and a symbol.',
    );
    assert.equal(newPasswordMessage('Abcdefg1'), 'The password still needs a symbol.');
  });

  it('counts characters, and letters of any script', () => {
    assert.equal(newPasswordMessage('Äß1!äß1!'), undefined);
    assert.match(newPasswordMessage('Aa1!😀😀😀') ?? '', /8 characters/);
  });
});
