import { explainVariation, priceVariation, type UnitPrice } from './price-variation.ts';
import type { OrderQuoteInput } from './quote.ts';
import type { SellableLine } from './resolve-lines.ts';

/** A line with the price of one unit after its product discount. */
export interface DiscountedLine extends SellableLine {
  readonly price: UnitPrice;
}

/** Step of a quote: takes the best product discount off one unit. */
export function applyDiscounts(lines: readonly SellableLine[], input: OrderQuoteInput): DiscountedLine[] {
  const { discounts } = input.catalog;
  return lines.map((line) => {
    if (input.isExplained !== true) return { ...line, price: priceVariation(line.unit, discounts, input) };
    const { price, verdicts } = explainVariation(line.unit, discounts, input);
    return { ...line, price, verdicts: [...line.verdicts, ...verdicts] };
  });
}
