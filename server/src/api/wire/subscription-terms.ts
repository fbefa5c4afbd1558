import { type Static, Type } from '../../kernel/schema.ts';
import { BASIS_POINTS, Milestone, type VariationRow } from '../../modules/catalog/index.ts';

/** What a variation with a billing cycle also has, in responses. */
export const subscriptionTermsFields = {
  freeDays: Type.Union([Type.Integer(), Type.Null()]),
  ownAfterCycles: Type.Union([Type.Integer(), Type.Null()]),
  fallbackAfterCycles: Type.Union([Type.Integer(), Type.Null()]),
  canPause: Type.Boolean(),
  milestones: Type.Array(Milestone),
  payoffDiscount: Type.Union([Type.Number(), Type.Null()]),
};

/** The wire form of the terms of a variation. */
export function subscriptionTermsAnswer(terms: VariationRow['subscriptionTerms']) {
  return {
    freeDays: terms?.freeDays ?? null,
    ownAfterCycles: terms?.ownAfterCycles ?? null,
    fallbackAfterCycles: terms?.fallbackAfterCycles ?? null,
    canPause: terms?.canPause ?? false,
    milestones: (terms?.milestones ?? []).map(
      ({ afterCycles, couponId, message }): Static<typeof Milestone> => ({
        afterCycles,
        couponId,
        ...(message !== undefined && { message }),
      }),
    ),
    payoffDiscount: terms?.payoffBasisPoints === undefined ? null : terms.payoffBasisPoints / BASIS_POINTS,
  };
}
