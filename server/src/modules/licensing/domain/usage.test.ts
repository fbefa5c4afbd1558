import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anything, assert as holds, dictionary, property, string } from 'fast-check';
import { readUsage } from './usage.ts';

test('metadata is read from the parameters of its names, and others are ignored', () => {
  const { usage, errors } = readUsage({
    appVersion: '1.2.3-beta.1+build.5',
    platform: 'Windows',
    'meta[host]': 'Live',
    'meta[]x': 'ignored',
    scheme: 'JWT',
    metadata: 'ignored',
  });
  assert.deepEqual(errors, {});
  assert.deepEqual(usage, {
    appVersion: '1.2.3-beta.1+build.5',
    platform: 'Windows',
    meta: { host: 'Live' },
  });
  assert.deepEqual(readUsage({}), { usage: {}, errors: {} });
});

test('every bad value is told by its name', () => {
  const { errors } = readUsage({
    appVersion: 'v1.2',
    platform: 'windows',
    'meta[]': 'x',
    [`meta[${'k'.repeat(65)}]`]: 'x',
    'meta[long]': 'v'.repeat(257),
    'meta[twice]': ['a', 'b'],
    'meta[nul]': 'a\0b',
    'meta[half]': '\uD800',
  });
  assert.equal(Object.keys(errors).length, 8);
});

test('twenty keys are allowed, one more is not; the longest key and value are', () => {
  const keys = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`meta[${'k'.repeat(62)}${index + 10}]`, 'v'.repeat(256)]),
    );
  assert.deepEqual(readUsage(keys(20)).errors, {});
  assert.deepEqual(readUsage(keys(21)).errors, { meta: ['must not have more than 20 keys'] });
});

test('names of the prototype are plain keys', () => {
  const { usage, errors } = readUsage(
    JSON.parse('{"meta[__proto__]":"a","meta[constructor]":"b","__proto__":"c"}'),
  );
  assert.deepEqual(errors, {});
  assert.deepEqual(Object.entries(usage.meta ?? {}), [
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
});

test('whatever is sent, what is kept is text that a database can keep', () => {
  holds(
    property(dictionary(string({ unit: 'binary', maxLength: 20 }), anything()), (raw) => {
      const query = Object.fromEntries(Object.entries(raw).map(([key, value]) => [`meta[${key}]`, value]));
      const { usage, errors } = readUsage(query);
      const kept = Object.entries(usage.meta ?? {}).flat();
      for (const part of kept) assert.ok(part.isWellFormed() && !part.includes('\0'));
      assert.equal(
        Object.keys(usage.meta ?? {}).length + Object.keys(errors).length >= Object.keys(query).length,
        true,
      );
    }),
  );
});
