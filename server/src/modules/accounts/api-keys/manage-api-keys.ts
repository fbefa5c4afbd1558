import { notFound, refuseIssues } from '../../../kernel/problem.ts';
import { type Changes, checkRevision } from '../../../kernel/revision.ts';
import { readerOf, transaction } from '../../../platform/context/context.ts';
import type { RowPage } from '../../../platform/database/newest-first.ts';
import { changedFields } from '../../../platform/journal/changed-fields.ts';
import type { CommandContext, CommandTx, QueryContext } from '../context.ts';
import { recordAccountEvent } from '../events.ts';
import { apiKeyEnded } from '../problems.ts';
import type { ApiKeyRow } from '../tables.ts';
import { type ApiKey, hashOf, isInForce, KEY_PREFIX, prefixOf, toApiKey } from './api-key.ts';
import { type Grantor, keyIssues, refuseEscalation } from './grantor.ts';
import {
  findApiKeyNames,
  findApiKeyRow,
  insertApiKeyRow,
  listApiKeyRows,
  lockApiKeyRow,
  pageApiKeyRows,
  saveApiKeyRow,
} from './store-api-keys.ts';

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly string[];
  /** From this moment on the key is refused; absent or null: never. */
  readonly expiresAt?: Date | null | undefined;
}

/** A key with the only copy of its secret: the database has a SHA-256 hash of it. */
export interface ApiKeyWithSecret {
  readonly apiKey: ApiKey;
  readonly key: string;
}

/**
 * Creates an API key. Raises `InvalidInput` with every issue, and `Forbidden` when it would allow more than the key
 * that creates it.
 */
export async function createApiKey(
  ctx: CommandContext,
  { name, scopes, expiresAt = null }: NewApiKey,
  grantor?: Grantor,
): Promise<ApiKeyWithSecret> {
  const createdAt = ctx.clock.now();
  refuseIssues(keyIssues({ name, scopes, expiresAt }, createdAt));
  refuseEscalation(grantor, { scopes, expiresAt });
  const { key, ...secret } = newSecret(ctx);
  const row: ApiKeyRow = {
    accountId: ctx.account.id,
    id: ctx.ids.guid(),
    name: name.trim(),
    ...secret,
    previousHash: null,
    previousExpiresAt: null,
    scopes: [...new Set(scopes)],
    createdAt,
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
    revision: 1,
  };
  await transaction(ctx, async (tx) => {
    await insertApiKeyRow(tx, row);
    recordAccountEvent(tx, {
      type: 'api-key.created',
      subjects: { apiKey: row.id },
      data: { name: row.name, scopes: row.scopes, expiresAt },
    });
  });
  return { apiKey: toApiKey(row), key };
}

/** Every API key of the account, including revoked ones, newest first. */
export async function listApiKeys(ctx: QueryContext): Promise<ApiKey[]> {
  const rows = await listApiKeyRows(readerOf(ctx), ctx.account.id);
  return rows.map(toApiKey);
}

/** A page of API keys, with up to one more than its limit. */
export async function pageApiKeys(ctx: QueryContext, page: RowPage): Promise<ApiKey[]> {
  const rows = await pageApiKeyRows(readerOf(ctx), ctx.account.id, page);
  return rows.map(toApiKey);
}

