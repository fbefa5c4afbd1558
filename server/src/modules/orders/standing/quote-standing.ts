import type { ReadContext } from '../../accounts/index.ts';
import type { OrderQuote } from '../../pricing/index.ts';
import { quoteLines } from '../quote/order-quote.ts';
import type { ChargeTerms } from './charge-order.ts';
import type { StandingOrder } from './place-order.ts';

/**
 * What an order without a cart would cost, with the taxes of these terms: exactly what `chargeOrder` charges for it. A
 * line without an agreed price has that of the catalogue, or is refused.
 */
export function quoteStanding(
  ctx: ReadContext,
  {
    customerId,
    currency,
    billing,
    lines,
  }: Pick<StandingOrder, 'customerId' | 'currency' | 'billing' | 'lines'>,
  { catalog, taxBasis, taxes }: ChargeTerms,
): Promise<OrderQuote> {
  const order = {
    accountId: ctx.account.id,
    id: '',
    customerId,
    currency,
    billing,
    lines,
    utm: {},
    status: 'Open',
    billingOrigin: null,
    couponCodeIds: [],
    offerId: null,
  } as const;
  return quoteLines(ctx, catalog, { order, taxBasis, audience: 'Owner', taxes: taxes?.rules });
}
