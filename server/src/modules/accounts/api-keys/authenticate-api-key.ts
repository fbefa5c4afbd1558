import type { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/database/database.ts';
import { recentValues } from '../../../platform/recent-values.ts';
import type { System } from '../../../platform/system.ts';
import type { Account } from '../account.ts';
import type { ApiKeyRow } from '../tables.ts';
import { type ApiKey, hashOf, isGoodSecret, toApiKey } from './api-key.ts';
import { findApiKeyByHash, touchApiKeyRow } from './store-api-keys.ts';

const KEY_FORM = /^lk_[\w-]{43}$/;
const TOUCH_INTERVAL_MS = 60_000;

/**
 * The API key of this account with this secret; `undefined` when it is malformed, unknown, of another account, expired
 * or revoked. It queries the database each time, so that a revocation takes effect immediately in every process. There
 * is no context yet: the key determines the actor.
 */
export async function authenticateApiKey(
  system: System,
  account: Pick<Account, 'id'>,
  key: string,
): Promise<ApiKey | undefined> {
  if (!KEY_FORM.test(key)) return undefined;
  const keyHash = hashOf(key);
  const row = await findApiKeyByHash(system.database.reader, account.id, keyHash);
  const now = system.clock.now();
  const isGood = row !== undefined && isGoodSecret(row, keyHash, now);
  rememberHash(system, keyHash, isGood);
  if (!isGood) return undefined;
  await recordUse(system, row, now);
  return toApiKey(row);
}

/**
 * Whether this process remembers the key as valid when it was last used here, without a query. It admits nobody: it
 * only tells an earlier caller from somebody who guesses.
 */
export function isKnownApiKey({ database }: Pick<System, 'database'>, key: string): boolean {
  return KEY_FORM.test(key) && goodKeys.get(database)?.has(hashOf(key)) === true;
}

const MOST_GOOD_KEYS = 10_000;

/** Hashes of keys, by their database. */
const goodKeys = new WeakMap<Database, LRUCache<string, true>>();

function rememberHash({ database }: System, keyHash: string, isGood: boolean): void {
  const hashes = goodKeys.get(database) ?? recentValues<true>(MOST_GOOD_KEYS);
  goodKeys.set(database, hashes);
  if (isGood) hashes.set(keyHash, true);
  else hashes.delete(keyHash);
}

const touched = new WeakMap<Database, Map<string, number>>();

/** Records the time of use at most once a minute per process; a failure does not refuse the key. */
async function recordUse(
  { database, log }: System,
  { accountId, id, lastUsedAt }: ApiKeyRow,
  now: Date,
): Promise<void> {
  const times = touched.get(database) ?? new Map<string, number>();
  touched.set(database, times);
  const latest = Math.max(times.get(id) ?? -Infinity, lastUsedAt?.getTime() ?? -Infinity);
  if (now.getTime() - latest < TOUCH_INTERVAL_MS) return;
  times.set(id, now.getTime());
  try {
    await database.transaction((tx) => touchApiKeyRow(tx, accountId, id, now));
  } catch (error) {
    log.warn({ err: error, apiKeyId: id }, 'the last use of an API key could not be recorded');
  }
}
