import { transaction, readerOf } from '../../../platform/context/context.ts';
import { recordChange } from '../../../platform/database/record-change.ts';
import { versionedCache } from '../../../platform/database/versioned-cache.ts';
import { changedFields } from '../../../platform/journal/changed-fields.ts';
import type { Account, CommandContext, CommandTx, Context, QueryContext } from '../../accounts/index.ts';
import {
  type Catalog,
  createProduct,
  loadCatalog,
  type Product,
  type ProductChanges,
  type ProductInput,
  type ProductRow,
  updateProduct,
} from '../../catalog/index.ts';
import { activeKeyFacts, listLicenseKeys } from '../../signing-keys/index.ts';
import type { VersionHistory } from '../../../kernel/version-history.ts';
import { loadVersionHistories } from '../../releases/index.ts';
import { readAppVersion } from '../domain/app-version.ts';
import { type DeviceOfKey, keyOfDevice, type ProductKey, withKey } from '../domain/device-key.ts';
import { recordLicensingEvent } from '../events.ts';
import { listProductPolicies, putProductPolicy } from '../store/product-policies.ts';
import type { ProductPolicyRow } from '../tables.ts';

/**
 * What a vendor decides about the licenses and trials of a product. New licenses are granted with it and keep their part
 * of it (`LicensePolicy`); trials and the rules of `licensing-rules.ts` follow the product as it is now.
 */
export type ProductPolicy = Omit<ProductPolicyRow, 'accountId' | 'productId'>;

/** The fields that are set with the product itself; an absent one stays, or gets its default in a new product. */
export interface PolicyInput {
  /** Seats of a new license. (1) */
  readonly maxActivations?: number | undefined;
  /** (`allowsOffline` of the account's settings) */
  readonly allowsOffline?: boolean | undefined;
  /** (false) */
  readonly allowsTrials?: boolean | undefined;
  /** (14) */
  readonly trialDays?: number | undefined;
  /** (false) */
  readonly trialNeedsAccount?: boolean | undefined;
  /**
   * The license key that applications have, from a version on or, without one, for all versions that no other key is
   * for; null: only the default of the account. It is added to the keys that the product names. (none)
   */
  readonly signingKey?: ProductKey | null | undefined;
}

const POLICIES_TOPIC = 'product-policies';
const MAX_SEATS = 1_000_000;
const MAX_TRIAL_DAYS = 3_650;

/**
 * Adds a product with its license policy. Raises `InvalidInput` with every issue of both, and the problems of
 * `createProduct`.
 */
export async function createLicensedProduct(
  ctx: CommandContext,
  input: ProductInput & PolicyInput,
): Promise<Product> {
  const { policy, rest } = partsOf(input);
  return transaction(ctx, async (tx) => {
    const product = await createProduct(tx, rest, await policyIssues(tx, policy));
    await applyPolicy(tx, product.id, policy);
    return product;
  });
}

/**
 * Changes a product and its license policy; existing licenses keep theirs. Raises `InvalidInput` with every issue of
 * both, and the problems of `updateProduct`.
 */
export async function updateLicensedProduct(
  ctx: CommandContext,
  id: string,
  changes: ProductChanges & PolicyInput,
  expectedRevision?: number,
): Promise<ProductRow> {
  const { policy, rest } = partsOf(changes);
  return transaction(ctx, async (tx) => {
    const issues = await policyIssues(tx, policy);
    // Also locks the product, and with it the policy.
    const product = await updateProduct(tx, id, rest, expectedRevision, issues);
    await applyPolicy(tx, id, policy);
    return product;
  });
}

/** The policy among the fields of a product, and the rest. */
function partsOf<Input extends PolicyInput>(input: Input) {
  const { maxActivations, allowsOffline, allowsTrials, trialDays, trialNeedsAccount, signingKey, ...rest } =
    input;
  const policy = { maxActivations, allowsOffline, allowsTrials, trialDays, trialNeedsAccount, signingKey };
  return { policy, rest };
}

async function applyPolicy(tx: CommandTx, productId: string, input: PolicyInput): Promise<void> {
  const { signingKey, ...fields } = input;
  const changes: Partial<ProductPolicy> = {};
  Object.assign(
    changes,
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  );
  if (signingKey !== undefined) {
    const { signingKeys } = (await readProductPolicies(tx, [productId]))(productId);
    changes.signingKeys = signingKey === null ? [] : withKey(signingKeys, signingKey);
  }
  await changeProductPolicy(tx, productId, changes);
}

/** The policy of every product of an account, as this process knows it. */
export async function productPolicies(ctx: Context): Promise<(productId: string) => ProductPolicy> {
  const policies = await policiesById.get(ctx, ctx.account.id);
  return (productId) => policies.get(productId) ?? defaultPolicy(ctx.account);
}

