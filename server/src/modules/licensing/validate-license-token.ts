import { notFound, type Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/database/database.ts';
import { groupCalls } from '../../platform/grouping.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { type Catalog, loadCatalog, type Product } from '../catalog/index.ts';
import { activationClaims, ownedSubProducts } from './activation-token.ts';
import type { TokenClaims } from './domain/claims.ts';
import { refusalOf, type TokenRefusal } from './domain/license-state.ts';
import type { Usage } from './domain/usage.ts';
import { type PresentedToken, readLicenseTokens, signLicenseToken } from './license-tokens.ts';
import {
  invalidLicenseToken,
  licenseActivationRevoked,
  licenseExpired,
  licenseOwnerChanged,
  licenseRevoked,
  productInactive,
} from './problems.ts';
import { type ActivationRecord, findActivationRecords, noteValidations } from './store-activations.ts';

export interface ValidationInput {
  readonly productId: string;
  readonly token: string;
  readonly usage?: Usage | undefined;
}

/**
 * Renews the token of a device that still holds its seat, and writes down that it asked (customer API, Client
 * licensing; wire contract section 5). The answer comes after the write is durable.
 *
 * Requests that arrive at the same time share one read and one transaction; their tokens are signed off the main
 * thread.
 *
 * Raises the definitive refusals of section 5, all 400: `InvalidLicenseToken`, `LicenseRevoked`,
 * `LicenseActivationRevoked`, `LicenseExpired`. Also `NotFound` when activation or product are gone, and 403 for
 * `LicenseOwnerChanged` and `ProductInactive`.
 */
export async function validateLicenseToken(
  system: System,
  account: Account,
  input: ValidationInput,
): Promise<string> {
  const verdict = await validationsOf(system, account)({ system, account, input });
  if ('refusal' in verdict) throw verdict.refusal;
  return signLicenseToken(system, account, verdict.claims);
}

interface Validation {
  readonly system: System;
  readonly account: Account;
  readonly input: ValidationInput;
}

type Verdict = { readonly claims: TokenClaims } | { readonly refusal: Problem };

const MAX_GROUP = 256;

const groups = new WeakMap<Database, Map<string, (validation: Validation) => Promise<Verdict>>>();

/** One group at a time per account: the next one forms while this one is being written. */
function validationsOf(system: System, account: Account): (validation: Validation) => Promise<Verdict> {
  const ofDatabase =
    groups.get(system.database) ?? new Map<string, (validation: Validation) => Promise<Verdict>>();
  groups.set(system.database, ofDatabase);
  const known = ofDatabase.get(account.id);
  if (known !== undefined) return known;
  const made = groupCalls(validateGroup, MAX_GROUP);
  ofDatabase.set(account.id, made);
  return made;
}

async function validateGroup(group: readonly Validation[]): Promise<Verdict[]> {
  const [first] = group;
  if (first === undefined) return [];
  const { system, account } = first;
  const catalog = await loadCatalog(system, account);
  const tokens = await readLicenseTokens(
    system,
    account,
    group.map(({ input }) => input),
  );
  const ids = [...new Set(tokens.flatMap((token) => (token === undefined ? [] : [token.id])))];
  const records = await recordsById(system, account, ids);
  const now = system.clock.now();
  const candidates = group.map((validation, index) =>
    assess(validation, { token: tokens[index], records, catalog, now }),
  );
  const active = await writeDown(system, account, group, candidates, now);
  const subProducts = await ownedSubProducts(
    system,
    account,
    catalog,
    candidates.flatMap((candidate) => ('record' in candidate ? [candidate.record] : [])),
  );
  return candidates.map((candidate, index) => {
    if ('refusal' in candidate) return candidate;
    const { record, product } = candidate;
    if (!active.has(record.id)) return { refusal: refusals.ActivationRevoked() };
    return {
      claims: activationClaims(group[index]?.account ?? account, product, record, { now, subProducts }),
    };
  });
}

async function recordsById(
  system: System,
  account: Account,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ActivationRecord>> {
  if (ids.length === 0) return new Map();
  const records = await findActivationRecords(system.database.reader, account.id, ids);
  return new Map(records.map((record) => [record.id, record]));
}

type Candidate =
  | { readonly record: ActivationRecord; readonly product: Product }
  | { readonly refusal: Problem };

interface Known {
  readonly token: PresentedToken | undefined;
  readonly records: ReadonlyMap<string, ActivationRecord>;
  readonly catalog: Catalog;
  readonly now: Date;
}

function assess({ input }: Validation, { token, records, catalog, now }: Known): Candidate {
  const product = catalog.product(input.productId);
  if (token === undefined)
    return { refusal: invalidLicenseToken({ detail: 'The license token is not valid.' }) };
  const record = records.get(token.id);
  if (record === undefined || product === undefined)
    return { refusal: notFound({ detail: 'The license is gone.' }) };
  if (record.productId !== product.id) {
    return { refusal: invalidLicenseToken({ detail: 'The license token is of another product.' }) };
  }
  const license = {
    status: record.licenseStatus,
    expiresAt: record.expiresAt,
    customerId: record.customerId,
  };
  const { activationStatus } = record;
  const refused = refusalOf({ license, activationStatus, tokenOwnerId: token.ownerId }, now);
  if (refused !== undefined) return { refusal: refusals[refused]() };
  if (product.status === 'Inactive')
    return { refusal: productInactive({ detail: `${product.name} is not available.` }) };
  return { record, product };
}

const refusals: Record<TokenRefusal, () => Problem> = {
  OwnerChanged: () => licenseOwnerChanged({ detail: 'The license belongs to another customer now.' }),
  LicenseRevoked: () => licenseRevoked({ detail: 'License has been revoked' }),
  ActivationRevoked: () => licenseActivationRevoked({ detail: 'License has been revoked' }),
  LicenseExpired: () => licenseExpired({ detail: 'License has expired' }),
};

/** Writes the validations of a group in one transaction; the ids of the activations that were active then. */
async function writeDown(
  system: System,
  account: Account,
  group: readonly Validation[],
  candidates: readonly Candidate[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const usageById = new Map<string, Usage>();
  for (const [index, candidate] of candidates.entries()) {
    if (!('record' in candidate)) continue;
    const { id } = candidate.record;
    usageById.set(id, { ...usageById.get(id), ...group[index]?.input.usage });
  }
  if (usageById.size === 0) return new Set();
  const notes = [...usageById].map(([id, usage]) => ({ id, usage }));
  return system.database.transaction((tx) => noteValidations(tx, account.id, notes, now));
}
