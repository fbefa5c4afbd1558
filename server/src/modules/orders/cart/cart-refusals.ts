import type { Context } from '../../accounts/index.ts';
import type { OrderView } from '../find-order.ts';
import { type CartRefusal, freeLimitRefusals } from './free-limit.ts';
import { contentOf } from './order-quote.ts';

/**
 * The reasons why the checkout would refuse a cart, with the lines concerned: more free licenses than one customer can
 * get. Only the customer learns how many licenses they already have.
 */
export async function cartRefusals(
  ctx: Context,
  { order, lines, quote, catalog }: OrderView,
  customerId: string | undefined,
): Promise<CartRefusal[]> {
  if (order.status === 'Completed' || quote.total.dueMinor !== 0) return [];
  const content = contentOf(catalog, quote, lines);
  const owner = customerId !== undefined && customerId === order.customerId ? customerId : undefined;
  return freeLimitRefusals(ctx, catalog, { content, customerId: owner });
}
