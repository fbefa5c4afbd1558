import type { AgreedPrice, OrderQuoteInput, QuotedLine, QuoteLine } from './quote.ts';

/**
 * The lines at a price that was agreed before: the catalogue, its discounts and offers change nothing, and they can be
 * sold whatever has happened to their items. Reductions never exceed the price.
 */
export function quoteAgreedLines({ lines }: Pick<OrderQuoteInput, 'lines'>): QuotedLine[] {
  return lines.flatMap((line) => (line.agreed === undefined ? [] : [quotedLine(line, line.agreed)]));
}

function quotedLine(
  { id, item, variationId, quantity }: QuoteLine,
  { unitOriginalMinor, adjustments, reductions, grantedProductIds = [] }: AgreedPrice,
): QuotedLine {
  const unitPriceMinor =
    unitOriginalMinor - adjustments.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  let subtotalMinor = unitPriceMinor * quantity;
  const agreed = reductions.flatMap((reduction) => {
    const amountMinor = Math.min(reduction.amountMinor, subtotalMinor);
    subtotalMinor -= amountMinor;
    return amountMinor === 0 ? [] : [{ ...reduction, amountMinor }];
  });
  const originalMinor = unitOriginalMinor * quantity;
  return {
    id,
    item,
    variationId,
    quantity,
    unitOriginalMinor,
    unitPriceMinor,
    originalMinor,
    discountMinor: originalMinor - subtotalMinor,
    subtotalMinor,
    dueMinor: subtotalMinor,
    adjustments,
    ...(agreed.length > 0 && { agreed }),
    grantedProductIds,
    isPartial: false,
    verdicts: [],
  };
}
