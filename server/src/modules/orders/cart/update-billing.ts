import { refuseIssues } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import type { Customer } from '../../customers/index.ts';
import { loadTaxBasis, taxIdIssues } from '../../taxes/index.ts';
import { billingOfCustomer } from '../problems.ts';
import { billingOriginOf } from '../quote/billing.ts';
import { type OrderView, quoteLines } from '../quote/order-quote.ts';
import type { Billing } from '../tables.ts';
import { changeCart, openCart } from './open-cart.ts';

interface BillingUpdate {
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
 * these details say, `OrderCompleted` and `OrderPaymentProcessing`, and `InvalidInput` for a tax id that cannot be one
 * of the billing country, where the account collects taxes.
 */
export async function updateBilling(
  ctx: Context,
  { orderId, customer, billing, network }: BillingUpdate,
): Promise<OrderView> {
  const [catalog, taxBasis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  const { taxId, address } = billing;
  if (taxBasis !== undefined)
    refuseIssues({ taxId: await taxIdIssues(taxId, address?.countryCode, address?.postCode) });
  const caller = { customerId: customer?.id };
  return transaction(ctx, async (tx) => {
    const cart = await openCart(tx, orderId, caller, { needsCustomer: billingOfCustomer });
    const order = await changeCart(tx, cart, {
      billing,
      // The session at the time it was admitted: it may have ended since.
      billingEpoch: customer?.sessionEpoch ?? 0,
      billingOrigin:
        customer === undefined && network !== undefined ? billingOriginOf(ctx, cart.order, network) : null,
    });
    const quote = await quoteLines(tx, catalog, { order, taxBasis, audience: 'Owner' });
    return { order, quote, catalog };
  });
}
