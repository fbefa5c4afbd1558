import { notFound } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { ArchivablePage } from '../../platform/database/account-rows.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import type { CommandTx, QueryContext } from '../accounts/index.ts';
import type { ItemReference } from './create-variation.ts';
import * as icons from './store-icons.ts';
import * as rows from './store-rows.ts';
import * as store from './store.ts';
import type {
  BundleProductRow,
  BundleRow,
  DiscountRow,
  OfferRow,
  ProductRow,
  PromotionRow,
  VariationRow,
} from './tables.ts';

/** The product with this id, even if archived; the same for the next four. */
export function findProduct(ctx: QueryContext, id: string): Promise<ProductRow | undefined> {
  return rows.productRows.find(readerOf(ctx), ctx.account.id, id);
}

/** The products with these ids, by id, including archived ones: for lists that name few products many times. */
export async function findProducts(
  ctx: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductRow>> {
  const products = new Map<string, ProductRow>();
  for (const id of new Set(ids)) {
    const product = await findProduct(ctx, id);
    if (product !== undefined) products.set(id, product);
  }
  return products;
}

/** @see findProduct */
export function findBundle(ctx: QueryContext, id: string): Promise<BundleRow | undefined> {
  return rows.bundleRows.find(readerOf(ctx), ctx.account.id, id);
}

/** @see findProduct */
export function findDiscount(ctx: QueryContext, id: string): Promise<DiscountRow | undefined> {
  return rows.discountRows.find(readerOf(ctx), ctx.account.id, id);
}

/** @see findProduct */
export function findOffer(ctx: QueryContext, id: string): Promise<OfferRow | undefined> {
  return rows.offerRows.find(readerOf(ctx), ctx.account.id, id);
}

/** @see findProduct */
export function findPromotion(ctx: QueryContext, id: string): Promise<PromotionRow | undefined> {
  return rows.promotionRows.find(readerOf(ctx), ctx.account.id, id);
}

/** The variation with this id, of any product or bundle. */
export function findVariation(ctx: QueryContext, id: string): Promise<VariationRow | undefined> {
  return rows.findVariation(readerOf(ctx), ctx.account.id, id);
}

/** Products newest first; up to one more than `limit`, to show whether there are more. The same for the next four. */
export function pageProducts(ctx: QueryContext, page: ArchivablePage): Promise<ProductRow[]> {
  return rows.productRows.page(readerOf(ctx), ctx.account.id, page);
}

/** The ids of all products with a window of grace for upgrades. */
export function productIdsWithGrace(db: Reader, accountId: string): Promise<string[]> {
  return store.productIdsWithGrace(db, accountId);
}

/** @see pageProducts */
export function pageBundles(ctx: QueryContext, page: ArchivablePage): Promise<BundleRow[]> {
  return rows.bundleRows.page(readerOf(ctx), ctx.account.id, page);
}

/** @see pageProducts */
export function pageDiscounts(ctx: QueryContext, page: ArchivablePage): Promise<DiscountRow[]> {
  return rows.discountRows.page(readerOf(ctx), ctx.account.id, page);
}

/** @see pageProducts */
export function pageOffers(ctx: QueryContext, page: ArchivablePage): Promise<OfferRow[]> {
  return rows.offerRows.page(readerOf(ctx), ctx.account.id, page);
}

/** @see pageProducts */
export function pagePromotions(ctx: QueryContext, page: ArchivablePage): Promise<PromotionRow[]> {
  return rows.promotionRows.page(readerOf(ctx), ctx.account.id, page);
}

/** The variations of a product or bundle, including archived ones, as pages, newest first. @see pageProducts */
export function pageItemVariations(
  ctx: QueryContext,
  item: ItemReference,
  page: RowPage,
): Promise<VariationRow[]> {
  return store.pageItemVariations(readerOf(ctx), ctx.account.id, item, page);
}

/** The variations of several products or bundles, including archived ones. */
export function listVariationsOf(
  ctx: QueryContext,
  type: ItemReference['type'],
  itemIds: readonly string[],
): Promise<VariationRow[]> {
  return store.listVariationsOf(readerOf(ctx), ctx.account.id, type, itemIds);
}

/** The products of the bundles, in the merchant's order. */
export function listBundleProducts(
  ctx: QueryContext,
  bundleIds: readonly string[],
): Promise<BundleProductRow[]> {
  return store.listBundleProducts(readerOf(ctx), ctx.account.id, bundleIds);
}

/** The product, locked until the transaction ends. Raises `NotFound`. */
export async function lockProduct(tx: CommandTx, id: string): Promise<ProductRow> {
  const product = await rows.productRows.lock(tx, tx.account.id, id);
  if (product === undefined) throw notFound({ detail: `There is no product ${id}.` });
  return product;
}

/** The files of all icons of the account, each once. */
export function iconKeysOf(ctx: QueryContext): Promise<string[]> {
  return icons.iconKeysOf(readerOf(ctx), ctx.account.id);
}

/** Those of the files that are icons of any account: identical content is stored once for all accounts. */
export function usedIconKeys(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  return icons.usedIconKeys(db, keys);
}