/** The names of API keys by their ids, also of those that were revoked. */
export async function apiKeyNames(
  ctx: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await findApiKeyNames(readerOf(ctx), ctx.account.id, [...new Set(ids)]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Raises `NotFound`. */
export async function findApiKey(ctx: QueryContext, id: string): Promise<ApiKey> {
  const row = await findApiKeyRow(readerOf(ctx), ctx.account.id, id);
  return toApiKey(row ?? refuseUnknown());
}

interface KeyRotation {
  /** The number of hours for which the previous secret also works; 0: it ends immediately. */
  readonly overlapHours: number;
}

/**
 * Gives a key a new secret. The previous one works until the overlap ends; an older one ends immediately. Raises
 * `NotFound`, `ApiKeyEnded`, and `Forbidden` as `createApiKey` does.
 */
export async function rotateApiKey(
  ctx: CommandContext,
  id: string,
  { overlapHours }: KeyRotation,
  grantor?: Grantor,
): Promise<ApiKeyWithSecret> {
  const { key, ...secret } = newSecret(ctx);
  const now = ctx.clock.now();
  const previousExpiresAt = new Date(now.getTime() + overlapHours * HOUR_MS);
  return inApiKey(ctx, id, async (tx, row) => {
    if (!isInForce(row, now)) throw apiKeyEnded();
    refuseEscalation(grantor, row);
    const changes = { ...secret, previousHash: row.keyHash, previousExpiresAt };
    const changed = await saveApiKeyRow(tx, row, changes);
    recordAccountEvent(tx, {
      type: 'api-key.rotated',
      subjects: { apiKey: id },
      data: { name: row.name, previousExpiresAt },
    });
    return { apiKey: toApiKey(changed), key };
  });
}

const HOUR_MS = 3_600_000;

/** The fields of a key that can change. */
type ApiKeyUpdate = Changes<Pick<ApiKey, 'name' | 'expiresAt'>>;

/**
 * Changes the name or the expiry of a key. Raises `NotFound`, `InvalidInput` with every issue, `StaleRevision`,
 * `ApiKeyEnded` for one that was revoked, and `Forbidden` as `createApiKey` does when the expiry changes.
 */
export async function updateApiKey(
  ctx: CommandContext,
  id: string,
  { name, expiresAt }: ApiKeyUpdate,
  {
    expectedRevision,
    grantor,
  }: { readonly expectedRevision?: number | undefined; readonly grantor?: Grantor | undefined } = {},
): Promise<ApiKey> {
  refuseIssues(keyIssues({ name, expiresAt }, ctx.clock.now()));
  return inApiKey(ctx, id, async (tx, row) => {
    checkRevision(row, expectedRevision);
    if (row.revokedAt !== null)
      throw apiKeyEnded({ detail: 'This API key was revoked and cannot be changed.' });
    if (expiresAt !== undefined) refuseEscalation(grantor, { scopes: row.scopes, expiresAt });
    const changes = {
      ...(name !== undefined && { name: name.trim() }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    const data = changedFields(row, { ...row, ...changes });
    if (data === undefined) return toApiKey(row);
    recordAccountEvent(tx, { type: 'api-key.changed', subjects: { apiKey: id }, data });
    return toApiKey(await saveApiKeyRow(tx, row, changes));
  });
}

/** Revokes an API key permanently and returns it; repeating it changes nothing. Raises `NotFound`. */
export async function revokeApiKey(ctx: CommandContext, id: string): Promise<ApiKey> {
  return inApiKey(ctx, id, async (tx, row) => {
    // A key that was already revoked keeps its time of revocation.
    if (row.revokedAt !== null) return toApiKey(row);
    recordAccountEvent(tx, {
      type: 'api-key.revoked',
      subjects: { apiKey: id },
      data: { name: row.name },
    });
    return toApiKey(await saveApiKeyRow(tx, row, { revokedAt: tx.clock.now() }));
  });
}

/** Runs a change of a key under its lock. Raises `NotFound`. */
function inApiKey<Result>(
  ctx: CommandContext,
  id: string,
  change: (tx: CommandTx, row: ApiKeyRow) => Promise<Result>,
): Promise<Result> {
  return transaction(ctx, async (tx) =>
    change(tx, (await lockApiKeyRow(tx, ctx.account.id, id)) ?? refuseUnknown()),
  );
}

function newSecret({
  ids,
}: CommandContext): Pick<ApiKeyRow, 'keyHash' | 'prefix'> & { readonly key: string } {
  const key = `${KEY_PREFIX}${ids.secret()}`;
  return { key, keyHash: hashOf(key), prefix: prefixOf(key) };
}

function refuseUnknown(): never {
  throw notFound({ detail: 'This account has no API key with this id.' });
}
