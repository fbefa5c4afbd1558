import { notFound, refuseIssues } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import type { Customer } from '../../customers/index.ts';
import { loadTaxBasis, taxIdIssues } from '../../taxes/index.ts';
import { type OrderView, refuseAnother, viewOf } from './find-order.ts';
import { billingOriginOf } from '../quote/guest-billing.ts';
import { billingOfCustomer } from '../problems.ts';
import { changeOrder, lockOrder } from '../order/store.ts';
import type { Billing, Order } from '../tables.ts';
import { refusePaid } from './cart-change.ts';

export interface BillingUpdate {
  readonly orderId: string;
  /** The signed-in customer, if any: a cart without an owner belongs to them from then on. */
  readonly customer: Pick<Customer, 'id' | 'sessionEpoch'> | undefined;
  /** Replaces the previous details; `{}` resets them to those of the customer. */
  readonly billing: Billing;
  /** The network of the request, if known. */
  readonly network: string | undefined;
}

/**
 * Stores the billing details of a cart, for the checkout and the receipt (extended API, section A). Details that nobody
 * signed in for only prefill the checkout page: see `guestBilling`. Raises `NotFound`, `OrderOfAnotherCustomer`,
 * `BillingNeedsCustomer` when nobody is signed in and the order belongs to a customer, because the receipt goes where
 * these details say, `OrderCompleted` and `OrderPaymentProcessing`, and `InvalidInput` for a tax id that cannot be one of the
 * billing country, where the account collects taxes.
 */
export async function updateBilling(
  ctx: Context,
  { orderId, customer, billing, network }: BillingUpdate,
): Promise<OrderView> {
  const [catalog, taxBasis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  if (taxBasis !== undefined)
    refuseIssues({ taxId: await taxIdIssues(billing.taxId, billing.address?.countryCode) });
  return transaction(ctx, async (tx) => {
    const before = await openForBilling(tx, orderId.toLowerCase(), customer?.id);
    const changes = {
      customerId: before.customerId ?? customer?.id ?? null,
      billing,
      // The session at the time it was admitted: it may have ended since.
      billingEpoch: customer?.sessionEpoch ?? 0,
      billingOrigin:
        customer === undefined && network !== undefined ? billingOriginOf(ctx, before, network) : null,
      updatedAt: ctx.clock.now(),
    };
    const order = await changeOrder(tx, before, changes);
    return viewOf(tx, catalog, { order, taxBasis, audience: 'Owner' });
  });
}

async function openForBilling(
  tx: CommandTx,
  orderId: string,
  customerId: string | undefined,
): Promise<Order> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order === undefined) throw notFound();
  refuseAnother(order, customerId);
  if (order.customerId !== null && customerId === undefined) throw billingOfCustomer();
  refusePaid(order);
  return order;
}
