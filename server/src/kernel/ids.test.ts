import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GUID_PATTERN, SLUG_PATTERN, isSlug, normaliseGuid, randomIds } from './ids.ts';

test('a new guid is a lower-case UUIDv7 and never repeats', () => {
  const guids = Array.from({ length: 2_000 }, () => randomIds.guid());
  for (const guid of guids) {
    assert.match(guid, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  assert.equal(new Set(guids).size, guids.length);
});

test('a new guid starts with the time it was made, so that new rows are neighbours', () => {
  const before = Date.now();
  const timestamp = Number.parseInt(randomIds.guid().replaceAll('-', '').slice(0, 12), 16);
  assert.ok(timestamp >= before && timestamp <= Date.now());
});

test('a secret is 43 base64url characters that stand for 32 bytes and never repeat', () => {
  const secrets = Array.from({ length: 2_000 }, () => randomIds.secret());
  for (const secret of secrets) {
    assert.match(secret, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(Buffer.from(secret, 'base64url').length, 32);
  }
  assert.equal(new Set(secrets).size, secrets.length);
});

test('a guid of any version and case is normalised to lower case', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.boolean(), (guid, upper) => {
      const text = upper ? guid.toUpperCase() : guid;
      assert.equal(normaliseGuid(text), guid.toLowerCase());
      assert.match(text, new RegExp(GUID_PATTERN));
    }),
  );
  const nil = '00000000-0000-0000-0000-000000000000';
  assert.equal(normaliseGuid(nil), nil);
});

test('text that is not exactly a guid is not one', () => {
  const guid = '0190b7c2-9f5e-7a31-8c4d-2f6b1e0a9d83';
  const others = ['', ` ${guid}`, `${guid}\n`, `{${guid}}`, guid.replaceAll('-', ''), `${guid}0`];
  for (const text of [...others, guid.replace('b', 'g'), guid.slice(1)]) {
    assert.equal(normaliseGuid(text), undefined, JSON.stringify(text));
  }
});

test('a slug is 2 to 63 lower-case letters, digits, dots and hyphens', () => {
  for (const slug of ['ab', 'demo-synth.pack', '0-9', 'a'.repeat(63)]) {
    assert.equal(isSlug(slug), true, slug);
    assert.match(slug, new RegExp(SLUG_PATTERN));
  }
  for (const text of ['', 'a', 'a'.repeat(64), '.ab', '-ab', 'Ab', 'a_b', 'ab\n', 'äb', 'a/b']) {
    assert.equal(isSlug(text), false, JSON.stringify(text));
  }
});
