import { createHash } from 'node:crypto';
import type { Catalog } from '../../catalog/index.ts';
import type { OrderQuote } from '../../pricing/index.ts';

/**
 * The content that a buyer agrees to, as one text: equal for two quotes exactly when they sell the same items in the
 * same variations and quantities, for the same licenses, at the same prices, under the same offer on the cart, in the same currency and
 * billing cycle, with the same later payments. The ids and the order of the lines and the billing details make no difference.
 */
export function orderFingerprint(catalog: Pick<Catalog, 'variation'>, quote: OrderQuote): string {
  const lines = quote.lines.map((line) =>
    JSON.stringify([
      line.item.type,
      line.item.id,
      line.variationId,
      catalog.variation(line.variationId)?.recurrence ?? 'OneOff',
      line.quantity,
      line.unitPriceMinor,
      line.originalMinor,
      line.dueMinor,
      ...(line.upgrade === undefined ? [] : [line.upgrade.licenseId]),
      ...(line.renewal === undefined ? [] : [line.renewal]),
    ]),
  );
  const { taxesMinor, dueMinor } = quote.total;
  const { cartOffer } = quote;
  const reductions = cartOffer === undefined ? [] : [[cartOffer.id, cartOffer.amountMinor]];
  const agreement = JSON.stringify([quote.currency, taxesMinor, dueMinor, lines.toSorted(), ...reductions]);
  return createHash('sha256').update(`order/${agreement}`).digest('base64url');
}
