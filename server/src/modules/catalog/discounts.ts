import { refuseIssues } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { AccountContext, CommandContext, QueryContext } from '../accounts/index.ts';
import { addRow, changeRow, type RowKind } from './change-row.ts';
import { checkDiscount } from './domain/rule-checks.ts';
import { catalogIds } from './known-items.ts';
import { discountExists } from './problems.ts';
import type { Changes } from '../../kernel/revision.ts';
import { discountRows } from './store-rows.ts';
import type { DiscountRow } from './tables.ts';

type DiscountFields = Omit<
  DiscountRow,
  'accountId' | 'id' | 'isArchived' | 'revision' | 'createdAt' | 'updatedAt'
>;

/** Input for a new discount; an absent field sets no limit. */
export type DiscountInput = Pick<DiscountFields, 'name' | 'benefit'> &
  Changes<DiscountFields> & {
    /** Slug. (a new GUID) */
    readonly id?: string | undefined;
  };

/** The fields of a discount that can change; an absent field stays as it is. */
export type DiscountChanges = Changes<DiscountFields & Pick<DiscountRow, 'isArchived'>>;

const DISCOUNTS: RowKind<DiscountRow> = {
  noun: 'discount',
  event: (id, { kind, data }) =>
    kind === 'created'
      ? { type: 'price-rule.created', subjects: { discount: id }, data }
      : { type: 'price-rule.changed', subjects: { discount: id }, data },
  rows: discountRows,
  exists: discountExists,
  check: async (db, account, row) => checkDiscount(row, await catalogIds(db, account)),
};

/** Adds a discount. Raises `InvalidInput` with every issue, and `DiscountExists` when the id is taken. */
export function createDiscount(ctx: CommandContext, input: DiscountInput): Promise<DiscountRow> {
  return addRow(ctx, DISCOUNTS, newDiscountRow(ctx, input));
}

/**
 * A discount as it would be: nothing is stored. One with the id of another would take its place. Raises `InvalidInput`
 * with every issue.
 */
export async function draftDiscount(ctx: QueryContext, input: DiscountInput): Promise<DiscountRow> {
  const row = newDiscountRow(ctx, input);
  refuseIssues(checkDiscount(row, await catalogIds(readerOf(ctx), ctx.account)));
  return row;
}

/**
 * Changes a discount; an archived one no longer applies. Raises `NotFound`, `InvalidInput` with every issue, and
 * `StaleRevision`.
 */
export function updateDiscount(
  ctx: CommandContext,
  id: string,
  changes: DiscountChanges,
  expectedRevision?: number,
): Promise<DiscountRow> {
  return changeRow(ctx, DISCOUNTS, { id, changes, expectedRevision });
}

function newDiscountRow({ clock, ids, account }: AccountContext, input: DiscountInput): DiscountRow {
  const now = clock.now();
  return {
    accountId: account.id,
    id: input.id ?? ids.guid(),
    name: input.name,
    description: input.description ?? null,
    benefit: input.benefit,
    isExclusive: input.isExclusive ?? false,
    startsAt: input.startsAt ?? null,
    endsAt: input.endsAt ?? null,
    targets: input.targets ?? [],
    audience: input.audience ?? {},
    utm: input.utm ?? {},
    currencies: input.currencies ?? [],
    recurringPaymentUseCount: input.recurringPaymentUseCount ?? null,
    isArchived: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}
