import { transaction, readerOf } from '../../../platform/context/context.ts';
import { recordChange } from '../../../platform/database/record-change.ts';
import { versionedCache } from '../../../platform/database/versioned-cache.ts';
import { changedFields } from '../../../platform/journal/changed-fields.ts';
import type { Account, CommandContext, CommandTx, Context, QueryContext } from '../../accounts/index.ts';
import {
  createProduct,
  type Product,
  type ProductChanges,
  type ProductInput,
  type ProductRow,
  updateProduct,
} from '../../catalog/index.ts';
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
  {
    maxActivations,
    allowsOffline,
    allowsTrials,
    trialDays,
    trialNeedsAccount,
    ...input
  }: ProductInput & PolicyInput,
): Promise<Product> {
  const fields = { maxActivations, allowsOffline, allowsTrials, trialDays, trialNeedsAccount };
  return transaction(ctx, async (tx) => {
    const product = await createProduct(tx, input, policyIssues(fields));
    await changeProductPolicy(tx, product.id, withoutAbsent(fields));
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
  {
    maxActivations,
    allowsOffline,
    allowsTrials,
    trialDays,
    trialNeedsAccount,
    ...changes
  }: ProductChanges & PolicyInput,
  expectedRevision?: number,
): Promise<ProductRow> {
  const fields = { maxActivations, allowsOffline, allowsTrials, trialDays, trialNeedsAccount };
  return transaction(ctx, async (tx) => {
    // Also locks the product, and with it the policy.
    const product = await updateProduct(tx, id, changes, expectedRevision, policyIssues(fields));
    await changeProductPolicy(tx, id, withoutAbsent(fields));
    return product;
  });
}

/** The policy of every product of an account, as this process knows it. */
export async function productPolicies(ctx: Context): Promise<(productId: string) => ProductPolicy> {
  const policies = await policiesById.get(ctx, ctx.account.id);
  return (productId) => policies.get(productId) ?? defaultPolicy(ctx.account);
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
  };
}

function policyOf(row: ProductPolicyRow): ProductPolicy {
  const { accountId: _, productId: __, ...policy } = row;
  return policy;
}

function policyIssues({ maxActivations, trialDays }: PolicyInput): Record<string, string[]> {
  return {
    ...wholeIssue('maxNumberOfActivations', maxActivations, 0, MAX_SEATS),
    ...wholeIssue('trialDays', trialDays, 1, MAX_TRIAL_DAYS),
  };
}

/** The issue of a field that is no whole number between two limits; none if it is absent. */
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

function withoutAbsent(input: PolicyInput): Partial<ProductPolicy> {
  const policy: Partial<ProductPolicy> = {};
  return Object.assign(
    policy,
    Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
  );
}
