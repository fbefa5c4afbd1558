import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOfDevice, withKey } from './device-key.ts';

const DEFAULT = 'default';
const KEYS = [{ kid: 'base' }, { kid: 'second', fromVersion: '2.0' }, { kid: 'tenth', fromVersion: '10.1' }];

const cases = [
  // keys, reported version, key of the last token → key
  [[], '1.0.0', null, 'default'],
  [[], undefined, null, 'default'],
  [[], '9.9', 'own', 'own'],
  [KEYS, '1.9.9', null, 'base'],
  [KEYS, undefined, null, 'base'],
  [KEYS, 'nightly', null, 'base'],
  [KEYS, '2.0.0', null, 'second'],
  [KEYS, 'v2.0-beta.1', null, 'second'],
  [KEYS, '10.0.9', null, 'second'],
  [KEYS, '10.1', null, 'tenth'],
  // An application that was updated in place and asks anew has the key of its version.
  [KEYS, '2.5.0', 'base', 'second'],
  // One that was installed again in an older version does not have the key of the newer one.
  [KEYS, '1.0.0', 'second', 'base'],
  // A device from another system keeps the key of its tokens.
  [KEYS, '1.0.0', 'imported', 'imported'],
  [KEYS, undefined, 'second', 'second'],
  // Without a key for all versions, the default of the account is for those that no other key is for.
  [KEYS.slice(1), '1.9.9', null, 'default'],
  [KEYS.slice(1), '1.9.9', 'second', 'default'],
  [KEYS.slice(1), '10.1', 'second', 'tenth'],
] as const;

for (const [keys, appVersion, signingKid, expected] of cases) {
  const names = keys.map(({ kid }) => kid).join('+') || 'no key';
  test(`of ${names}, version ${appVersion} with a token of ${signingKid} has the key ${expected}`, () => {
    assert.equal(keyOfDevice({ keys, defaultKid: DEFAULT }, { appVersion, signingKid }), expected);
  });
}

test('a key that is named replaces the one for the same versions, and its own earlier range', () => {
  assert.deepEqual(withKey(KEYS, { kid: 'new', fromVersion: '2.0.0' }), [
    { kid: 'base' },
    { kid: 'new', fromVersion: '2.0.0' },
    { kid: 'tenth', fromVersion: '10.1' },
  ]);
  assert.deepEqual(withKey(KEYS, { kid: 'tenth', fromVersion: '11.0' }), [
    { kid: 'base' },
    { kid: 'second', fromVersion: '2.0' },
    { kid: 'tenth', fromVersion: '11.0' },
  ]);
  assert.deepEqual(withKey(KEYS, { kid: 'other' })[0], { kid: 'other' });
});
