import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ENGLISH_FORMS } from '../../test/english-forms.ts';
import { checkForgot, checkSignIn, checkSignUp, newPasswordMessage } from './identity-fields.ts';

describe('the identity forms', () => {
  it('report every field at once', () => {
    assert.deepEqual(Object.keys(checkSignIn({ email: '', password: '' }, ENGLISH_FORMS)), [
      'email',
      'password',
    ]);
    assert.deepEqual(Object.keys(checkSignUp({ name: ' ', email: 'ada', password: '' }, ENGLISH_FORMS)), [
      'name',
      'email',
      'password',
    ]);
    assert.deepEqual(Object.keys(checkForgot({ email: '' }, ENGLISH_FORMS)), ['email']);
  });

  it('let through what can be sent', () => {
    const email = ' ada@example.org ';
    assert.deepEqual(
      checkSignIn({ email, password: 'x' }, ENGLISH_FORMS),
      {},
      'old passwords may break newer rules',
    );
    assert.deepEqual(checkSignUp({ name: 'Ada', email, password: 'Sesame, open 1' }, ENGLISH_FORMS), {});
    assert.deepEqual(checkForgot({ email }, ENGLISH_FORMS), {});
  });
});

describe('newPasswordMessage', () => {
  it('names all that is missing in one sentence', () => {
    assert.equal(
      newPasswordMessage('abc', ENGLISH_FORMS),
      'The password still needs at least 8 characters, an upper-case letter, a digit, and a symbol.',
    );
    assert.equal(newPasswordMessage('Abcdefg1', ENGLISH_FORMS), 'The password still needs a symbol.');
  });

  it('counts characters, and letters of any script', () => {
    assert.equal(newPasswordMessage('Äß1!äß1!', ENGLISH_FORMS), undefined);
    assert.match(newPasswordMessage('Aa1!😀😀😀', ENGLISH_FORMS) ?? '', /8 characters/);
  });
});
