import { invalidInput } from '../../kernel/problem.ts';
import type { CustomProperties } from '../../kernel/properties.ts';
import { recordChange } from '../../platform/database/change-feed.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { toProduct, type Product } from './catalog.ts';
import { checkProduct } from './domain/checks.ts';
import { issueList } from './domain/issues.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { newVariations, type VariationInput } from './new-variation.ts';
import { productExists, variationExists } from './problems.ts';
import { findProduct, insertProduct, insertVariation } from './store-rows.ts';
import type { DownloadAccess, ProductRow } from './tables.ts';

/** What a merchant says of a product; what is absent takes the value in brackets. */
export interface ProductInput {
  /** Slug; `parent.child` makes it a sub-product of `parent`. */
  readonly id: string;
  readonly name: string;
  readonly tagline?: string | undefined;
  readonly description?: string | undefined;
  readonly website?: string | null | undefined;
  /** (Active) */
  readonly status?: 'Active' | 'Inactive' | undefined;
  /** (true) */
  readonly isPurchasable?: boolean | undefined;
  /** Seats of a new license. (1) */
  readonly maxActivations?: number | undefined;
  /** (false) */
  readonly allowsOffline?: boolean | undefined;
  /** (false) */
  readonly allowsTrials?: boolean | undefined;
  /** (14) */
  readonly trialDays?: number | undefined;
  /** (false) */
  readonly trialNeedsAccount?: boolean | undefined;
  /** (Owner) */
  readonly downloadAccess?: DownloadAccess | undefined;
  readonly properties?: CustomProperties | undefined;
  /** Products are listed from the lowest position to the highest. (0) */
  readonly position?: number | undefined;
  /** Made together with the product; the first is the default one unless another says that it is. */
  readonly variations?: readonly VariationInput[] | undefined;
}

/**
 * Adds a product, with its variations when they are given. Raises `InvalidInput` with every issue, and
 * `ProductExists` or `VariationExists` when an id is taken.
 */
export async function createProduct(system: System, account: Account, input: ProductInput): Promise<Product> {
  const now = system.clock.now();
  const row = newProductRow(account.id, input, now);
  const variations = newVariations(
    system,
    account,
    { productId: row.id, bundleId: null },
    input.variations ?? [],
  );
  const issues = issueList();
  issues.addAll('', checkProduct(row));
  issues.addAll('variations', variations.issues);
  await system.database.transaction(async (tx) => {
    const parentId = parentOf(row.id);
    if (parentId !== undefined && (await findProduct(tx, account.id, parentId)) === undefined) {
      issues.add('id', `needs the product ${parentId}, of which it would be a part`);
    }
    if (!issues.isEmpty) throw invalidInput({ errors: issues.all() });
    if (!(await insertProduct(tx, row))) throw productExists({ instance: row.id });
    for (const variation of variations.rows) {
      if (!(await insertVariation(tx, variation))) throw variationExists({ instance: variation.id });
    }
    await recordChange(tx, account.id, CATALOG_TOPIC);
  });
  return toProduct(row, variations.rows);
}

/** `suite.pack` → `suite`; a sub-product needs its parent. */
function parentOf(id: string): string | undefined {
  const dot = id.lastIndexOf('.');
  return dot === -1 ? undefined : id.slice(0, dot);
}

function newProductRow(accountId: string, input: ProductInput, now: Date): ProductRow {
  return {
    accountId,
    id: input.id,
    name: input.name,
    tagline: input.tagline ?? '',
    description: input.description ?? '',
    website: input.website ?? null,
    iconKey: null,
    status: input.status ?? 'Active',
    isPurchasable: input.isPurchasable ?? true,
    maxActivations: input.maxActivations ?? 1,
    allowsOffline: input.allowsOffline ?? false,
    allowsTrials: input.allowsTrials ?? false,
    trialDays: input.trialDays ?? 14,
    trialNeedsAccount: input.trialNeedsAccount ?? false,
    downloadAccess: input.downloadAccess ?? 'Owner',
    currentVersion: null,
    properties: input.properties ?? {},
    position: input.position ?? 0,
    isArchived: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}
