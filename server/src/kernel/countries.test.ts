import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCountryCode } from './countries.ts';

test('knows the country codes that ISO 3166-1 assigns, and no others', () => {
  for (const code of ['NO', 'de', 'GB', 'US', 'AX', 'SS', 'TW'])
    assert.equal(isCountryCode(code), true, code);
  for (const code of ['XX', 'ZZ', 'UK', 'EU', 'XK', 'AN', 'NOR', 'N', '', 'N0', '\u212AE', 'NO ']) {
    assert.equal(isCountryCode(code), false, code);
  }
});
