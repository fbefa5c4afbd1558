import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const unknownOf = (env: Record<string, string>) => readConfig(env).unknownVariables;

test('a misspelt variable is named beside the one that is meant', () => {
  const misspelt = {
    LATCHKEY_PUBLICURL: 'LATCHKEY_PUBLIC_URL',
    LATCHKEY_TRUSTED_PROXY: 'LATCHKEY_TRUSTED_PROXIES',
    LATCHKEY_STMP_URL: 'SMTP_URL',
    LATCHKEY_PORT: 'PORT',
    LATCHKEY_DATADIR: 'LATCHKEY_DATA_DIR',
    LATCHKEY_EXPOSE_DEVELOPMENT_FEATURE: 'LATCHKEY_EXPOSE_DEVELOPMENT_FEATURES',
  };
  for (const [name, nearest] of Object.entries(misspelt))
    assert.deepEqual(unknownOf({ [name]: 'x' }), [{ name, nearest }]);
});

test('one that resembles none is named alone; those that are read, and those of others, are not named', () => {
  assert.deepEqual(unknownOf({ LATCHKEY_COLOUR: 'x', LATCHKEY_ZZZ: '' }), [
    { name: 'LATCHKEY_COLOUR' },
    { name: 'LATCHKEY_ZZZ' },
  ]);
  const good = { LATCHKEY_PUBLIC_URL: 'http://localhost', LATCHKEY_API_REFERENCE: 'true', PATH: '/bin' };
  assert.deepEqual(unknownOf(good), []);
  const secret = 'x'.repeat(32);
  const production = { NODE_ENV: 'production', LATCHKEY_SECRET: secret };
  assert.deepEqual(unknownOf({ ...production, LATCHKEY_EXPOSE_DEVELOPMENT_FEATURES: 'true' }), []);
});
