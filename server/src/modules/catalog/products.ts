import type { Reader, Tx } from '../../platform/database/database.ts';
import type { Account, CommandContext } from '../accounts/index.ts';
import { type Product, toProduct } from './catalog.ts';
import { addRow, changeRow, type RowKind } from './change-row.ts';
import { checkProduct } from './domain/checks.ts';
import { partsOfId } from '../../kernel/product-id.ts';
import { issueList, type Issues } from './domain/issues.ts';
import { newProperties } from './new-properties.ts';
import { newVariations, type VariationInput } from './new-variation.ts';
import { productExists, productInBundles } from './problems.ts';
import type { Changes } from '../../kernel/revision.ts';
import { productRows } from './store-rows.ts';
import { listBundlesWith } from './store.ts';
import type { DownloadAccess, ProductRow } from './tables.ts';

/** Input for a new product; an absent field takes the value in brackets. */
export interface ProductInput {
  /** Slug; `parent.child` makes it a sub-product of `parent`. */
  readonly id: string;
  readonly name: string;
  readonly tagline?: string | undefined;
  readonly description?: string | undefined;
  /** Markdown, for the page of the item. */
  readonly longDescription?: string | null | undefined;
  /** Markdown. */
  readonly systemRequirements?: string | null | undefined;
  readonly website?: string | null | undefined;
  /** (Active) */
  readonly status?: 'Active' | 'Inactive' | undefined;
  /** (true) */
  readonly isPurchasable?: boolean | undefined;
  /** Of a sub-product: devices use it with the license of its product (policies section 3). (false) */
  readonly isIncludedInLicense?: boolean | undefined;
  /** (Owner) */
  readonly downloadAccess?: DownloadAccess | undefined;
  /** (none) */
  readonly taxCode?: string | null | undefined;
  /** (0) */
  readonly upgradeGraceDays?: number | undefined;
  /** Custom properties by name, unchecked. */
  readonly properties?: unknown;
  /** Products are listed from the lowest position to the highest. (0) */
  readonly position?: number | undefined;
  /** Created together with the product; the first is the default unless another is marked as such. */
  readonly variations?: readonly VariationInput[] | undefined;
}

/** The fields of a product that can change; an absent field stays as it is. */
export type ProductChanges = Changes<
  Omit<ProductRow, 'accountId' | 'id' | 'currentVersion' | 'revision' | 'createdAt' | 'updatedAt'>
>;

const PRODUCTS: RowKind<ProductRow> = {
  noun: 'product',
  event: (id, { kind, data }) =>
    kind === 'created'
      ? { type: 'product.created', subjects: { product: id }, data }
      : { type: 'product.changed', subjects: { product: id }, data },
  rows: productRows,
  exists: productExists,
  check: issuesOf,
};

/**
 * Adds a product, with its variations if there are any. Raises `InvalidInput` with every issue, together with those of
 * `policy`, which another module stores; and `ProductExists` or `VariationExists` when an id is taken.
 */
export async function createProduct(
  ctx: CommandContext,
  input: ProductInput,
  policy: Issues = {},
): Promise<Product> {
  const properties = newProperties(input.properties);
  const row = newProductRow(ctx.account, { ...input, ...properties }, ctx.clock.now());
  const variations = newVariations(ctx, { productId: row.id, bundleId: null }, input.variations);
  const parts = { variations, properties, policy };
  return toProduct(await addRow(ctx, PRODUCTS, row, parts), { variations: variations.rows });
}

/**
 * Changes a product. Raises `NotFound`, `InvalidInput` with every issue, together with those of `policy`, which another
 * module stores, and `StaleRevision` when `expectedRevision` is set and not the product's.
 */
export function updateProduct(
  ctx: CommandContext,
  id: string,
  changes: ProductChanges,
  expectedRevision?: number,
  policy: Issues = {},
): Promise<ProductRow> {
  return changeRow(ctx, PRODUCTS, { id, changes, expectedRevision, policy });
}

/**
 * Archives a product or restores it: an archived product is removed from the shop and from the lists, and its licenses
 * keep working. Raises `NotFound`, `StaleRevision` like `updateProduct`, and `ProductInBundles` naming the bundles that
 * contain it, unless it is forced: then they are no longer for sale.
 */
export function archiveProduct(
  ctx: CommandContext,
  id: string,
  { isArchived }: { readonly isArchived: boolean },
  expectedRevision?: number,
  { isForced = false }: { readonly isForced?: boolean } = {},
): Promise<ProductRow> {
  const allow = async (tx: Tx, { isArchived: wasArchived }: ProductRow): Promise<void> => {
    if (!isArchived || wasArchived || isForced) return;
    const bundleIds = await listBundlesWith(tx, ctx.account.id, id);
    if (bundleIds.length === 0) return;
    throw productInBundles({
      detail: `The product ${id} is part of bundles: ${bundleIds.join(', ')}. Remove it from them or archive them first, or send force=true: then they are no longer for sale.`,
    });
  };
  return changeRow(ctx, PRODUCTS, { id, changes: { isArchived }, expectedRevision, allow });
}

async function issuesOf(db: Reader, account: Account, row: ProductRow): Promise<Issues> {
  const issues = issueList();
  issues.addAll('', checkProduct(row));
  const { parentId, ownPart } = partsOfId(row.id);
  if (parentId === undefined) return issues.all();
  if (ownPart === '') {
    issues.add('id', `must not end with a dot: after ${parentId}. comes the sub-product’s own part`);
  } else if (ownPart.includes('.')) {
    issues.add('id', `must have only one dot: “${ownPart}” would be a sub-product of a sub-product`);
  } else if ((await productRows.find(db, account.id, parentId)) === undefined) {
    issues.add('id', `needs the product ${parentId}, of which it would be a part`);
  }
  return issues.all();
}

function newProductRow(
  account: Account,
  input: ProductInput & Pick<ProductRow, 'properties'>,
  now: Date,
): ProductRow {
  return {
    accountId: account.id,
    id: input.id,
    name: input.name,
    tagline: input.tagline ?? '',
    description: input.description ?? '',
    longDescription: input.longDescription ?? null,
    systemRequirements: input.systemRequirements ?? null,
    website: input.website ?? null,
    iconKey: null,
    status: input.status ?? 'Active',
    isPurchasable: input.isPurchasable ?? true,
    isIncludedInLicense: input.isIncludedInLicense ?? false,
    downloadAccess: input.downloadAccess ?? 'Owner',
    taxCode: input.taxCode ?? null,
    upgradeGraceDays: input.upgradeGraceDays ?? 0,
    currentVersion: null,
    properties: input.properties,
    position: input.position ?? 0,
    isArchived: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}
