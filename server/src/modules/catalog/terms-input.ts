import { Type } from '../../kernel/schema.ts';
import type { VariationInput } from './new-variation.ts';

/** A milestone in requests and responses. */
export const Milestone = Type.Object(
  {
    afterCycles: Type.Integer({ description: 'From 1, the first paid cycle; each at most once.' }),
    couponId: Type.String({ maxLength: 100 }),
    message: Type.Optional(Type.String({ maxLength: 200, description: 'Plain text for the customer.' })),
  },
  {
    additionalProperties: false,
    title: 'CouponMilestone',
    description: 'After as many paid cycles, the customer gets a code of the coupon, for one order, by mail.',
  },
);

/** What a variation with a billing cycle also takes. Changing it moves no running subscription. */
export const subscriptionTermsInput = {
  canPause: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Only with a billing cycle: customers can pause it for 1 to 3 periods. Default: false.',
    }),
  ),
  ownAfterCycles: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Only with a billing cycle: after as many paid cycles, from 2 to 1,200, nothing more is charged, and the licenses are the customer’s for good.',
    }),
  ),
  fallbackAfterCycles: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Only with a billing cycle, without `releaseAccess`: after as many paid cycles in a row, from 1 to 1,200, the licenses keep working when the subscription ends, with the versions that were published when these cycles began, and security fixes of the last one.',
    }),
  ),
  payoffDiscount: Type.Optional(
    Type.Union([Type.Number({ minimum: 0.0001, maximum: 0.9999 }), Type.Null()], {
      description:
        'Only with `ownAfterCycles`: the share off what is left, for customers who pay it at once, such as 0.1.',
    }),
  ),
  milestones: Type.Optional(
    Type.Union([Type.Array(Milestone), Type.Null()], {
      description:
        'Only with a billing cycle: coupon codes that its customers get on the way. They replace all of before; null: none.',
    }),
  ),
  freeDays: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Only with a billing cycle: the payment method is saved at once, and charged for the first time after as many days, from 1 to 365. Once for each customer and item.',
    }),
  ),
};

/** The basis points of a whole. */
export const BASIS_POINTS = 10_000;

/** A share in basis points; one with too many decimals is none of them, and the catalogue refuses it. */
function basisPointsOf(share: number | null | undefined): number | null | undefined {
  if (share === null || share === undefined) return share;
  const basisPoints = Math.round(share * BASIS_POINTS);
  return basisPoints / BASIS_POINTS === share ? basisPoints : 0;
}

type Terms = NonNullable<VariationInput['terms']>;

/** The terms of subscriptions among the fields of a variation, and its other fields. */
export function splitTerms<
  Fields extends Omit<Terms, 'payoffBasisPoints'> & { readonly payoffDiscount?: number | null | undefined },
>(fields: Fields) {
  const { freeDays, ownAfterCycles, fallbackAfterCycles, canPause, milestones, payoffDiscount, ...same } =
    fields;
  const payoffBasisPoints = basisPointsOf(payoffDiscount);
  const cycles = { freeDays, ownAfterCycles, fallbackAfterCycles };
  return { ...same, terms: { ...cycles, canPause, milestones, payoffBasisPoints } };
}
