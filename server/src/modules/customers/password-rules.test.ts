import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { checkPassword } from './password-rules.ts';
import { examples } from '../../../test/length.ts';

test('a password that keeps every rule is accepted', async () => {
  for (const password of [
    'Tr0ub4dor&3',
    'Grün-9-Wald',
    'a B 3 4 5 6',
    'Пароль-77-x',
    `aA1!${'x'.repeat(124)}`,
  ]) {
    assert.deepEqual(await checkPassword(password), [], password);
  }
});

test('each failed rule gives its own message', async () => {
  assert.deepEqual(await checkPassword('Sh0rt-x'), ['must have at least 8 characters']);
  assert.deepEqual(await checkPassword(`aA1!${'x'.repeat(125)}`), ['must have at most 128 characters']);
  assert.deepEqual(await checkPassword('TREETOP-77'), ['must contain a lower-case letter']);
  assert.deepEqual(await checkPassword('treetop-77'), ['must contain an upper-case letter']);
  assert.deepEqual(await checkPassword('Treetop-xx'), ['must contain a digit']);
  assert.deepEqual(await checkPassword('Treetop777'), ['must contain a symbol']);
  assert.deepEqual(await checkPassword('P@ssw0rd'), ['must not be a common password']);
});

test('all failed rules are reported together', async () => {
  assert.deepEqual(await checkPassword(''), [
    'must have at least 8 characters',
    'must contain a lower-case letter',
    'must contain an upper-case letter',
    'must contain a digit',
    'must contain a symbol',
  ]);
  assert.deepEqual(await checkPassword('dragon'), [
    'must have at least 8 characters',
    'must contain an upper-case letter',
    'must contain a digit',
    'must contain a symbol',
    'must not be a common password',
  ]);
});

test('characters are counted as Unicode code points, not as UTF-16 units', async () => {
  assert.deepEqual(await checkPassword('aA1!😀😀😀'), ['must have at least 8 characters']);
  assert.deepEqual(await checkPassword('aA1!😀😀😀😀'), []);
  assert.deepEqual(await checkPassword(`aA1!${'😀'.repeat(124)}`), []);
});

test('the 3,000 most common passwords are refused in any mix of cases', async () => {
  const mostCommon = dictionary['passwords-common'].slice(0, 3_000);
  assert.equal(new Set(mostCommon).size, 3_000);
  assert.deepEqual(mostCommon.slice(0, 4), ['123456', 'password', '12345678', 'qwerty']);
  await fc.assert(
    fc.asyncProperty(fc.mixedCase(fc.constantFrom(...mostCommon)), async (password) => {
      assert.ok((await checkPassword(password)).includes('must not be a common password'), password);
    }),
    examples(1_000),
  );
});

test('the list of common passwords is all lower case, so that matching can ignore case', () => {
  const upper = dictionary['passwords-common'].filter((password) => password !== password.toLowerCase());
  assert.deepEqual(upper, []);
});
