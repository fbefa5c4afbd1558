import type { Context } from '../../accounts/index.ts';
import { amountRefusal } from '../../payments/index.ts';
import { type CartRefusal, freeLimitRefusals } from '../purchase/free-limit.ts';
import { contentOf, type OrderView } from '../quote/order-quote.ts';

/**
 * The reasons why the checkout would refuse a cart, with the lines concerned: more free licenses than a customer can
 * get, or an amount that the payment provider does not charge. Only the customer learns how many licenses they already
 * have.
 */
export async function cartRefusals(
  ctx: Context,
  { order, quote, catalog }: OrderView,
  customerId: string | undefined,
): Promise<CartRefusal[]> {
  if (order.content !== null || quote.lines.length === 0) return [];
  const charge = { amountMinor: quote.total.dueMinor, currency: quote.currency };
  if (charge.amountMinor > 0) {
    const refusal = await amountRefusal(ctx, charge);
    if (refusal === undefined) return [];
    const { problem, ...amount } = refusal;
    return [{ message: problem.message, lineIds: [], amount }];
  }
  // A method is saved for what is paid for later.
  if (quote.lines.some(({ renewal }) => renewal !== undefined)) return [];
  const content = contentOf(catalog, quote, order.lines);
  const owner = customerId !== undefined && customerId === order.customerId ? customerId : undefined;
  return freeLimitRefusals(ctx, catalog, { content, customerId: owner });
}
