import { conflict, invalidInput, notFound } from '../../kernel/problem.ts';
import { readerOf, transaction } from '../../platform/context/context.ts';
import {
  generateKeyPair,
  importPrivateKey,
  type KeyPair,
  type SigningAlgorithm,
  UnusableKey,
} from '../../platform/crypto/key-pairs.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import {
  type KeyCommandContext,
  type KeyCommandTx,
  type KeyContext,
  KEYS_TOPIC,
  rowName,
} from './account-keys.ts';
import { recordSigningKeyEvent, type SigningKeyEvent } from './events.ts';
import { signingKeyExists, signingKeyInUse } from './problems.ts';
import {
  deleteSigningKeyRow,
  findSigningKeyRow,
  insertSigningKeyRow,
  listSigningKeyRows,
  makeKeyActive,
  retireSigningKeys,
} from './store.ts';
import type { SigningKeyRow } from './tables.ts';

/** A license key in its merchant's view. */
export interface LicenseKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  /** Whether it signs the first tokens of devices of products that name no other key. */
  readonly isDefault: boolean;
  /** SPKI */
  readonly publicPem: string;
  readonly createdAt: Date;
}

/** All license keys of an account, newest first. */
export async function listLicenseKeys(ctx: KeyContext | KeyCommandTx): Promise<LicenseKey[]> {
  const rows = await listSigningKeyRows(readerOf(ctx), ctx.account.id);
  return rows.filter(({ purpose }) => purpose === 'License').map(toLicenseKey);
}

/**
 * Creates a license key. It signs nothing until a product names it: deployed applications hold one key, and would take
 * a token that they cannot verify for the end of their license.
 */
export async function createLicenseKey(ctx: KeyContext, algorithm: SigningAlgorithm): Promise<LicenseKey> {
  return addLicenseKey(ctx, await prepareLicenseKey(algorithm));
}

/** Generates a key for `addLicenseKey`, which takes time. */
export function prepareLicenseKey(algorithm: SigningAlgorithm): Promise<KeyPair> {
  return generateKeyPair(algorithm);
}

/** Adds a prepared key. @see createLicenseKey */
export function addLicenseKey(ctx: KeyCommandContext, pair: KeyPair): Promise<LicenseKey> {
  return addKey(ctx, pair, { type: 'signing-key.created', isDefault: false });
}

/**
 * Imports a license key that a vendor has compiled into applications (PEM: PKCS#1, PKCS#8 or SEC1). It renews its own
 * tokens, and becomes the default if that is requested. Raises `InvalidInput` with the issue of the key, and
 * `SigningKeyExists`.
 */
export async function importLicenseKey(
  ctx: KeyCommandContext,
  input: { readonly privateKeyPem: string; readonly isDefault: boolean },
): Promise<LicenseKey> {
  const { isDefault } = input;
  return addKey(ctx, readKey(input.privateKeyPem), { type: 'signing-key.imported', isDefault });
}

/**
 * Removes a license key: tokens that it signed are permanently refused from now on. The oldest of the others becomes
 * the default if this one was. Raises `NotFound`, and `SigningKeyInUse` for the only key.
 */
export async function removeLicenseKey(tx: KeyCommandTx, kid: string): Promise<void> {
  const keys = await listLicenseKeys(tx);
  const key = keys.find((each) => each.kid === kid);
  if (key === undefined) throw notFound({ detail: `There is no license key ${kid}.` });
  const successor = keys.findLast((each) => each.kid !== kid);
  if (successor === undefined) {
    throw signingKeyInUse({ detail: 'It is the only license key. Create or import another one first.' });
  }
  await deleteSigningKeyRow(tx, tx.account.id, kid);
  if (key.isDefault) await makeKeyActive(tx, tx.account.id, successor.kid);
  await recordChange(tx, tx.account.id, KEYS_TOPIC);
  recordSigningKeyEvent(tx, {
    type: 'signing-key.removed',
    subjects: { signingKey: kid },
    data: { purpose: 'License', isActive: key.isDefault },
  });
}

async function addKey(
  ctx: KeyCommandContext,
  pair: KeyPair,
  { type, isDefault }: { readonly type: SigningKeyEvent['type']; readonly isDefault: boolean },
): Promise<LicenseKey> {
  const now = ctx.clock.now();
  const row: SigningKeyRow = {
    accountId: ctx.account.id,
    id: pair.kid,
    purpose: 'License',
    algorithm: pair.algorithm,
    publicPem: pair.publicKeyPem,
    privateSealed: ctx.vault.seal(ctx.account, rowName(pair.kid), pair.privateKeyPem),
    status: isDefault ? 'Active' : 'Retired',
    createdAt: now,
    retiredAt: isDefault ? null : now,
  };
  try {
    await transaction(ctx, async (tx) => {
      if ((await findSigningKeyRow(tx, ctx.account.id, row.id)) !== undefined) {
        throw signingKeyExists({ instance: row.id });
      }
      if (isDefault) await retireSigningKeys(tx, ctx.account.id, 'License', now);
      await insertSigningKeyRow(tx, row);
      await recordChange(tx, ctx.account.id, KEYS_TOPIC);
      recordSigningKeyEvent(tx, {
        type,
        subjects: { signingKey: row.id },
        data: { purpose: 'License', isActive: isDefault },
      });
    });
  } catch (error) {
    // Two concurrent imports: the index allows only one default key.
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

function toLicenseKey({ id, algorithm, status, publicPem, createdAt }: SigningKeyRow): LicenseKey {
  return { kid: id, algorithm, isDefault: status === 'Active', publicPem, createdAt };
}
