import type { Catalog } from '../../catalog/index.ts';
import type { OrderQuote } from '../../pricing/index.ts';
import { orderFingerprint } from '../quote/order-fingerprint.ts';
import { emptyOrder, orderChanged, orderTooLarge, priceChanged } from '../problems.ts';
import type { Purchase } from '../tables.ts';

/** An order as its buyer saw it; an absent field is not compared. */
export interface ShownOrder {
  /** The `orderFingerprint` of the order. */
  readonly fingerprint?: string | undefined;
  readonly currency?: string | undefined;
  /** In minor units of that currency. */
  readonly dueMinor?: number | undefined;
}

/**
 * Raises `OrderEmpty`, `OrderChanged` and `PriceChanged` when the order differs from what the buyer saw, and
 * `OrderTooLarge`.
 */
export function refusePurchase(catalog: Catalog, content: Purchase, summary: ShownOrder = {}): void {
  if (content.lines.length === 0) throw emptyOrder();
  refuseChanged(catalog, content.quote, summary);
  refuseTooLarge(content);
}

/** Anybody with the id of a guest's cart can change it at any time: nobody pays for changes they did not see. */
function refuseChanged(catalog: Catalog, quote: OrderQuote, summary: ShownOrder): void {
  if (summary.fingerprint !== undefined && summary.fingerprint !== orderFingerprint(catalog, quote))
    throw orderChanged();
  const isSameCurrency = summary.currency === undefined || summary.currency === quote.currency;
  const isSamePrice = summary.dueMinor === undefined || summary.dueMinor === quote.total.dueMinor;
  if (!isSameCurrency || !isSamePrice) throw priceChanged();
}

/** The licenses of an order are granted in one transaction, whose locks others wait for. */
const MAX_LICENSES = 20_000;

function refuseTooLarge({ grants }: Purchase): void {
  const licenses = grants.reduce((sum, { quantity }) => sum + quantity, 0);
  if (licenses <= MAX_LICENSES) return;
  throw orderTooLarge({
    detail: `This order would grant ${licenses} licenses; one order grants ${MAX_LICENSES} at most. Split it into several.`,
  });
}
