import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../test/any-text.ts';
import { checkEmail, emailKey } from './email.ts';

test('accepts the addresses that people have', () => {
  const good = [
    'ada@example.com',
    'Ada.Lovelace+latchkey@mail.example.co.uk',
    "o'hara@example.org",
    'x@y.zz',
    '123@456.example',
    'a_b-c@xn--bcher-kva.example',
    'ada@example.xn--p1ai',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(63)}.example`,
  ];
  for (const email of good) assert.deepEqual(checkEmail(email), [], email);
});

test('refuses what is not one plain address', () => {
  const bad = [
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'ada@@example.com',
    'ada@example.com@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example..com',
    'ada@example.com.',
    'ada@192.0.2.1',
    'ada@[192.0.2.1]',
    'ada@exa_mple.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(126)}example`,
  ];
  for (const email of bad) assert.equal(checkEmail(email).length, 1, email);
});

test('refuses the tricks by which one address passes for another or for several', () => {
  const tricks: Record<string, string> = {
    'dotless i': 'adm\u0131n@example.com',
    'dotted capital I': 'adm\u0130n@example.com',
    'Kelvin sign': 'mar\u212A@example.com',
    'long s': 'as\u017F@example.com',
    'Cyrillic a': '\u0430da@example.com',
    'full-width at sign': 'ada\uFF20example.com',
    'zero-width space': 'ada\u200B@example.com',
    'quoted local part': '"ada lovelace"@example.com',
    comment: 'ada(comment)@example.com',
    'display name': 'Ada <ada@example.com>',
    comma: 'ada@example.com,eve@example.com',
    semicolon: 'ada@example.com;eve@example.com',
    'new header': 'ada@example.com\r\nBcc: eve@example.com',
    'line feed at the end': 'ada@example.com\n',
    'space at the end': 'ada@example.com ',
    NUL: 'ada@example.com\0',
    'percent routing': 'ada%example.com@[127.0.0.1]',
  };
  for (const [trick, email] of Object.entries(tricks)) assert.equal(checkEmail(email).length, 1, trick);
});

test('matches an address whatever the case of its letters and the spaces around it', () => {
  assert.equal(emailKey('  Ada.Lovelace@EXAMPLE.com '), 'ada.lovelace@example.com');
});

test('no letter beyond ASCII ever matches an ASCII address', () => {
  const lookAlikes = [
    'mar\u212A@example.com',
    'adm\u0130n@example.com',
    '\uFF21da@example.com',
    'a\u200Bda@example.com',
  ];
  for (const email of lookAlikes) assert.match(emailKey(email), /[^\0-\x7f]/, email);
  fc.assert(
    fc.property(anyText(10), (text) => {
      const isAscii = /^[\0-\x7f]*$/.test(text);
      assert.equal(/^[\0-\x7f]*$/.test(emailKey(text)), isAscii);
      assert.equal(emailKey(emailKey(text)), emailKey(text));
    }),
  );
});
