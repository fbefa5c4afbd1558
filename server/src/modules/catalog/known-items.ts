import { readerOf } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Account, CommandTx, QueryContext } from '../accounts/index.ts';
import { issueList, type Issues } from './domain/issues.ts';
import { type CartRuleFields, type CatalogIds, checkCartRule, checkTargets } from './domain/rule-checks.ts';
import { checkUpgrade } from './domain/upgrade-checks.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { readCoupons } from './store-coupons.ts';
import { listItemIds } from './store.ts';
import type { StoredTarget, VariationRow } from './tables.ts';

/** Every issue of a rule about carts, such as a coupon; `{}` when it is valid. */
export async function cartRuleIssues(ctx: QueryContext, fields: CartRuleFields): Promise<Issues> {
  return checkCartRule(fields, await catalogIds(readerOf(ctx), ctx.account));
}

/**
 * The items that discounts and offers of the account may refer to: its products and bundles, each with its variations.
 */
export async function catalogIds(db: Reader, account: Pick<Account, 'id'>): Promise<CatalogIds> {
  const { productIds, bundleIds, variations } = await listItemIds(db, account.id);
  const variationsOf = new Map<string, Set<string>>();
  for (const id of productIds) variationsOf.set(`Product/${id}`, new Set());
  for (const id of bundleIds) variationsOf.set(`Bundle/${id}`, new Set());
  for (const { id, productId, bundleId } of variations) {
    variationsOf.get(productId === null ? `Bundle/${bundleId}` : `Product/${productId}`)?.add(id);
  }
  return { variationsOf };
}

/**
 * Every issue of the sale of variations to owners, by the index of the variation. Nobody else changes the catalogue
 * until the transaction ends, so that two changes do not close a circle.
 */
export async function upgradeIssues(tx: CommandTx, rows: readonly VariationRow[]): Promise<Issues[]> {
  if (rows.some(({ upgrade }) => upgrade !== null)) await recordChange(tx, tx.account.id, CATALOG_TOPIC);
  return draftUpgradeIssues(tx, rows);
}

/** The same for variations that are not stored. */
export async function draftUpgradeIssues(
  ctx: QueryContext,
  rows: readonly VariationRow[],
): Promise<Issues[]> {
  if (rows.every(({ upgrade }) => upgrade === null)) return rows.map(() => ({}));
  const { productIds, variations } = await listItemIds(readerOf(ctx), ctx.account.id);
  const changed = new Set(rows.map(({ id }) => id));
  const sources = {
    productIds: new Set([...productIds, ...rows.flatMap(({ productId }) => productId ?? [])]),
    variations: [...variations.filter(({ id }) => !changed.has(id)), ...rows],
  };
  return rows.map((row) => {
    const issues = issueList();
    const currencies = row.isArchived ? [] : ctx.account.settings.currencies;
    issues.addAll('upgrade', checkUpgrade(row, currencies, sources));
    return issues.all();
  });
}

/**
 * Every issue of what variations refer to: their sale to owners, and the coupons of their milestones. By the index of the
 * variation.
 */
export async function referenceIssues(tx: CommandTx, rows: readonly VariationRow[]): Promise<Issues[]> {
  const [upgrades, coupons] = [await upgradeIssues(tx, rows), await couponIssues(tx, rows)];
  return rows.map((_, index) => ({ ...upgrades[index], ...coupons[index] }));
}

/**
 * Every issue of the coupons of milestones, by the index of the variation. A coupon that the variation `before` named may
 * be archived by now.
 */
export async function couponIssues(
  ctx: QueryContext,
  rows: readonly VariationRow[],
  before?: VariationRow,
): Promise<Issues[]> {
  const milestonesOf = ({ subscriptionTerms }: VariationRow) => subscriptionTerms?.milestones ?? [];
  const same = new Set(before && milestonesOf(before).map(({ couponId }) => couponId));
  const ids = rows.flatMap((row) => milestonesOf(row).map(({ couponId }) => couponId));
  if (ids.length === 0) return rows.map(() => ({}));
  const coupons = new Map(
    (await readCoupons(readerOf(ctx), ctx.account.id, ids)).map((coupon) => [coupon.id, coupon]),
  );
  return rows.map((row) => {
    const issues = issueList();
    milestonesOf(row).forEach(({ couponId }, index) => {
      const path = `milestones[${index}].couponId`;
      const coupon = coupons.get(couponId);
      if (coupon === undefined) issues.add(path, 'is not a coupon of this account');
      else if (coupon.isArchived && !same.has(couponId))
        issues.add(path, 'is an archived coupon: nobody could use its codes');
    });
    return issues.all();
  });
}

/** Every issue of a list of items, as field path → messages; `{}` if all belong to the account. */
export async function targetIssues(tx: CommandTx, targets: readonly StoredTarget[]): Promise<Issues> {
  if (targets.length === 0) return {};
  const issues = issueList();
  checkTargets('targets', targets, await catalogIds(tx, tx.account), issues);
  return issues.all();
}
