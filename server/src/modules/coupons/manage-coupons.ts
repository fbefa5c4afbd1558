import { notFound, refuseIssues } from '../../kernel/problem.ts';
import { type Changes, checkRevision, revised } from '../../kernel/revision.ts';
import { readerOf, transaction } from '../../platform/context/context.ts';
import type { ArchivablePage } from '../../platform/database/account-rows.ts';
import { changedFields } from '../../platform/journal/changed-fields.ts';
import type { AccountContext, CommandContext, QueryContext } from '../accounts/index.ts';
import { type BenefitInput, cartRuleIssues } from '../catalog/index.ts';
import type { Coupon } from '../pricing/index.ts';
import { barringKeys, type CouponBuyer } from './customer-keys.ts';
import { countIssues } from './domain/counts.ts';
import { recordCouponEvent } from './events.ts';
import { couponExists } from './problems.ts';
import { couponRows, hasBoughtBefore } from './store.ts';
import type { CouponRow } from './tables.ts';

type CouponFields = Omit<
  CouponRow,
  'accountId' | 'id' | 'uses' | 'isArchived' | 'revision' | 'createdAt' | 'updatedAt' | 'benefit'
> & { readonly benefit: BenefitInput };

/** Input for a new coupon; an absent field sets no limit. */
export type CouponInput = Pick<CouponFields, 'name' | 'benefit'> &
  Changes<CouponFields> & {
    /** Slug. (a new GUID) */
    readonly id?: string | undefined;
  };

/** The fields of a coupon that can change; an absent field stays as it is. */
export type CouponChanges = Changes<CouponFields & Pick<CouponRow, 'isArchived'>>;

const BOOKKEEPING = ['accountId', 'id', 'uses', 'revision', 'createdAt', 'updatedAt'];

/**
 * Adds a coupon, which nobody can use before it has a code. Raises `InvalidInput` with every issue, and `CouponExists`
 * when the id is taken.
 */
export function createCoupon(ctx: CommandContext, input: CouponInput): Promise<CouponRow> {
  const row = newCoupon(ctx, input);
  return transaction(ctx, async (tx) => {
    await refuseInvalid(tx, row);
    if (!(await couponRows.insert(tx, row))) throw couponExists({ instance: row.id });
    const { after } = changedFields({}, row, BOOKKEEPING) ?? { after: {} };
    recordCouponEvent(tx, { type: 'coupon.created', subjects: { coupon: row.id }, data: { after } });
    return row;
  });
}

/**
 * A coupon as pricing would have it for a buyer who enters a code of it: nothing is stored. It has no code yet, so its
 * name stands for one. Raises `InvalidInput` with every issue.
 */
export async function draftCoupon(
  ctx: QueryContext,
  input: CouponInput,
  buyer: CouponBuyer,
): Promise<Coupon> {
  const row = newCoupon(ctx, input);
  await refuseInvalid(ctx, row);
  const { id, name, isForFirstPurchase } = row;
  const keys = { customerId: buyer.customerId, customerKeys: barringKeys(ctx, buyer) };
  const isLate = isForFirstPurchase && (await hasBoughtBefore(readerOf(ctx), ctx.account.id, keys));
  return { ...row, code: name, codeId: id, obstacle: isLate ? 'NotFirstPurchase' : undefined };
}

/**
 * Changes a coupon; an archived one reduces nothing. Carts have the new price immediately; payments in progress, and
 * orders, keep theirs. Raises `NotFound`, `InvalidInput` with every issue, and `StaleRevision`.
 */
export function updateCoupon(
  ctx: CommandContext,
  id: string,
  changes: CouponChanges,
  expectedRevision?: number,
): Promise<CouponRow> {
  return transaction(ctx, async (tx) => {
    const before = await couponRows.lock(tx, tx.account.id, id);
    if (before === undefined) throw unknownCoupon(id);
    checkRevision(before, expectedRevision);
    const after = revised(before, changes, tx.clock.now());
    await refuseInvalid(tx, after);
    await couponRows.save(tx, after);
    const data = changedFields(before, after, BOOKKEEPING);
    if (data !== undefined) recordCouponEvent(tx, { type: 'coupon.changed', subjects: { coupon: id }, data });
    return after;
  });
}

/** The coupon with this id, even if archived. */
export function findCoupon(ctx: QueryContext, id: string): Promise<CouponRow | undefined> {
  return couponRows.find(readerOf(ctx), ctx.account.id, id);
}

/** Coupons newest first; up to one more than `limit`, to show whether there are more. */
export function pageCoupons(ctx: QueryContext, page: ArchivablePage): Promise<CouponRow[]> {
  return couponRows.page(readerOf(ctx), ctx.account.id, page);
}

/** The problem when the account has no such coupon. */
export function unknownCoupon(id: string): Error {
  return notFound({ detail: `There is no coupon ${id}.` });
}

async function refuseInvalid(ctx: QueryContext, row: CouponRow): Promise<void> {
  refuseIssues({ ...(await cartRuleIssues(ctx, row)), ...countIssues(row) });
}

function newCoupon({ clock, ids, account }: AccountContext, input: CouponInput): CouponRow {
  const now = clock.now();
  return {
    accountId: account.id,
    id: input.id ?? ids.guid(),
    name: input.name,
    description: input.description ?? null,
    benefit: input.benefit,
    startsAt: input.startsAt ?? null,
    endsAt: input.endsAt ?? null,
    targets: input.targets ?? [],
    minimumTotal: input.minimumTotal ?? {},
    maxUses: input.maxUses ?? null,
    maxUsesPerCustomer: input.maxUsesPerCustomer ?? null,
    isForFirstPurchase: input.isForFirstPurchase ?? false,
    recurringPaymentUseCount: input.recurringPaymentUseCount ?? null,
    uses: 0,
    isArchived: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}
