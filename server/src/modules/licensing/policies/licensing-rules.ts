import { notFound, refuseIssues } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import { recordChange } from '../../../platform/database/record-change.ts';
import { versionedCache } from '../../../platform/database/versioned-cache.ts';
import { changedFields } from '../../../platform/journal/changed-fields.ts';
import type { CommandContext, Context } from '../../accounts/index.ts';
import { findProduct, touchProduct } from '../../catalog/index.ts';
import { recordLicensingEvent } from '../events.ts';
import { listProductLicensing, putProductLicensing } from '../store/product-licensing.ts';
import type { ProductLicensing } from '../tables.ts';

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
export type ProductRules = Omit<ProductLicensing, 'accountId' | 'productId'>;

/** The same with the revision of the product, which changes with its rules. */
export type RevisedRules = ProductRules & { readonly revision: number };

/** A year, and a century: a time plus this duration must still be a valid time. */
export const MAX_RELEASE_PAUSE_SECONDS = 366 * 86_400;
export const MAX_OFFLINE_DAYS = 36_600;

const RULES_TOPIC = 'licensing-rules';

const productRules = versionedCache<ReadonlyMap<string, ProductLicensing>>({
  topic: RULES_TOPIC,
  load: async (system, accountId) => {
    const rows = await listProductLicensing(system.database.reader, accountId);
    return new Map(rows.map((row) => [row.productId, row]));
  },
});

const NOTHING_OF_ITS_OWN: ProductRules = {
  releasesOnline: null,
  releasesOffline: null,
  releasePauseSeconds: null,
  offlineDays: null,
};

/** The rules of every product of an account: the product's own, otherwise the account's. */
export async function licensingRules(ctx: Context): Promise<(productId: string) => LicensingRules> {
  const own = await productRules.get(ctx, ctx.account.id);
  const { customersMayRelease, releasePauseSeconds, offlineDays } = ctx.account.settings;
  return (productId) => {
    const rules = own.get(productId) ?? NOTHING_OF_ITS_OWN;
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
  const own = (await productRules.get(ctx, ctx.account.id)).get(productId);
  return { ...rulesOf(own), revision: product.revision };
}

/** Replaces the product's own rules. Raises `InvalidInput`, `NotFound` and `StaleRevision`. */
export async function replaceProductRules(
  ctx: CommandContext,
  productId: string,
  rules: ProductRules,
  expectedRevision?: number,
): Promise<RevisedRules> {
  refuseIssues(ruleIssues(rules));
  return transaction(ctx, async (tx) => {
    const { revision } = await touchProduct(tx, productId, expectedRevision);
    const rows = await listProductLicensing(tx, tx.account.id);
    const before = rulesOf(rows.find((row) => row.productId === productId));
    await putProductLicensing(tx, { ...rules, accountId: tx.account.id, productId });
    await recordChange(tx, tx.account.id, RULES_TOPIC);
    const data = changedFields(before, rules);
    if (data !== undefined)
      recordLicensingEvent(tx, { type: 'product-rules.changed', subjects: { product: productId }, data });
    return { ...rules, revision };
  });
}

function rulesOf(row: ProductRules = NOTHING_OF_ITS_OWN): ProductRules {
  const { releasesOnline, releasesOffline, releasePauseSeconds, offlineDays } = row;
  return { releasesOnline, releasesOffline, releasePauseSeconds, offlineDays };
}

function ruleIssues({ releasePauseSeconds, offlineDays }: ProductRules): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (!isWholeOrNull(releasePauseSeconds, 0, MAX_RELEASE_PAUSE_SECONDS)) {
    errors['releasePauseSeconds'] = [`must be a whole number from 0 to ${MAX_RELEASE_PAUSE_SECONDS}`];
  }
  if (!isWholeOrNull(offlineDays, 0, MAX_OFFLINE_DAYS)) {
    errors['offlineDays'] = [`must be a whole number from 0 to ${MAX_OFFLINE_DAYS}`];
  }
  return errors;
}

function isWholeOrNull(value: number | null, least: number, most: number): boolean {
  return value === null || (Number.isInteger(value) && value >= least && value <= most);
}
