import type { Discount } from './model.ts';
import type { OrderQuoteInput, QuotedLine } from './quote.ts';

/**
 * Last step of a quote: names the products that lowered the price of a line because the customer owns them. If their
 * purchase is refunded, the line was sold for less than it should have been.
 */
export function withPriceBasis(
  lines: readonly QuotedLine[],
  { catalog, customer }: OrderQuoteInput,
): readonly QuotedLine[] {
  const perpetual = customer?.perpetualProductIds;
  if (perpetual === undefined || perpetual.size === 0) return lines;
  return lines.map((line) => {
    const discountId = line.adjustments.find(({ kind }) => kind === 'Discount')?.id;
    const discount = catalog.discounts.find(({ id }) => id === discountId);
    const basis = new Set([...partsOwned(line, catalog), ...audienceOf(discount, perpetual)]);
    return basis.size === 0 ? line : { ...line, basisProductIds: [...basis] };
  });
}

/** The products of a partial bundle that the customer need not buy again. */
function partsOwned(
  { isPartial, item, grantedProductIds }: QuotedLine,
  catalog: OrderQuoteInput['catalog'],
): readonly string[] {
  if (!isPartial) return [];
  return catalog.bundle(item.id)?.productIds.filter((id) => !grantedProductIds.includes(id)) ?? [];
}

/** The products by which the customer belongs to the audience of a discount. */
function audienceOf(discount: Discount | undefined, perpetual: ReadonlySet<string>): readonly string[] {
  const { owns, ownedCount } = discount?.audience ?? {};
  if ((ownedCount?.least ?? 0) > 0) return [...perpetual];
  if (owns === undefined || owns.match === 'None') return [];
  return owns.productIds.filter((id) => perpetual.has(id));
}
