import { invalidInput, notFound } from '../../kernel/problem.ts';
import type { CustomProperties } from '../../kernel/properties.ts';
import { recordChange } from '../../platform/database/change-feed.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { checkBundle } from './domain/checks.ts';
import { issueList } from './domain/issues.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { newVariations, type VariationInput } from './new-variation.ts';
import { bundleExists, variationExists } from './problems.ts';
import { checkRevision, revised, type Changes } from './revision.ts';
import { listBundleProducts, listItemIds, replaceBundleProducts } from './store.ts';
import { insertBundle, insertVariation, lockBundle, saveBundle } from './store-rows.ts';
import type { BundleRow } from './tables.ts';

/** What a merchant says of a bundle; what is absent takes the value in brackets. */
export interface BundleInput {
  readonly id: string;
  readonly name: string;
  readonly tagline?: string | undefined;
  readonly description?: string | undefined;
  readonly website?: string | null | undefined;
  /** (true) */
  readonly isPurchasable?: boolean | undefined;
  readonly properties?: CustomProperties | undefined;
  /** (0) */
  readonly position?: number | undefined;
  /** What is in it, in the order in which it is shown. */
  readonly productIds: readonly string[];
  readonly variations?: readonly VariationInput[] | undefined;
}

/** What of a bundle can change; a field that is absent stays as it is. */
export type BundleChanges = Changes<
  Omit<BundleRow, 'accountId' | 'id' | 'revision' | 'createdAt' | 'updatedAt'> & {
    readonly productIds: readonly string[];
  }
>;

/** A bundle and what is in it. */
export interface BundleContent extends BundleRow {
  readonly productIds: readonly string[];
}

/**
 * Adds a bundle, with its variations when they are given. Raises `InvalidInput` with every issue, and `BundleExists`
 * or `VariationExists` when an id is taken.
 */
export async function createBundle(
  system: System,
  account: Account,
  input: BundleInput,
): Promise<BundleContent> {
  const row = newBundleRow(account.id, input, system.clock.now());
  const owner = { productId: null, bundleId: row.id };
  const variations = newVariations(system, account, owner, input.variations ?? []);
  const bundle = { ...row, productIds: input.productIds };
  await system.database.transaction(async (tx) => {
    const issues = issueList();
    issues.addAll('', checkBundle(bundle, await knownProducts(tx, account)));
    issues.addAll('variations', variations.issues);
    if (!issues.isEmpty) throw invalidInput({ errors: issues.all() });
    if (!(await insertBundle(tx, row))) throw bundleExists({ instance: row.id });
    await replaceBundleProducts(tx, account.id, row.id, bundle.productIds);
    for (const variation of variations.rows) {
      if (!(await insertVariation(tx, variation))) throw variationExists({ instance: variation.id });
    }
    await recordChange(tx, account.id, CATALOG_TOPIC);
  });
  return bundle;
}

/**
 * Changes a bundle; archiving it takes it out of the shop and of the lists. Raises `NotFound`, `InvalidInput` with
 * every issue, and `StaleRevision`.
 */
export function updateBundle(
  system: System,
  account: Account,
  id: string,
  { productIds, ...changes }: BundleChanges,
  expectedRevision?: number,
): Promise<BundleContent> {
  return system.database.transaction(async (tx) => {
    const row = await lockBundle(tx, account.id, id);
    if (row === undefined) throw notFound({ detail: `There is no bundle ${id}.` });
    checkRevision(row, expectedRevision);
    const changed = revised(row, changes, system.clock.now());
    const content = await listBundleProducts(tx, account.id, [id]);
    const bundle = { ...changed, productIds: productIds ?? content.map(({ productId }) => productId) };
    const errors = checkBundle(bundle, await knownProducts(tx, account));
    if (Object.keys(errors).length > 0) throw invalidInput({ errors });
    await saveBundle(tx, changed);
    if (productIds !== undefined) await replaceBundleProducts(tx, account.id, id, productIds);
    await recordChange(tx, account.id, CATALOG_TOPIC);
    return bundle;
  });
}

async function knownProducts(tx: Tx, account: Account): Promise<ReadonlySet<string>> {
  return new Set((await listItemIds(tx, account.id)).productIds);
}

function newBundleRow(accountId: string, input: BundleInput, now: Date): BundleRow {
  return {
    accountId,
    id: input.id,
    name: input.name,
    tagline: input.tagline ?? '',
    description: input.description ?? '',
    website: input.website ?? null,
    iconKey: null,
    isPurchasable: input.isPurchasable ?? true,
    properties: input.properties ?? {},
    position: input.position ?? 0,
    isArchived: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}
