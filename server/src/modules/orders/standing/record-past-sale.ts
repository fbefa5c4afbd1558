import type { CommandTx } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import { recordFreePayment } from '../../payments/index.ts';
import { insertOrderProducts } from '../order/store-list.ts';
import { insertLines, insertOrder } from '../order/store.ts';
import { advanceOrder } from '../order/store-status.ts';
import { orderSubject, recordPurchase } from '../purchase/purchases.ts';
import { markFulfilled } from '../purchase/store-purchases.ts';
import { contentOf, quoteLines } from '../quote/order-quote.ts';
import type { Billing, Order, OrderLine, Purchase } from '../tables.ts';
import type { ChargeTerms } from './charge-order.ts';
import { newOrder } from './place-order.ts';

/** A sale that was made elsewhere. */
export interface PastSale {
  /** Null while it waits for the proof of the address in `billing`. */
  readonly customerId: string | null;
  readonly currency: string;
  readonly billing: Billing;
  readonly item: Pick<OrderLine, 'productId' | 'bundleId' | 'variationId' | 'quantity'>;
  /** The products of which each unit has a license. */
  readonly productIds: readonly string[];
  /** The language of its mails. */
  readonly locale?: string | undefined;
  /** The taxes that its line states, for what is worked out from it later. */
  readonly terms?: Pick<ChargeTerms, 'taxBasis' | 'taxes'> | undefined;
}

/**
 * Records a sale that was made elsewhere as a completed order of one line that costs nothing here, so that what follows
 * from it has an order to belong to. Nobody gets a mail, nothing is granted, other systems hear of no purchase, and it has no
 * receipt: the sale is in the books of elsewhere.
 */
export async function recordPastSale(
  tx: CommandTx,
  catalog: Catalog,
  { item, productIds: grantedProductIds, locale, terms, ...sale }: PastSale,
): Promise<{ readonly order: Order; readonly line: OrderLine; readonly content: Purchase }> {
  const agreed = { unitOriginalMinor: 0, adjustments: [], reductions: [], grantedProductIds };
  const line: OrderLine = { ...item, id: tx.ids.guid(), offerId: null, agreed };
  const order = await newOrder(tx, { ...sale, origin: 'Cart', subscriptionId: null, lines: [line] });
  await insertOrder(tx, order);
  const { taxBasis, taxes } = terms ?? {};
  const quote = await quoteLines(tx, catalog, { order, taxBasis, audience: 'Owner', taxes: taxes?.rules });
  const content = { ...contentOf(catalog, quote, order.lines), ...(locale !== undefined && { locale }) };
  const subject = orderSubject(order);
  const payment = await recordFreePayment(tx, { subject, currency: sale.currency });
  const buyer = { customerId: sale.customerId, billing: sale.billing, linkId: null };
  const purchase = await recordPurchase(tx, payment, { order, content, buyer });
  await insertLines(tx, order, content.lines);
  await markFulfilled(tx, purchase);
  await insertOrderProducts(tx, order, [...new Set(content.grants.map(({ productId }) => productId))]);
  const now = tx.clock.now();
  const completed = await advanceOrder(tx, order, ['RecordedAsPaid'], {
    content,
    paidAt: now,
    completedAt: now,
  });
  return { order: completed, line, content };
}
