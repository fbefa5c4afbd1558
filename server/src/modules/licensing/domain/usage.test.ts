import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anything, assert as holds, dictionary, property } from 'fast-check';
import { anyText } from '../../../../test/any-text.ts';
import { readUsage, reportedUsage, withoutMeta } from './usage.ts';

test('metadata is read from the parameters of its names, and others are ignored', () => {
  const usage = readUsage({
    appVersion: '1.2.3-beta.1+build.5',
    platform: 'Windows',
    'meta[host]': 'Live',
    'meta[]x': 'ignored',
    scheme: 'JWT',
    metadata: 'ignored',
  });
  assert.deepEqual(usage, {
    appVersion: '1.2.3-beta.1+build.5',
    platform: 'Windows',
    meta: { host: 'Live' },
  });
  assert.deepEqual(readUsage({}), {});
});

test('versions of every scheme are kept, and cut where they are too long', () => {
  for (const appVersion of ['1.2', '1.2.3.4', 'v1.2.3', '2026-03', 'r7']) {
    assert.deepEqual(readUsage({ appVersion }), { appVersion });
  }
  assert.deepEqual(readUsage({ appVersion: ' 1.2\n' }), { appVersion: '1.2' });
  assert.deepEqual(readUsage({ appVersion: '9'.repeat(10_000) }), { appVersion: '9'.repeat(64) });
});

test('invalid values are dropped, and valid ones beside them are stored', () => {
  for (const query of [
    { appVersion: '' },
    { appVersion: ' ' },
    { appVersion: 'a\0b' },
    { appVersion: '\uD800' },
    { platform: '' },
    { platform: 'iOS' },
    { platform: 'windows' },
    { meta: 'plain' },
    { 'meta[]': 'x' },
    { [`meta[${'k'.repeat(65)}]`]: 'x' },
    { 'meta[nul]': 'a\0b' },
    { 'meta[half]': '\uD800' },
    { 'meta[\uD800]': 'x' },
  ]) {
    assert.deepEqual(readUsage({ 'meta[host]': 'Live', ...query }), { meta: { host: 'Live' } });
    assert.deepEqual(readUsage(query), {}, JSON.stringify(query));
  }
});

test('of a parameter that is sent several times the first counts', () => {
  const usage = readUsage({ appVersion: ['1.0', '2.0'], platform: ['Mac', 'Linux'], 'meta[a]': ['x', 'y'] });
  assert.deepEqual(usage, { appVersion: '1.0', platform: 'Mac', meta: { a: 'x' } });
});

test('the first twenty keys are kept, the longest key is, and long values are cut', () => {
  const keys = Array.from({ length: 21 }, (_, index) => `${'k'.repeat(62)}${index + 10}`);
  const { meta } = readUsage(Object.fromEntries(keys.map((key) => [`meta[${key}]`, 'v'.repeat(257)])));
  assert.deepEqual(meta, Object.fromEntries(keys.slice(0, 20).map((key) => [key, 'v'.repeat(256)])));
});

test('a value is cut between characters and never inside one', () => {
  const { meta } = readUsage({ 'meta[a]': `${'x'.repeat(255)}😀` });
  assert.equal(meta?.['a'], 'x'.repeat(255));
});

test('names of the prototype are plain keys', () => {
  const { meta = {} } = readUsage(
    JSON.parse('{"meta[__proto__]":"a","meta[constructor]":"b","__proto__":"c"}'),
  );
  assert.deepEqual(Object.entries(meta), [
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
});

test('for any input, only text that a database can store is stored', () => {
  holds(
    property(dictionary(anyText(20), anything()), anything(), (raw, other) => {
      const metadata = Object.fromEntries(Object.entries(raw).map(([key, value]) => [`meta[${key}]`, value]));
      const {
        meta = {},
        appVersion = '',
        platform = '',
      } = readUsage({
        ...metadata,
        appVersion: other,
        platform: other,
      });
      for (const part of [...Object.entries(meta).flat(), appVersion, platform]) {
        assert.ok(part.isWellFormed() && !part.includes('\0') && part.length <= 256);
      }
    }),
  );
});

test('of a device without a seat only the counted dimensions are stored', () => {
  assert.deepEqual(withoutMeta({ appVersion: '1.0', platform: 'Mac', meta: { a: 'b' } }), {
    appVersion: '1.0',
    platform: 'Mac',
  });
  for (const usage of [{ appVersion: '1.0' }, { platform: 'Mac' }, {}])
    assert.deepEqual(withoutMeta(usage), usage);
  assert.deepEqual(withoutMeta(), {});
});

test('a device is counted under what it reports now, or else before', () => {
  const before = { appVersion: '1.0', platform: 'Mac' };
  assert.deepEqual(reportedUsage(undefined, before), before);
  assert.deepEqual(reportedUsage({ appVersion: '2.0' }, before), { appVersion: '2.0', platform: 'Mac' });
  assert.deepEqual(reportedUsage({ platform: 'Linux' }, before), { appVersion: '1.0', platform: 'Linux' });
  assert.deepEqual(reportedUsage({}, { appVersion: null, platform: null }), {
    appVersion: null,
    platform: null,
  });
});
