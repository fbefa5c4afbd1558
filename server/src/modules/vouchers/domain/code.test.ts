import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as holds, array, constantFrom, property, uint8Array } from 'fast-check';
import { CODE_ALPHABET, codeOf, formatCode } from '../../../kernel/codes.ts';
import { MAX_TYPED_CODE_CHARACTERS, normaliseCode } from './code.ts';
import { anyText } from '../../../../test/any-text.ts';
import { examples } from '../../../../test/length.ts';

const secret = uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) =>
  bytes.toBase64({ alphabet: 'base64url', omitPadding: true }),
);

test('the alphabet has no character twice, none in two cases, and none that looks like another', () => {
  assert.equal(new Set(CODE_ALPHABET).size, CODE_ALPHABET.length);
  assert.equal(CODE_ALPHABET, CODE_ALPHABET.toUpperCase());
  for (const lookAlike of '01ILOU') assert.equal(CODE_ALPHABET.includes(lookAlike), false, lookAlike);
});

test('a code has more than 80 bits, and every character of it may be any of the alphabet', () => {
  const charactersAt = Array.from({ length: 20 }, () => new Set<string>());
  holds(
    property(secret, (bits) => {
      const code = codeOf(bits);
      assert.equal(code.length, charactersAt.length);
      for (const [place, character] of code.split('').entries()) charactersAt[place]?.add(character);
    }),
    examples(2_000),
  );
  const bits = charactersAt.reduce((sum, { size }) => sum + Math.log2(size), 0);
  assert.ok(bits >= 80, `${bits} bits`);
  for (const characters of charactersAt) assert.equal(characters.size, CODE_ALPHABET.length);
});

test('different secrets make different codes', () => {
  const alike = '\0'.repeat(31);
  const codes = ['\0', '\x01', '\x1e', '\x1f'].map((last) => codeOf(btoa(alike + last).replace('=', '')));
  assert.equal(new Set(codes).size, codes.length);
});

test('a code is found again however it was typed: case, spaces and dashes of any kind do not count', () => {
  const between = array(constantFrom(' ', '-', '–', '—', '_', '\t', '\u00A0', ''), {
    minLength: 21,
    maxLength: 21,
  });
  holds(
    property(secret, between, (bits, gaps) => {
      const code = codeOf(bits);
      assert.equal(normaliseCode(formatCode(code)), code);
      const typed = code
        .toLowerCase()
        .split('')
        .map((character, place) => `${gaps[place] ?? ''}${character}`);
      assert.equal(normaliseCode(typed.join('') + (gaps[20] ?? '')), code);
    }),
  );
});

test('any input is read as one code or none', () => {
  holds(
    property(anyText(120), (typed) => {
      const code = normaliseCode(typed);
      assert.ok(code === undefined || /^[A-Z0-9]{8,64}$/.test(code));
    }),
  );
  for (const typed of ['short-1', 'gutschein.2026', 'gutſchein', 'x'.repeat(65)])
    assert.equal(normaliseCode(typed), undefined, typed);
  assert.equal(normaliseCode('summer-2026 gift'), 'SUMMER2026GIFT');
  assert.equal(formatCode('SUMMER2026GIFT'), 'SUMMER2026GIFT', 'codes of another system keep their form');
  const code = codeOf('A'.repeat(43));
  assert.equal(normaliseCode(code.padEnd(MAX_TYPED_CODE_CHARACTERS)), code);
  assert.equal(normaliseCode(code.padEnd(MAX_TYPED_CODE_CHARACTERS + 1)), undefined);
});
