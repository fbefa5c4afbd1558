import type { Verdict } from './price-variation.ts';
import type { OrderQuoteInput } from './quote.ts';
import type { SellableLine } from './resolve-lines.ts';
import type { TierPrice } from './tiers.ts';

/**
 * Step of a quote: the last tier that a line's quantity reaches determines the price of all its units, where it is
 * cheaper.
 */
export function applyTiers(lines: readonly SellableLine[], { isExplained }: OrderQuoteInput): SellableLine[] {
  return lines.map((sellable) => {
    const { tiers, line, unit } = sellable;
    if (tiers.length === 0) return sellable;
    const tier = tiers.findLast(({ minQuantity }) => minQuantity <= line.quantity);
    const verdicts = isExplained === true ? explainTiers(sellable, tier) : [];
    const originalMinor = tier?.originalMinor[unit.currency] ?? unit.originalMinor;
    if (tier === undefined || originalMinor === unit.originalMinor) return { ...sellable, verdicts };
    return {
      ...sellable,
      unit: { ...unit, originalMinor },
      tier: { minQuantity: tier.minQuantity, listMinor: unit.originalMinor },
      verdicts,
    };
  });
}

function explainTiers({ tiers, line, unit }: SellableLine, tier: TierPrice | undefined): Verdict[] {
  return tiers.map(({ minQuantity, originalMinor }) => {
    const subject = { kind: 'Tier', id: `${minQuantity}`, name: `${minQuantity} or more` } as const;
    const amountMinor = unit.originalMinor - (originalMinor[unit.currency] ?? unit.originalMinor);
    if (amountMinor === 0) return { ...subject, reason: 'NothingToTakeOff' };
    if (minQuantity > line.quantity) return { ...subject, amountMinor, reason: 'TooFewUnits' };
    if (minQuantity !== tier?.minQuantity) return { ...subject, amountMinor, reason: 'HigherTierApplies' };
    return { ...subject, amountMinor };
  });
}
