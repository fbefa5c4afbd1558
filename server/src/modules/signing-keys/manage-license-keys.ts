import { conflict, invalidInput, notFound } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import {
  generateKeyPair,
  importPrivateKey,
  type KeyPair,
  type SigningAlgorithm,
  UnusableKey,
} from '../../platform/crypto/key-pairs.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import { type KeyCommandContext, type KeyContext, KEYS_TOPIC, rowName } from './account-keys.ts';
import { recordSigningKeyEvent, type SigningKeyEvent } from './events.ts';
import { signingKeyActive, signingKeyExists } from './problems.ts';
import {
  deleteSigningKeyRow,
  findSigningKeyRow,
  insertSigningKeyRow,
  listSigningKeyRows,
  retireSigningKeys,
} from './store.ts';
import type { SigningKeyRow } from './tables.ts';

/** A license key in its merchant's view. */
export interface LicenseKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  /** The active one signs; retired ones still verify. */
  readonly status: 'Active' | 'Retired';
  /** SPKI */
  readonly publicPem: string;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
}

/** All license keys of an account, newest first. */
export async function listLicenseKeys(ctx: KeyContext): Promise<LicenseKey[]> {
  const rows = await listSigningKeyRows(ctx.database.reader, ctx.account.id);
  return rows.filter(({ purpose }) => purpose === 'License').map(toLicenseKey);
}

/**
 * Creates a new license key, which signs from now on; the previous one is retired and still verifies. Applications get
 * the new one from the JWKS by its `kid`.
 */
export async function rotateLicenseKey(ctx: KeyContext, algorithm: SigningAlgorithm): Promise<LicenseKey> {
  return addLicenseKey(ctx, await prepareLicenseKey(algorithm));
}

/** Generates a key for `addLicenseKey`, which takes time. */
export function prepareLicenseKey(algorithm: SigningAlgorithm): Promise<KeyPair> {
  return generateKeyPair(algorithm);
}

/** Makes a prepared key the signing license key. @see rotateLicenseKey */
export function addLicenseKey(ctx: KeyCommandContext, pair: KeyPair): Promise<LicenseKey> {
  return addKey(ctx, pair, { type: 'signing-key.rotated', isActive: true });
}

/**
 * Imports a license key that a vendor has compiled into applications (PEM: PKCS#1, PKCS#8 or SEC1). It signs from now
 * on, or only verifies. Raises `InvalidInput` with the issue of the key, and `SigningKeyExists`.
 */
export async function importLicenseKey(
  ctx: KeyCommandContext,
  input: { readonly privateKeyPem: string; readonly isActive: boolean },
): Promise<LicenseKey> {
  const { isActive } = input;
  return addKey(ctx, readKey(input.privateKeyPem), { type: 'signing-key.imported', isActive });
}

/**
 * Removes a retired key: tokens that it signed are permanently refused from now on. Raises `NotFound`, and
 * `SigningKeyActive` for the active key.
 */
export async function removeLicenseKey(ctx: KeyContext, kid: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const row = await findSigningKeyRow(tx, ctx.account.id, kid);
    if (row?.purpose !== 'License') throw notFound({ detail: `There is no license key ${kid}.` });
    // The condition decides, not the earlier read: a key may have become the active one meanwhile.
    if (!(await deleteSigningKeyRow(tx, ctx.account.id, kid))) {
      throw signingKeyActive({
        detail: 'New tokens are signed with this key. Make another key active first.',
      });
    }
    await recordChange(tx, ctx.account.id, KEYS_TOPIC);
    recordSigningKeyEvent(tx, {
      type: 'signing-key.removed',
      subjects: { signingKey: kid },
      data: { purpose: 'License', isActive: false },
    });
  });
}

async function addKey(
  ctx: KeyCommandContext,
  pair: KeyPair,
  { type, isActive }: { readonly type: SigningKeyEvent['type']; readonly isActive: boolean },
): Promise<LicenseKey> {
  const now = ctx.clock.now();
  const row: SigningKeyRow = {
    accountId: ctx.account.id,
    id: pair.kid,
    purpose: 'License',
    algorithm: pair.algorithm,
    publicPem: pair.publicKeyPem,
    privateSealed: ctx.vault.seal(ctx.account, rowName(pair.kid), pair.privateKeyPem),
    status: isActive ? 'Active' : 'Retired',
    createdAt: now,
    retiredAt: isActive ? null : now,
  };
  try {
    await transaction(ctx, async (tx) => {
      if ((await findSigningKeyRow(tx, ctx.account.id, row.id)) !== undefined) {
        throw signingKeyExists({ instance: row.id });
      }
      if (isActive) await retireSigningKeys(tx, ctx.account.id, 'License', now);
      await insertSigningKeyRow(tx, row);
      await recordChange(tx, ctx.account.id, KEYS_TOPIC);
      recordSigningKeyEvent(tx, {
        type,
        subjects: { signingKey: row.id },
        data: { purpose: 'License', isActive },
      });
    });
  } catch (error) {
    // Two concurrent rotations: the index allows only one active key.
    if (isUniqueViolation(error)) {
      const detail = 'Another key was added at the same time. Try again.';
      throw conflict({ detail, headers: { 'retry-after': '1' } });
    }
    throw error;
  }
  return toLicenseKey(row);
}

function readKey(pem: string): KeyPair {
  try {
    return importPrivateKey(pem);
  } catch (error) {
    if (error instanceof UnusableKey) throw invalidInput({ errors: { privateKeyPem: [error.message] } });
    throw error;
  }
}

function toLicenseKey({ id, algorithm, status, publicPem, createdAt, retiredAt }: SigningKeyRow): LicenseKey {
  return { kid: id, algorithm, status, publicPem, createdAt, retiredAt };
}
