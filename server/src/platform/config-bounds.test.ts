import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

/** The minimum and maximum of every number in the environment. */
const BOUNDS: readonly (readonly [name: string, least: number, most: number])[] = [
  ['PORT', 0, 65_535],
  ['DATABASE_POOL_SIZE', 1, 1_000],
  ['LATCHKEY_REQUESTS_PER_MINUTE', 0, 10_000_000],
  ['LATCHKEY_STOREFRONT_CACHE_MB', 0, 65_536],
  ['LATCHKEY_STOP_TIMEOUT_SECONDS', 1, 600],
];

const refuses = (environment: Record<string, string>, name: string): void => {
  assert.throws(
    () => readConfig(environment),
    (error) => error instanceof ConfigError && error.mistakes.length === 1 && error.message.includes(name),
    JSON.stringify(environment),
  );
};

test('numbers are taken from the least to the most, and refused beyond', () => {
  for (const [name, least, most] of BOUNDS) {
    for (const value of [least, most]) readConfig({ [name]: String(value) });
    for (const value of [least - 1, most + 1, `${least}.5`, '1e1', 'many'])
      refuses({ [name]: String(value) }, name);
  }
});

test('an instance secret has at least 32 characters', () => {
  assert.equal(readConfig({ LATCHKEY_SECRET: 's'.repeat(32) }).secret?.length, 32);
  refuses({ LATCHKEY_SECRET: 's'.repeat(31) }, 'LATCHKEY_SECRET');
});

test('one mistake is reported in one line, several in a list', () => {
  const messageOf = (environment: Record<string, string>): string => {
    try {
      readConfig(environment);
    } catch (error) {
      return String(error);
    }
    return assert.fail('the configuration is taken');
  };
  assert.match(messageOf({ PORT: 'many' }), /^ConfigError: the configuration has a mistake: PORT .*$/);
  assert.match(
    messageOf({ PORT: 'many', LOG_LEVEL: 'loud' }),
    /mistakes:\n {2}- PORT .*\n {2}- LOG_LEVEL .*$/,
  );
});