/** A product, and what decides about its new licenses, devices and trials. */
export interface Licensable {
  readonly product: Product;
  readonly policy: ProductPolicy;
  /** The license key that signs for products that name no other. */
  readonly defaultKid: string;
  /** What the product has published, for licenses that cover only some versions. */
  readonly history: VersionHistory;
  /** The add-ons that are included in its licenses. */
  readonly addOns: readonly Product[];
}

/** A product with what decides about its licenses, read before a transaction begins. */
export async function licensable(ctx: Context, product: Product): Promise<Licensable> {
  const policy = (await productPolicies(ctx))(product.id);
  const { kid: defaultKid } = await activeKeyFacts(ctx, 'License');
  const history = (await loadVersionHistories(ctx))(product.id);
  const addOns = addOnsOf(await loadCatalog(ctx), product.id);
  return { product, policy, defaultKid, history, addOns };
}

/** The sub-products in use that are included in the license of a product (policies section 3). */
export function addOnsOf(catalog: Catalog, productId: string): Product[] {
  return catalog
    .subProducts(productId)
    .filter(({ isIncludedInLicense, status }) => isIncludedInLicense && status === 'Active');
}

/** The key for the token of an application that has sent none. @see keyOfDevice */
export function keyForDevice({ policy, defaultKid }: Licensable, device: DeviceOfKey): string {
  return keyOfDevice({ keys: policy.signingKeys, defaultKid }, device);
}

/** The policies of some products, read in the caller's transaction if there is one. */
export async function readProductPolicies(
  ctx: QueryContext,
  productIds: readonly string[],
): Promise<(productId: string) => ProductPolicy> {
  const rows = await listProductPolicies(readerOf(ctx), ctx.account.id, productIds);
  const policies = new Map(rows.map((row) => [row.productId, policyOf(row)]));
  return (productId) => policies.get(productId) ?? defaultPolicy(ctx.account);
}

/**
 * Changes fields of a product's policy, and returns the policy. The caller holds the lock of the product and has checked
 * the fields.
 */
export async function changeProductPolicy(
  tx: CommandTx,
  productId: string,
  changes: Partial<ProductPolicy>,
): Promise<ProductPolicy> {
  const [row] = await listProductPolicies(tx, tx.account.id, [productId]);
  const before = row === undefined ? defaultPolicy(tx.account) : policyOf(row);
  const policy = { ...before, ...changes };
  const data = changedFields(row === undefined ? {} : before, policy);
  if (data === undefined) return policy;
  await putProductPolicy(tx, { ...policy, accountId: tx.account.id, productId });
  await recordChange(tx, tx.account.id, POLICIES_TOPIC);
  recordLicensingEvent(tx, { type: 'product-rules.changed', subjects: { product: productId }, data });
  return policy;
}

const policiesById = versionedCache<ReadonlyMap<string, ProductPolicy>>({
  topic: POLICIES_TOPIC,
  load: async (system, accountId) => {
    const rows = await listProductPolicies(system.database.reader, accountId);
    return new Map(rows.map((row) => [row.productId, policyOf(row)]));
  },
});

/** The policy of a product for which none is stored. */
function defaultPolicy({ settings }: Account): ProductPolicy {
  return {
    maxActivations: 1,
    allowsOffline: settings.allowsOffline,
    allowsTrials: false,
    trialDays: 14,
    trialNeedsAccount: false,
    releasesOnline: null,
    releasesOffline: null,
    releasePauseSeconds: null,
    offlineDays: null,
    signingKeys: [],
  };
}

function policyOf(row: ProductPolicyRow): ProductPolicy {
  const { accountId: _, productId: __, ...policy } = row;
  return policy;
}

async function policyIssues(
  tx: CommandTx,
  { maxActivations, trialDays, signingKey }: PolicyInput,
): Promise<Record<string, string[]>> {
  const issues = {
    ...wholeIssue('maxNumberOfActivations', maxActivations, 0, MAX_SEATS),
    ...wholeIssue('trialDays', trialDays, 1, MAX_TRIAL_DAYS),
  };
  if (signingKey === undefined || signingKey === null) return issues;
  const { kid, fromVersion } = signingKey;
  if (!(await listLicenseKeys(tx)).some((key) => key.kid === kid)) {
    issues['signingKey.kid'] = ['is not a license key of this account'];
  }
  if (fromVersion !== undefined && readAppVersion(fromVersion) === undefined) {
    issues['signingKey.fromVersion'] = ['must be a version such as 2.0 or 2.0.0'];
  }
  return issues;
}

/** The issue of a field that is not a whole number between two limits; none if it is absent. */
export function wholeIssue(
  field: string,
  value: number | null | undefined,
  least: number,
  most: number,
): Record<string, string[]> {
  if (value === null || value === undefined) return {};
  const isWhole = Number.isInteger(value) && value >= least && value <= most;
  return isWhole ? {} : { [field]: [`must be a whole number from ${least} to ${most}`] };
}
