import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeBase64Url, decodeUnpaddedBase64, encodeUnpaddedBase64 } from './base64url.ts';

const bytes = fc.uint8Array({ maxLength: 70 }).map((array) => Buffer.from(array));

test('every sequence of bytes survives both spellings', () => {
  fc.assert(
    fc.property(bytes, (original) => {
      assert.deepEqual(decodeBase64Url(original.toString('base64url')), original);
      assert.deepEqual(decodeUnpaddedBase64(encodeUnpaddedBase64(original)), original);
      assert.doesNotMatch(encodeUnpaddedBase64(original), /[=_-]/);
    }),
  );
});

test('bytes have one spelling only: whatever is decoded is written back the same', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.base64String(), fc.stringMatching(/^[A-Za-z0-9+/=_ -]*$/), fc.string()),
      (text) => {
        const decoded = decodeBase64Url(text);
        const plain = decodeUnpaddedBase64(text);
        if (decoded !== undefined) assert.equal(decoded.toString('base64url'), text);
        if (plain !== undefined) assert.equal(encodeUnpaddedBase64(plain), text);
      },
    ),
  );
});

test('padding, foreign characters, the other alphabet, spare bits and a lone character are refused', () => {
  for (const text of ['QQ==', 'QQ=', 'Q Q', 'QQ\n', 'a+b/', 'QR', 'Q', 'QUJDR', 'é', 'QQ.QQ']) {
    assert.equal(decodeBase64Url(text), undefined, JSON.stringify(text));
  }
  for (const text of ['QQ==', 'QQ=', 'Q Q', 'QQ\n', 'a-b_', 'QR', 'Q', 'QUJDR', 'é']) {
    assert.equal(decodeUnpaddedBase64(text), undefined, JSON.stringify(text));
  }
});
