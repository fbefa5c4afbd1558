import { refuseIssues } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { AccountContext, CommandContext, QueryContext } from '../accounts/index.ts';
import { addRow, changeRow, type RowKind } from './change-row.ts';
import { checkOffer } from './domain/rule-checks.ts';
import { catalogIds } from './known-items.ts';
import { offerExists } from './problems.ts';
import type { Changes } from '../../kernel/revision.ts';
import { offerRows } from './store-rows.ts';
import type { OfferRow } from './tables.ts';

type OfferFields = Omit<OfferRow, 'accountId' | 'id' | 'isArchived' | 'revision' | 'createdAt' | 'updatedAt'>;

/** Input for a new offer; an absent field takes the value in brackets. An item offer needs a target. */
export type OfferInput = Pick<OfferFields, 'name' | 'benefit'> &
  Changes<OfferFields> & {
    /** Slug. (a new GUID) */
    readonly id?: string | undefined;
  };

/** The fields of an offer that can change; an absent field stays as it is. */
export type OfferChanges = Changes<Omit<OfferFields, 'scope'> & Pick<OfferRow, 'isArchived'>>;

/** Replaces the target of a cart offer: no item has this id, so a server that only supports item offers ignores it. */
const NO_ITEM: OfferRow['target'] = { type: 'Product', id: '', variationIds: [] };

const OFFERS: RowKind<OfferRow> = {
  noun: 'offer',
  event: (id, { kind, data }) =>
    kind === 'created'
      ? { type: 'price-rule.created', subjects: { offer: id }, data }
      : { type: 'price-rule.changed', subjects: { offer: id }, data },
  rows: offerRows,
  exists: offerExists,
  check: async (db, account, row) => checkOffer(row, await catalogIds(db, account)),
};

/** Adds an offer. Raises `InvalidInput` with every issue, and `OfferExists` when the id is taken. */
export function createOffer(ctx: CommandContext, input: OfferInput): Promise<OfferRow> {
  return addRow(ctx, OFFERS, newOfferRow(ctx, input));
}

/**
 * An offer as it would be: nothing is stored. One with the id of another would take its place. Raises `InvalidInput`
 * with every issue.
 */
export async function draftOffer(ctx: QueryContext, input: OfferInput): Promise<OfferRow> {
  const row = newOfferRow(ctx, input);
  refuseIssues(checkOffer(row, await catalogIds(readerOf(ctx), ctx.account)));
  return row;
}

/**
 * Changes an offer; an archived one is not shown and reduces nothing. Raises `NotFound`, `InvalidInput` with every
 * issue, and `StaleRevision`.
 */
export function updateOffer(
  ctx: CommandContext,
  id: string,
  changes: OfferChanges,
  expectedRevision?: number,
): Promise<OfferRow> {
  return changeRow(ctx, OFFERS, { id, changes, expectedRevision });
}

function newOfferRow({ clock, ids, account }: AccountContext, input: OfferInput): OfferRow {
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
    scope: input.scope ?? 'Item',
    target: input.target ?? NO_ITEM,
    targets: input.targets ?? [],
    minimumTotal: input.minimumTotal ?? null,
    maximumTotal: input.maximumTotal ?? null,
    relevantItems: input.relevantItems ?? [],
    minimumItems: input.minimumItems ?? 1,
    position: input.position ?? 0,
    isArchived: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}
