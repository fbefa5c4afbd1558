import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isGrantableScope } from '../../../kernel/api-scopes.ts';
import { invalidInput, notFound } from '../../../kernel/problem.ts';
import { readerOf, transaction } from '../../../platform/context/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { System } from '../../../platform/system.ts';
import type { Account } from '../account.ts';
import type { Context, QueryContext } from '../context.ts';
import { recordAccountEvent } from '../events.ts';
import {
  findApiKeyByHash,
  insertApiKeyRow,
  listApiKeyRows,
  revokeApiKeyRow,
  touchApiKeyRow,
} from './store-api-keys.ts';
import type { ApiKeyRow } from '../tables.ts';

/** A key with which a system of the merchant calls the Core API (wire contract section 6). */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** Names of kernel/api-scopes.ts, or `*`. */
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** When it was last used, exact to a minute. */
  readonly lastUsedAt: Date | null;
}

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly string[];
  /** From this moment on the key is refused; absent: never. */
  readonly expiresAt?: Date | undefined;
}

const KEY_PREFIX = 'lk_';
const KEY_FORM = /^lk_[\w-]{43}$/;
const TOUCH_INTERVAL_MS = 60_000;

/**
 * Makes an API key. `key` is its only copy: the database keeps a SHA-256 hash. Raises `InvalidInput` naming every
 * mistake.
 */
export async function createApiKey(ctx: Context, input: NewApiKey): Promise<{ apiKey: ApiKey; key: string }> {
  const createdAt = ctx.clock.now();
  const errors = checkNewApiKey(input, createdAt);
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  const key = `${KEY_PREFIX}${ctx.ids.secret()}`;
  const row: ApiKeyRow = {
    accountId: ctx.account.id,
    id: ctx.ids.guid(),
    name: input.name.trim(),
    keyHash: hashOf(key),
    scopes: [...new Set(input.scopes)],
    createdAt,
    expiresAt: input.expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
  };
  await transaction(ctx, async (tx) => {
    await insertApiKeyRow(tx, row);
    const { id, name, scopes, expiresAt } = row;
    recordAccountEvent(tx, {
      type: 'api-key.created',
      subjects: { apiKey: id },
      data: { name, scopes, expiresAt },
    });
  });
  return { apiKey: toApiKey(row), key };
}

/**
 * The API key of this account that `key` is; `undefined` when it is malformed, unknown, of another account, expired
 * or revoked. It asks the database each time, so that a revocation counts at once in every process. There is no context
 * yet: the key says who acts.
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
  const isGood = row !== undefined && isSameHash(row.keyHash, keyHash) && isInForce(row, now);
  noteGood(system, keyHash, isGood);
  if (!isGood) return undefined;
  await noteUse(system, row, now);
  return toApiKey(row);
}

/**
 * Whether this process knows, without asking the database, a key that was good when it was last used here. It admits
 * nobody: it only tells a known caller from somebody who guesses.
 */
export function isKnownApiKey({ database }: Pick<System, 'database'>, key: string): boolean {
  return KEY_FORM.test(key) && goodKeys.get(database)?.has(hashOf(key)) === true;
}

/** Every API key of the account, revoked ones too, newest first. */
export async function listApiKeys(ctx: QueryContext): Promise<ApiKey[]> {
  const rows = await listApiKeyRows(readerOf(ctx), ctx.account.id);
  return rows.map(toApiKey);
}

/** Revokes an API key permanently and returns it; repeating it changes nothing. Raises `NotFound`. */
export async function revokeApiKey(ctx: Context, id: string): Promise<ApiKey> {
  const now = ctx.clock.now();
  return transaction(ctx, async (tx) => {
    const row = await revokeApiKeyRow(tx, ctx.account.id, id, now);
    if (row === undefined) throw notFound({ detail: 'This account has no API key with this id.' });
    // Revoked before, it keeps the moment of then.
    if (row.revokedAt?.getTime() === now.getTime())
      recordAccountEvent(tx, {
        type: 'api-key.revoked',
        subjects: { apiKey: id },
        data: { name: row.name },
      });
    return toApiKey(row);
  });
}

function checkNewApiKey({ name, scopes, expiresAt }: NewApiKey, now: Date): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const { length } = name.trim();
  if (length === 0 || length > 100) errors['name'] = ['must have 1 to 100 characters'];
  if (scopes.length === 0) errors['scopes'] = ['must name at least one scope'];
  for (const [index, scope] of scopes.entries()) {
    if (!isGrantableScope(scope)) errors[`scopes[${index}]`] = [`"${scope}" is not a scope`];
  }
  // The comparison is also false for an invalid date.
  if (expiresAt !== undefined && !(expiresAt > now)) errors['expiresAt'] = ['must be in the future'];
  return errors;
}

function toApiKey(row: ApiKeyRow): ApiKey {
  const { id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = row;
  return { id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt };
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function isInForce({ revokedAt, expiresAt }: ApiKeyRow, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

const MOST_GOOD_KEYS = 10_000;

/** Hashes of keys, by the database that knows them. */
const goodKeys = new WeakMap<Database, LRUCache<string, true>>();

function noteGood({ database }: System, keyHash: string, isGood: boolean): void {
  const hashes = goodKeys.get(database) ?? new LRUCache<string, true>({ max: MOST_GOOD_KEYS });
  goodKeys.set(database, hashes);
  if (isGood) hashes.set(keyHash, true);
  else hashes.delete(keyHash);
}

const touched = new WeakMap<Database, Map<string, number>>();

/** Writes the time of use at most once a minute and process; a failure is no reason to refuse the key. */
async function noteUse(
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
