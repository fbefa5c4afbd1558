import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiKeyRow } from '../tables.ts';

/** A key with which a system of the merchant calls the Core API (wire contract section 6). */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The beginning of the secret, which identifies it; null for keys older than prefixes. */
  readonly prefix: string | null;
  /** Names from api-scopes.ts, or `*`. */
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** When it was last used, to the minute. */
  readonly lastUsedAt: Date | null;
  /** The time until which the secret before the last rotation also works. */
  readonly previousExpiresAt: Date | null;
  readonly revision: number;
}

/** The beginning of every secret. */
export const KEY_PREFIX = 'lk_';
const SHOWN_CHARACTERS = 8;

/** The part of the secret that may be shown: 48 of its 256 bits. */
export function prefixOf(key: string): string {
  return key.slice(0, KEY_PREFIX.length + SHOWN_CHARACTERS);
}

/** The stored form of a secret. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Whether the key is valid and this is its secret, or the previous one while that still works. */
export function isGoodSecret(row: ApiKeyRow, keyHash: string, now: Date): boolean {
  if (!isInForce(row, now)) return false;
  if (isSameHash(row.keyHash, keyHash)) return true;
  const { previousHash, previousExpiresAt } = row;
  if (previousHash === null || previousExpiresAt === null) return false;
  return isSameHash(previousHash, keyHash) && previousExpiresAt > now;
}

/** Whether a key is neither revoked nor expired. */
export function isInForce({ revokedAt, expiresAt }: ApiKey | ApiKeyRow, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

/** The key without its secrets. */
export function toApiKey(row: ApiKeyRow): ApiKey {
  const { accountId: _, keyHash: __, previousHash: ___, ...apiKey } = row;
  return apiKey;
}

function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
