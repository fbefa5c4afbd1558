import type { OrderQuoteInput, QuotedLine } from './quote.ts';
import { applyTaxes, taxOnTop, type TaxShare } from './taxes.ts';

/** Last step of a quote: adds the taxes, or computes the taxes included in the prices. */
export function withTaxes(
  lines: readonly QuotedLine[],
  { taxes: rules }: OrderQuoteInput,
): { readonly lines: readonly QuotedLine[]; readonly taxes?: readonly TaxShare[] } {
  if (rules === undefined || rules.rates.length === 0) return { lines };
  const { shares, taxes } = applyTaxes(lines, rules);
  const taxed = lines.map((line): QuotedLine => {
    const tax = shares.get(line.id);
    if (tax === undefined) return line;
    return { ...line, dueMinor: line.subtotalMinor + taxOnTop(tax), tax };
  });
  return { lines: taxed, taxes };
}
