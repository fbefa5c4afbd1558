import { type AgreedPrice, netTotal, type NetTotal, type QuotedLine, quoteOrder } from '../pricing/index.ts';

/** The total of a payment at this price, with the tax rate of a line that was paid before. */
export function totalAt(
  agreed: AgreedPrice,
  line: Pick<QuotedLine, 'id' | 'item' | 'variationId' | 'quantity' | 'tax'>,
  { currency, now }: { readonly currency: string; readonly now: Date },
): NetTotal {
  const { tax, id, item, variationId, quantity } = line;
  const none = () => undefined;
  const quote = quoteOrder({
    catalog: { product: none, bundle: none, discounts: [], offers: [], cartOffers: [] },
    lines: [{ id, item, variationId, quantity, agreed }],
    currency,
    enabledCurrencies: [],
    now,
    utm: {},
    allowsPartialBundles: false,
    ...(tax && { taxes: { mode: tax.mode, rates: [{ ...tax, id: tax.rateId, targets: [] }] } }),
  });
  return netTotal(quote);
}
