import type { Reader } from '../../platform/database/database.ts';
import type { Changes } from '../../kernel/revision.ts';
import type { Account, AccountContext, CommandContext } from '../accounts/index.ts';
import { addRow, changeRow, type RowKind } from './change-row.ts';
import { checkPromotion } from './domain/promotion-checks.ts';
import { issueList, type Issues } from './domain/issues.ts';
import { newProperties } from './new-properties.ts';
import { promotionExists } from './problems.ts';
import { discountRows, promotionRows } from './store-rows.ts';
import type { PromotionRow } from './tables.ts';

type PromotionFields = Omit<
  PromotionRow,
  'accountId' | 'id' | 'isArchived' | 'revision' | 'createdAt' | 'updatedAt'
>;

/** Input for a new promotion; absent fields are empty. */
export type PromotionInput = Pick<PromotionFields, 'name' | 'discountId' | 'display'> &
  Changes<Omit<PromotionFields, 'properties'>> & {
    /** Slug. (a new GUID) */
    readonly id?: string | undefined;
    /** Custom properties by name, unchecked. */
    readonly properties?: unknown;
  };

/** The fields of a promotion that can change; an absent field stays as it is. */
type PromotionChanges = Changes<PromotionFields & Pick<PromotionRow, 'isArchived'>>;

const PROMOTIONS: RowKind<PromotionRow> = {
  noun: 'promotion',
  event: (id, { kind, data }) =>
    kind === 'created'
      ? { type: 'promotion.created', subjects: { promotion: id }, data }
      : { type: 'promotion.changed', subjects: { promotion: id }, data },
  rows: promotionRows,
  exists: promotionExists,
  check: issuesOf,
};

/**
 * Adds a promotion: a discount that the storefront shows while it determines a price. Raises `InvalidInput` with every
 * issue, and `PromotionExists` when the id is taken.
 */
export function createPromotion(ctx: CommandContext, input: PromotionInput): Promise<PromotionRow> {
  const { properties, issues } = newProperties(input.properties);
  const variations = { rows: [], issues: {} };
  const row = newPromotionRow(ctx, { ...input, properties });
  return addRow(ctx, PROMOTIONS, row, { variations, properties: { issues } });
}

/**
 * Changes a promotion; an archived one is not shown. Raises `NotFound`, `InvalidInput` with every issue, and
 * `StaleRevision`.
 */
export function updatePromotion(
  ctx: CommandContext,
  id: string,
  changes: PromotionChanges,
  expectedRevision?: number,
): Promise<PromotionRow> {
  return changeRow(ctx, PROMOTIONS, { id, changes, expectedRevision });
}

async function issuesOf(db: Reader, account: Account, row: PromotionRow): Promise<Issues> {
  const issues = issueList();
  issues.addAll('', checkPromotion(row));
  const discount = await discountRows.find(db, account.id, row.discountId);
  if (discount === undefined) issues.add('discountId', 'is not a discount of this account');
  return issues.all();
}

function newPromotionRow(
  { clock, ids, account }: AccountContext,
  input: PromotionInput & Pick<PromotionRow, 'properties'>,
): PromotionRow {
  const now = clock.now();
  return {
    accountId: account.id,
    id: input.id ?? ids.guid(),
    name: input.name,
    description: input.description ?? null,
    discountId: input.discountId,
    imageUrl: input.imageUrl ?? null,
    cta: input.cta ?? null,
    display: input.display,
    properties: input.properties,
    position: input.position ?? 0,
    isArchived: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}
