import type { FastifyRequest } from 'fastify';
import { toDecimal } from '../../kernel/money.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import {
  type CouponBuyer,
  type CouponInput,
  draftCoupon,
  enteredCoupons,
  findCouponCode,
  MAX_COUPONS,
} from '../../modules/coupons/index.ts';
import type { Coupon, CouponReason, CouponVerdict } from '../../modules/pricing/index.ts';
import { requireScope } from '../guards/caller.ts';

/** The explanation of each reason for a merchant. */
const EXPLANATIONS: Readonly<Record<CouponReason | 'Unknown', string>> = {
  Unknown: 'No coupon of this account has this code.',
  Withdrawn: 'The coupon is archived, or this code of it is revoked.',
  UsedUp: 'The coupon, or this code of it, has been used as often as it can be.',
  AllReserved: 'Payments in progress hold the last uses of the coupon, or of this code of it.',
  UsedByCustomer: 'The customer has used the coupon as often as each customer can.',
  NotFirstPurchase: 'It is for a first purchase, and the customer has bought something before.',
  NotStarted: 'Its time has not come.',
  Ended: 'Its time is over.',
  OtherCurrency: 'It takes no amount off in this currency.',
  TotalTooLow: 'The total, before coupons, is below its minimum.',
  NoLineFits: 'It is for other items, or a discount or offer on this one admits no coupon.',
  NothingToTakeOff: 'It takes nothing off what is left of this price.',
};

export const CouponsQuery = Type.Optional(
  Type.String({
    maxLength: 600,
    description: 'With these coupon codes, separated by commas. The API key also needs `coupons:read`.',
  }),
);

export const CouponTrace = Type.Object(
  {
    code: Type.String(),
    couponId: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    applied: Type.Boolean(),
    amount: Type.Optional(Type.Number({ description: 'Amount off all units.' })),
    reason: Type.Optional(Type.String({ description: 'Stable code: why it did not apply.' })),
    explanation: Type.Optional(Type.String()),
  },
  { title: 'CouponTraceEntry' },
);

/** The coupons of a quote, and the codes that no coupon has. */
export interface QuotedCoupons {
  readonly coupons: readonly Coupon[];
  readonly strangeCodes: readonly string[];
}

/**
 * Finds the codes of a query for a buyer. Raises `Forbidden` for an API key that may not read coupons, and
 * `InvalidInput` for more codes than an order can have.
 */
export async function couponsOfQuery(
  { context, caller }: Pick<FastifyRequest, 'caller'> & { readonly context: Context },
  list: string | undefined,
  buyer: CouponBuyer,
): Promise<QuotedCoupons> {
  const codes = (list ?? '').split(',').flatMap((code) => (code.trim() === '' ? [] : [code.trim()]));
  if (codes.length === 0) return { coupons: [], strangeCodes: [] };
  requireScope(caller, 'coupons:read');
  if (codes.length > MAX_COUPONS)
    throw invalidInput({ errors: { coupons: [`must have at most ${MAX_COUPONS} codes`] } });
  const codeIds: string[] = [];
  const strangeCodes: string[] = [];
  for (const code of codes) {
    const id = await findCouponCode(context, code);
    if (id === undefined) strangeCodes.push(code);
    else codeIds.push(id);
  }
  return { coupons: await enteredCoupons(context, { codeIds, buyer }), strangeCodes };
}

/**
 * The same with a coupon that does not exist yet, as if the buyer had entered it; it takes the place of one with its id.
 * Raises `InvalidInput` with every issue, and `Forbidden` for an API key that may not read coupons.
 */
export async function withDraftCoupon(
  { context, caller }: Parameters<typeof couponsOfQuery>[0],
  entered: QuotedCoupons,
  input: CouponInput | undefined,
  buyer: CouponBuyer,
): Promise<QuotedCoupons> {
  if (input === undefined) return entered;
  requireScope(caller, 'coupons:read');
  const draft = await draftCoupon(context, input, buyer);
  return { ...entered, coupons: [...entered.coupons.filter(({ id }) => id !== draft.id), draft] };
}

/** The effect of each code of a quote, or the reason why it has none; empty without codes. */
export function couponTraces(
  verdicts: readonly CouponVerdict[] = [],
  { strangeCodes }: QuotedCoupons,
  currency: string,
): { readonly coupons?: Static<typeof CouponTrace>[] } {
  const entries = [
    ...verdicts.map(({ code, couponId, name, amountMinor, reason }) => ({
      code,
      couponId,
      name,
      applied: reason === undefined,
      ...(reason === undefined
        ? { amount: toDecimal(amountMinor, currency) }
        : { reason, explanation: EXPLANATIONS[reason] }),
    })),
    ...strangeCodes.map((code) => ({
      code,
      applied: false,
      reason: 'Unknown',
      explanation: EXPLANATIONS.Unknown,
    })),
  ];
  return entries.length === 0 ? {} : { coupons: entries };
}
