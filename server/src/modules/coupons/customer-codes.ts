import { codeOf } from '../../kernel/codes.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { CommandTx, QueryContext } from '../accounts/index.ts';
import { shownCode } from './domain/code.ts';
import { recordCouponEvent } from './events.ts';
import { codeAnswer, newCode, type ShownCode } from './manage-codes.ts';
import * as store from './store-codes.ts';

/**
 * Creates a code of a coupon for one order of one customer, inside the caller's transaction. The account has the
 * coupon, and the caller sees to it that the code is created once.
 */
export async function issueCode(tx: CommandTx, couponId: string): Promise<ShownCode> {
  const text = codeOf(tx.ids.secret());
  const row = newCode(tx, { couponId, batchId: null, maxUses: 1 }, text, shownCode(text));
  if (!(await store.insertCode(tx, row))) throw new Error(`a new code of the coupon ${couponId} is taken`);
  recordCouponEvent(tx, {
    type: 'coupon.codes-added',
    subjects: { coupon: couponId, couponCode: row.id },
    data: { quantity: 1, maxUsesPerCode: 1 },
  });
  return codeAnswer(tx, row);
}

/** A code that a customer got. */
interface CustomerCode extends Pick<ShownCode, 'id' | 'code' | 'revokedAt'> {
  /** Whether an order with it was fulfilled. */
  readonly isRedeemed: boolean;
}

/** Codes by their ids; those that the account does not have are omitted. */
export async function customerCodes(
  ctx: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CustomerCode>> {
  if (ids.length === 0) return new Map();
  const rows = await store.findCodes(readerOf(ctx), ctx.account.id, ids);
  return new Map(
    rows.map(({ isRedeemed, ...row }) => {
      const { id, code, revokedAt } = codeAnswer(ctx, row);
      return [id, { id, code, revokedAt, isRedeemed: Boolean(isRedeemed) }];
    }),
  );
}
