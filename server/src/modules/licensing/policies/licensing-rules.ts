import { notFound, refuseIssues } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext, Context } from '../../accounts/index.ts';
import { findProduct, touchProduct } from '../../catalog/index.ts';
import { changeProductPolicy, type ProductPolicy, productPolicies, wholeIssue } from './product-policy.ts';

/** The rules for activations of a product. */
export interface LicensingRules {
  /** Whether owners may release online activations, and offline ones. */
  readonly releasesOnline: boolean;
  readonly releasesOffline: boolean;
  /** Minimum time between two releases of a license by its owner. */
  readonly releasePauseSeconds: number;
  /** The lifetime of an offline token; null: as long as its license. */
  readonly offlineDays: number | null;
}

/**
 * The product's own rules; a null field falls back to the account's settings. `offlineDays` of 0 means as long as the
 * license, even where the account sets a number of days.
 */
type ProductRules = Pick<ProductPolicy, keyof LicensingRules>;

/** The same with the revision of the product, which changes with its rules. */
export type RevisedRules = ProductRules & { readonly revision: number };

/** A year, and a century: a time plus this duration must still be a valid time. */
export const MAX_RELEASE_PAUSE_SECONDS = 366 * 86_400;
export const MAX_OFFLINE_DAYS = 36_600;

/** The rules of every product of an account: the product's own, otherwise the account's. */
export async function licensingRules(ctx: Context): Promise<(productId: string) => LicensingRules> {
  const policies = await productPolicies(ctx);
  const { customersMayRelease, releasePauseSeconds, offlineDays } = ctx.account.settings;
  return (productId) => {
    const rules = policies(productId);
    const days = rules.offlineDays ?? offlineDays ?? 0;
    return {
      releasesOnline: rules.releasesOnline ?? customersMayRelease.online,
      releasesOffline: rules.releasesOffline ?? customersMayRelease.offline,
      releasePauseSeconds: rules.releasePauseSeconds ?? releasePauseSeconds,
      offlineDays: days === 0 ? null : days,
    };
  };
}

/** The product's own rules. Raises `NotFound` for an unknown product. */
export async function findProductRules(ctx: Context, productId: string): Promise<RevisedRules> {
  const product = await findProduct(ctx, productId);
  if (product === undefined) throw notFound({ detail: `There is no product ${productId}.` });
  const policies = await productPolicies(ctx);
  return { ...policies(productId), revision: product.revision };
}

/** Replaces the product's own rules. Raises `InvalidInput`, `NotFound` and `StaleRevision`. */
export async function replaceProductRules(
  ctx: CommandContext,
  productId: string,
  { releasesOnline, releasesOffline, releasePauseSeconds, offlineDays }: ProductRules,
  expectedRevision?: number,
): Promise<RevisedRules> {
  refuseIssues({
    ...wholeIssue('releasePauseSeconds', releasePauseSeconds, 0, MAX_RELEASE_PAUSE_SECONDS),
    ...wholeIssue('offlineDays', offlineDays, 0, MAX_OFFLINE_DAYS),
  });
  return transaction(ctx, async (tx) => {
    const { revision } = await touchProduct(tx, productId, expectedRevision);
    const rules = { releasesOnline, releasesOffline, releasePauseSeconds, offlineDays };
    return { ...(await changeProductPolicy(tx, productId, rules)), revision };
  });
}
