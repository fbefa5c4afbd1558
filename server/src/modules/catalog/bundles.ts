import type { Reader } from '../../platform/database/database.ts';
import type { CommandContext } from '../accounts/index.ts';
import { addRow, changeRow, type RowKind } from './change-row.ts';
import { checkBundle } from './domain/checks.ts';
import { newProperties } from './new-properties.ts';
import { newVariations, type VariationInput } from './new-variation.ts';
import { bundleExists } from './problems.ts';
import type { Changes } from '../../kernel/revision.ts';
import { listBundleProducts, listItemIds, replaceBundleProducts } from './store.ts';
import { bundleRows } from './store-rows.ts';
import type { BundleRow } from './tables.ts';

/** Input for a new bundle; an absent field takes the value in brackets. */
export interface BundleInput {
  readonly id: string;
  readonly name: string;
  readonly tagline?: string | undefined;
  readonly description?: string | undefined;
  /** Markdown, for the page of the item. */
  readonly longDescription?: string | null | undefined;
  /** Markdown. */
  readonly systemRequirements?: string | null | undefined;
  readonly website?: string | null | undefined;
  /** (true) */
  readonly isPurchasable?: boolean | undefined;
  /** Custom properties by name, unchecked. */
  readonly properties?: unknown;
  /** (0) */
  readonly position?: number | undefined;
  /** Its products, in display order. */
  readonly productIds: readonly string[];
  readonly variations?: readonly VariationInput[] | undefined;
}

/** A bundle and its content. */
export interface BundleContent extends BundleRow {
  readonly productIds: readonly string[];
}

/** The fields of a bundle that can change; an absent field stays as it is. */
export type BundleChanges = Changes<
  Omit<BundleContent, 'accountId' | 'id' | 'revision' | 'createdAt' | 'updatedAt'>
>;

const BUNDLES: RowKind<BundleContent> = {
  noun: 'bundle',
  event: (id, { kind, data }) =>
    kind === 'created'
      ? { type: 'bundle.created', subjects: { bundle: id }, data }
      : { type: 'bundle.changed', subjects: { bundle: id }, data },
  rows: {
    find: async (db, accountId, id) => withContent(db, await bundleRows.find(db, accountId, id)),
    lock: async (tx, accountId, id) => withContent(tx, await bundleRows.lock(tx, accountId, id)),
    insert: async (tx, { productIds, ...row }) => {
      if (!(await bundleRows.insert(tx, row))) return false;
      await replaceBundleProducts(tx, row.accountId, row.id, productIds);
      return true;
    },
    save: async (tx, { productIds, ...row }) => {
      await bundleRows.save(tx, row);
      await replaceBundleProducts(tx, row.accountId, row.id, productIds);
    },
  },
  exists: bundleExists,
  check: async (db, account, bundle) =>
    checkBundle(bundle, new Set((await listItemIds(db, account.id)).productIds)),
};

/**
 * Adds a bundle, with its variations if there are any. Raises `InvalidInput` with every issue, and `BundleExists` or
 * `VariationExists` when an id is taken.
 */
export function createBundle(ctx: CommandContext, input: BundleInput): Promise<BundleContent> {
  const properties = newProperties(input.properties);
  const row = newBundleRow(ctx.account.id, { ...input, ...properties }, ctx.clock.now());
  const variations = newVariations(ctx, { productId: null, bundleId: row.id }, input.variations);
  return addRow(ctx, BUNDLES, row, { variations, properties });
}

/**
 * Changes a bundle; archiving it removes it from the shop and from the lists. Raises `NotFound`, `InvalidInput` with
 * every issue, and `StaleRevision`.
 */
export function updateBundle(
  ctx: CommandContext,
  id: string,
  changes: BundleChanges,
  expectedRevision?: number,
): Promise<BundleContent> {
  return changeRow(ctx, BUNDLES, { id, changes, expectedRevision });
}

async function withContent(db: Reader, row: BundleRow | undefined): Promise<BundleContent | undefined> {
  if (row === undefined) return undefined;
  const content = await listBundleProducts(db, row.accountId, [row.id]);
  return { ...row, productIds: content.map(({ productId }) => productId) };
}

function newBundleRow(
  accountId: string,
  input: BundleInput & Pick<BundleRow, 'properties'>,
  now: Date,
): BundleContent {
  return {
    accountId,
    id: input.id,
    name: input.name,
    tagline: input.tagline ?? '',
    description: input.description ?? '',
    longDescription: input.longDescription ?? null,
    systemRequirements: input.systemRequirements ?? null,
    website: input.website ?? null,
    iconKey: null,
    isPurchasable: input.isPurchasable ?? true,
    properties: input.properties,
    position: input.position ?? 0,
    productIds: input.productIds,
    isArchived: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}
