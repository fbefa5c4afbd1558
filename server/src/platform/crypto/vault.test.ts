import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/any-text.ts';
import { SealBroken, openVault } from './vault.ts';
import { examples } from '../../../test/length.ts';

const secret = 'an instance secret for these tests only';
const vault = openVault(secret);
const account = { id: 'demo', dataKey: vault.createDataKey('demo') };
const someText = anyText(200).map((text) => text.toWellFormed());

test('a sealed text is opened unchanged, also by another process with the same secret', () => {
  fc.assert(
    fc.property(someText, someText, (rowId, plaintext) => {
      const sealed = vault.seal(account, rowId, plaintext);
      assert.equal(openVault(secret).open(account, rowId, sealed), plaintext);
    }),
  );
});

test('a sealed text does not show what is inside, and is another one each time', () => {
  const sealed = vault.seal(account, 'row', 'plaintext that must not be seen');
  assert.match(sealed, /^v1\.[A-Za-z0-9_-]+$/);
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  assert.equal(bytes.includes('plaintext'), false);
  assert.notEqual(vault.seal(account, 'row', 'plaintext that must not be seen'), sealed);
  assert.notEqual(vault.createDataKey('demo'), vault.createDataKey('demo'));
});

test('a sealed text with any one character changed cannot be opened', () => {
  const sealed = vault.seal(account, 'row', 'a secret of some length');
  const character = fc.constantFrom(
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.=+/ \n'.split(''),
  );
  fc.assert(
    fc.property(fc.nat({ max: sealed.length - 1 }), character, (position, replacement) => {
      fc.pre(sealed[position] !== replacement);
      const tampered = sealed.slice(0, position) + replacement + sealed.slice(position + 1);
      assert.throws(() => vault.open(account, 'row', tampered), SealBroken);
    }),
    examples(1_000),
  );
});

test('a sealed text that was cut, extended or made up cannot be opened', () => {
  const sealed = vault.seal(account, 'row', 'a secret');
  for (const text of [
    '',
    'v1.',
    'v1',
    sealed.slice(0, -4),
    `${sealed}AAAA`,
    sealed.slice(3),
    ...Array.from({ length: 32 }, (_, bytes) => `v1.${Buffer.alloc(bytes).toString('base64url')}`),
    `v2${sealed.slice(2)}`,
  ]) {
    assert.throws(() => vault.open(account, 'row', text), SealBroken, JSON.stringify(text));
  }
});

test('a sealed text opens for its own row, account and data key alone', () => {
  const sealed = vault.seal(account, 'row', 'a secret');
  const other = { id: 'other', dataKey: vault.createDataKey('other') };
  const refused: [typeof account, string][] = [
    [account, 'row2'],
    [account, ''],
    [other, 'row'],
    [{ id: 'other', dataKey: account.dataKey }, 'row'],
    [{ id: 'demo', dataKey: other.dataKey }, 'row'],
    [{ id: 'demo', dataKey: vault.createDataKey('demo') }, 'row'],
    [{ id: 'demo', dataKey: sealed }, 'row'],
  ];
  for (const [who, row] of refused) assert.throws(() => vault.open(who, row, sealed), SealBroken);
  assert.equal(vault.open(account, 'row', sealed), 'a secret');
});

test('nothing can be sealed for an account under the data key of another', () => {
  const borrowed = { id: 'other', dataKey: account.dataKey };
  assert.throws(() => vault.seal(borrowed, 'row', 'a secret'), SealBroken);
});

test('another instance secret opens nothing and signs differently', () => {
  const stranger = openVault(`${secret}.`);
  assert.throws(() => stranger.open(account, 'row', vault.seal(account, 'row', 'a secret')), SealBroken);
  assert.notEqual(stranger.sign('page', 'text'), vault.sign('page', 'text'));
  assert.notDeepEqual(stranger.derive('page'), vault.derive('page'));
});

test('an instance secret that could be guessed is refused', () => {
  assert.throws(() => openVault(''), RangeError);
  assert.throws(() => openVault('x'.repeat(31)), RangeError);
  assert.doesNotThrow(() => openVault('x'.repeat(32)));
});

test('derived keys are 32 bytes, the same every time, and differ by purpose', () => {
  assert.equal(vault.derive('a').length, 32);
  assert.deepEqual(openVault(secret).derive('a'), vault.derive('a'));
  assert.notDeepEqual(vault.derive('a'), vault.derive('b'));
  const key = vault.derive('a');
  key.fill(0);
  assert.notDeepEqual(vault.derive('a'), key);
});

test('no derived key is one that the vault itself works with', () => {
  const text = JSON.stringify(['page', 'text']);
  for (const purpose of ['vault/signatures', 'vault/data-keys', '']) {
    const guess = createHmac('sha256', vault.derive(purpose)).update(text).digest('base64url');
    assert.notEqual(guess, vault.sign('page', 'text'));
  }
});

test('a signature holds for its own purpose and text alone', () => {
  fc.assert(
    fc.property(someText, someText, someText, someText, (purpose, text, otherPurpose, otherText) => {
      const signature = vault.sign(purpose, text);
      assert.match(signature, /^[A-Za-z0-9_-]{43}$/);
      assert.equal(openVault(secret).verify(purpose, text, signature), true);
      const same = purpose === otherPurpose && text === otherText;
      assert.equal(vault.verify(otherPurpose, otherText, signature), same);
    }),
    examples(200),
  );
  assert.equal(vault.verify('pa', 'getext', vault.sign('page', 'text')), false);
});

test('a signature with any one character changed, cut or padded is refused', () => {
  const signature = vault.sign('page', 'text');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'.split('');
  for (const [position, own] of signature.split('').entries()) {
    for (const replacement of alphabet.filter((character) => character !== own)) {
      const tampered = signature.slice(0, position) + replacement + signature.slice(position + 1);
      assert.equal(vault.verify('page', 'text', tampered), false, tampered);
    }
  }
  for (const text of ['', signature.slice(1), `${signature}=`, `${signature}A`, 'é'.repeat(43)]) {
    assert.equal(vault.verify('page', 'text', text), false, text);
  }
});
