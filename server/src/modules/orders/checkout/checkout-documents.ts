import { notFound } from '../../../kernel/problem.ts';
import type { Context } from '../../accounts/index.ts';
import { completeDocuments, isBuyerDeleted, type OrderDocuments } from '../documents/order-documents.ts';
import { receiptPending } from '../problems.ts';
import { isPayerOf } from '../rights/rights.ts';
import { openCheckout } from './checkout.ts';

/**
 * The documents of an order, for the buyer who paid it by this checkout link. Raises what `openCheckout` raises,
 * `NotFound` for the link of anybody else, and `ReceiptPending` before the order is completed.
 */
export async function checkoutDocuments(
  ctx: Context,
  { orderId, token }: { readonly orderId: string; readonly token: string },
): Promise<OrderDocuments> {
  const { order, link, purchase, isForOwner } = await openCheckout(ctx, orderId, token, undefined);
  if (order.status !== 'Completed') throw receiptPending();
  // A person who pays somebody else's order must not see the billed party.
  const isBuyer = purchase !== undefined && !isForOwner && isPayerOf(purchase, link);
  if (!isBuyer || (await isBuyerDeleted(ctx, order))) throw notFound();
  return completeDocuments(ctx, order);
}
