import { toDecimal } from '../../kernel/money.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { Catalog } from '../../modules/catalog/index.ts';
import type { Reason, Verdict } from '../../modules/pricing/index.ts';

/** The explanation of each reason for a merchant. */
const EXPLANATIONS: Readonly<Record<Reason, string>> = {
  TooFewUnits: 'The line has fewer units than this tier needs.',
  HigherTierApplies: 'The line reaches a tier for even more units.',
  OtherItem: 'It is for other products or bundles.',
  OtherVariation: 'It is for other variations of this item.',
  OtherCurrency: 'It is for other currencies.',
  NotStarted: 'Its time has not come.',
  Ended: 'Its time is over.',
  CampaignNotMet: 'The visitor did not come through its campaign.',
  CustomerUnknown: 'It depends on what a customer owns, and nobody is signed in.',
  OwnershipNotMet: 'The customer does not own what it asks for, or owns what it excludes.',
  NothingToTakeOff: 'It takes nothing off this price.',
  BetterDiscountApplies: 'Another discount takes more off; discounts do not stack.',
  ExclusiveDiscountApplies: 'The discount on the line admits nothing beside it.',
  TooFewItems: 'The cart does not hold enough lines of what counts.',
  UsedByAnotherLine: 'It is good for one line of an order, and another line uses it.',
  TotalTooLow: 'The total of the cart is below its minimum.',
  TotalTooHigh: 'The total of the cart is above its maximum.',
  BetterOfferApplies: 'Another offer on the cart takes more off; such offers do not stack.',
};

/** What a tier, a discount, an offer or an upgrade did to a price, or why it did nothing. */
export const TraceEntry = Type.Object(
  {
    kind: Type.Enum(['Upgrade', 'Tier', 'Discount', 'Offer', 'CartOffer']),
    id: Type.String({ description: 'Of a tier, its minimum quantity; of an upgrade, the license.' }),
    name: Type.String(),
    applied: Type.Boolean(),
    amount: Type.Optional(
      Type.Number({
        description: 'Amount off one unit, or what it would have been. Of a cart offer, off all units.',
      }),
    ),
    promotion: Type.Optional(
      Type.Object(
        { id: Type.String(), name: Type.String() },
        { description: 'The promotion of the storefront that shows the discount.' },
      ),
    ),
    reason: Type.Optional(Type.String({ description: 'Stable code: why it did not apply.' })),
    explanation: Type.Optional(Type.String()),
  },
  { title: 'PriceTraceEntry' },
);

/** A verdict in wire form. */
export function traceEntry(
  { kind, id, name, reason, amountMinor }: Verdict,
  { promotions }: Catalog,
  currency: string,
): Static<typeof TraceEntry> {
  const promotion = kind === 'Discount' ? promotions.find(({ discountId }) => discountId === id) : undefined;
  return {
    kind,
    id,
    name,
    applied: reason === undefined,
    ...(amountMinor !== undefined && { amount: toDecimal(amountMinor, currency) }),
    ...(promotion && { promotion: { id: promotion.id, name: promotion.name } }),
    ...(reason !== undefined && { reason, explanation: EXPLANATIONS[reason] }),
  };
}
