import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { CommandContextOf, CommandTxOf, ContextOf } from '../../platform/context/context.ts';
import type { VerificationKey } from '../../platform/crypto/jws.ts';
import type { PublicJwk, SigningAlgorithm } from '../../platform/crypto/key-pairs.ts';
import { versionedCache } from '../../platform/database/versioned-cache.ts';
import type { System } from '../../platform/system.ts';
import { findSigningKeyRow, listSigningKeyRows } from './store.ts';
import type { SigningKeyRow, SigningPurpose } from './tables.ts';

/** Topic of an account's signing keys in the change feed. */
export const KEYS_TOPIC = 'keys';

/** The owner of the keys: an account, or one that is about to be created. */
interface KeyOwner {
  readonly id: string;
  /** The owner's data key, as created by the vault. */
  readonly dataKey: string;
}

/** The context for using the keys of an account. */
export type KeyContext = ContextOf<KeyOwner>;

/** The input of commands that change the keys of an account. */
export type KeyCommandContext = CommandContextOf<KeyOwner>;

/** The transaction of a command that changes the keys of an account. */
export type KeyCommandTx = CommandTxOf<KeyOwner>;

/** A key that signs. */
export interface SigningKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly privateKey: KeyObject;
}

/** A public license key in the formats that applications accept. */
interface PublicLicenseKey {
  readonly kid: string;
  readonly isActive: boolean;
  readonly jwk: PublicJwk;
  readonly spkiPem: string;
  /** For RSA keys only. */
  readonly pkcs1Pem?: string;
}

interface AccountKeys {
  readonly rows: readonly SigningKeyRow[];
  readonly verification: Readonly<Record<SigningPurpose, ReadonlyMap<string, VerificationKey>>>;
  /** Private halves are decrypted on first use: most processes verify more than they sign. */
  readonly opened: Map<string, SigningKey>;
}

const accountKeys = versionedCache<AccountKeys>({ topic: KEYS_TOPIC, load: loadKeys });

/** The active key for this purpose. Throws when the account has none, which only damaged data can cause. */
export async function activeSigningKey(ctx: KeyContext, purpose: SigningPurpose): Promise<SigningKey> {
  const { rows, opened } = await accountKeys.get(ctx, ctx.account.id);
  return openKey(ctx, opened, activeRow(rows, ctx.account, purpose));
}

/** The license key with this `kid`; the default one if the account does not have it, or if none is named. */
export async function licenseSigningKey(ctx: KeyContext, kid: string | null): Promise<SigningKey> {
  const { rows, opened } = await accountKeys.get(ctx, ctx.account.id);
  const fallback = activeRow(rows, ctx.account, 'License');
  if (kid === null) return openKey(ctx, opened, fallback);
  // The cache may be older than a key that another process has just added.
  const row =
    rows.find(({ id }) => id === kid) ?? (await findSigningKeyRow(ctx.database.reader, ctx.account.id, kid));
  return openKey(ctx, opened, row?.purpose === 'License' ? row : fallback);
}

function openKey(ctx: KeyContext, opened: Map<string, SigningKey>, row: SigningKeyRow): SigningKey {
  const open = opened.get(row.id);
  if (open !== undefined) return open;
  const privateKey = createPrivateKey(ctx.vault.open(ctx.account, rowName(row.id), row.privateSealed));
  const signingKey: SigningKey = { kid: row.id, algorithm: row.algorithm, privateKey };
  opened.set(row.id, signingKey);
  return signingKey;
}

/** The facts about the current signing key of this purpose that are available without decrypting its private half. */
interface ActiveKeyFacts {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly createdAt: Date;
}

/** The current signing key for this purpose. Throws when the account has none. */
export async function activeKeyFacts(ctx: KeyContext, purpose: SigningPurpose): Promise<ActiveKeyFacts> {
  const { rows } = await accountKeys.get(ctx, ctx.account.id);
  const { id, algorithm, createdAt } = activeRow(rows, ctx.account, purpose);
  return { kid: id, algorithm, createdAt };
}

/** Every key whose signatures are valid for this purpose, by `kid`: the active one and the retired ones. */
export async function verificationKeys(
  ctx: KeyContext,
  purpose: SigningPurpose,
): Promise<ReadonlyMap<string, VerificationKey>> {
  return (await accountKeys.get(ctx, ctx.account.id)).verification[purpose];
}

/**
 * One key by its `kid`, read from the database: the cache may be older than a token that another process has just
 * signed with a new key.
 */
export async function findVerificationKey(
  ctx: KeyContext,
  purpose: SigningPurpose,
  kid: string,
): Promise<VerificationKey | undefined> {
  const row = await findSigningKeyRow(ctx.database.reader, ctx.account.id, kid);
  return row?.purpose === purpose
    ? { key: createPublicKey(row.publicPem), algorithm: row.algorithm }
    : undefined;
}

/** The account's public license keys, the default one first, then the others, newest first. */
export async function publicLicenseKeys(ctx: KeyContext): Promise<readonly PublicLicenseKey[]> {
  const { rows } = await accountKeys.get(ctx, ctx.account.id);
  const licenseRows = rows.filter(({ purpose }) => purpose === 'License');
  const active = licenseRows.filter(({ status }) => status === 'Active');
  const retired = licenseRows.filter(({ status }) => status === 'Retired');
  return [...active, ...retired].map(toPublicLicenseKey);
}

/** The name under which the private half of a key is sealed. */
export function rowName(kid: string): string {
  return `signing_keys/${kid}`;
}

function activeRow(
  rows: readonly SigningKeyRow[],
  account: KeyOwner,
  purpose: SigningPurpose,
): SigningKeyRow {
  const row = rows.find((candidate) => candidate.purpose === purpose && candidate.status === 'Active');
  if (row === undefined) throw new Error(`account ${account.id} has no active ${purpose} key`);
  return row;
}

async function loadKeys(system: System, accountId: string): Promise<AccountKeys> {
  const rows = await listSigningKeyRows(system.database.reader, accountId);
  const keysFor = (purpose: SigningPurpose): Map<string, VerificationKey> =>
    new Map(
      rows
        .filter((row) => row.purpose === purpose)
        .map((row) => [row.id, { key: createPublicKey(row.publicPem), algorithm: row.algorithm }]),
    );
  return {
    rows,
    verification: { License: keysFor('License'), Access: keysFor('Access') },
    opened: new Map(),
  };
}

function toPublicLicenseKey({ id, algorithm, publicPem, status }: SigningKeyRow): PublicLicenseKey {
  const key = createPublicKey(publicPem);
  const { kty = '', n, e, crv, x, y } = key.export({ format: 'jwk' });
  return {
    kid: id,
    isActive: status === 'Active',
    jwk: {
      kty,
      kid: id,
      alg: algorithm,
      use: 'sig',
      ...(n !== undefined && { n }),
      ...(e !== undefined && { e }),
      ...(crv !== undefined && { crv }),
      ...(x !== undefined && { x }),
      ...(y !== undefined && { y }),
    },
    spkiPem: publicPem,
    ...(key.asymmetricKeyType === 'rsa' && {
      pkcs1Pem: key.export({ type: 'pkcs1', format: 'pem' }),
    }),
  };
}
