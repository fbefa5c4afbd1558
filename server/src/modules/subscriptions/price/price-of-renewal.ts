import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import { getOrder } from '../../orders/index.ts';
import { priceOfNewUnit, priceOfPayment, type QuotedLine, type RecurringPrice } from '../../pricing/index.ts';
import { priceFromNotice } from '../domain/price-notice.ts';
import { totalAt } from '../agreed-total.ts';
import { countPayments } from '../store.ts';
import type { RenewalTotal, Subscription } from '../tables.ts';

/** What the price of a renewal follows from. */
type Priced = Pick<
  Subscription,
  | 'price'
  | 'nextPriceMinor'
  | 'nextPriceFrom'
  | 'nextPriceSentAt'
  | 'nextPriceMailMinor'
  | 'nextPriceMailFrom'
  | 'quantity'
  | 'currency'
  | 'paidUntil'
>;

/**
 * The price of a renewal after `payments` others whose period begins then, by default the next one: that which was announced
 * for it counts, if its mail was sent in time.
 */
export function priceOfRenewal(
  subscription: Priced,
  { payments, startsAt = subscription.paidUntil }: { readonly payments: number; readonly startsAt?: Date },
): RecurringPrice {
  const { price, quantity, currency } = subscription;
  const unitMinor = priceFromNotice(subscription, startsAt);
  return unitMinor === undefined ? price : priceOfNewUnit(price, unitMinor, { quantity, currency, payments });
}

/** What the next renewal will cost, with the taxes of an order of it; `undefined` where that knows no such line. */
export async function totalOfRenewal(
  ctx: QueryContext,
  subscription: Subscription,
  orderId: string,
): Promise<RenewalTotal | undefined> {
  const { quantity, currency } = subscription;
  const line = await lineOfOrder(ctx, subscription, orderId);
  if (line === undefined) return undefined;
  const payments = await countPayments(readerOf(ctx), subscription);
  const agreed = priceOfPayment(priceOfRenewal(subscription, { payments }), payments);
  return totalAt(agreed, { ...line, quantity }, { currency, now: ctx.clock.now() });
}

/** The line of a subscription as one of its orders has it; `undefined` where that knows no such line. */
export async function lineOfOrder(
  ctx: QueryContext,
  { lineId }: Subscription,
  orderId: string,
): Promise<QuotedLine | undefined> {
  const { content } = await getOrder(ctx, orderId);
  return content?.quote.lines.find(({ id }) => id === lineId);
}
