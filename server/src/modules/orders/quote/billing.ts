import { readerOf } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import type { QueryContext, ReadContext } from '../../accounts/index.ts';
import { type Customer, findCustomer } from '../../customers/index.ts';
import type { PaymentOrder } from '../../payments/index.ts';
import type { TaxRules } from '../../pricing/index.ts';
import { assessBuyer, type StatedBuyer, type TaxBasis } from '../../taxes/index.ts';
import { isPaid } from '../domain/order-state.ts';
import { latestPurchase } from '../purchase/store-purchases.ts';
import type { Audience } from '../rights/rights.ts';
import type { Billing, Order } from '../tables.ts';

const PURPOSE = 'billing-origin';

/**
 * The current billing details: those of the order, and for missing ones those of its customer, until a payment starts; from
 * then on those that are charged, whatever the customer changes meanwhile. The signed-in `caller` is not read again.
 */
export async function currentBilling(
  ctx: QueryContext,
  order: Pick<Order, 'accountId' | 'id' | 'customerId' | 'status' | 'billing'>,
  caller?: Customer,
): Promise<Billing> {
  if (isPaid(order)) return order.billing;
  const isBeingPaid = order.status === 'PaymentProcessing';
  const purchase = isBeingPaid ? await latestPurchase(readerOf(ctx), order) : undefined;
  if (purchase !== undefined) return purchase.buyer.billing;
  return { ...(await customerBilling(ctx, order, caller)), ...order.billing };
}

/**
 * The billing details that are available before anybody enters them: name, address and business details of the order's
 * customer (customer API, Orders). Empty for a guest, even if the guest's email belongs to a customer.
 */
export async function customerBilling(
  ctx: QueryContext,
  { customerId }: Pick<Order, 'customerId'>,
  caller?: Customer,
): Promise<Billing> {
  if (customerId === null) return {};
  const customer = caller?.id === customerId ? caller : await findCustomer(ctx, customerId);
  if (customer === undefined || customer.isDeleted) return {};
  const { name, businessName, taxId, email, phone, address } = customer;
  return {
    ...(name !== null && { name }),
    ...(businessName !== null && { businessName }),
    ...(taxId !== null && { taxId }),
    email,
    ...(phone !== null && { phone }),
    ...(address !== null && { address }),
  };
}

/** The origin of a guest's billing details: a signature, specific to that order, which does not reveal the network. */
export function billingOriginOf(
  { vault }: Pick<System, 'vault'>,
  order: Pick<Order, 'accountId' | 'id'>,
  network: string,
): string {
  return vault.sign(PURPOSE, subjectOf(order, network));
}

/**
 * The initial details of a guest's checkout page, if it is opened in the network from which the billing details came.
 * Elsewhere it starts empty: anybody with the id of a cart can set its details and get a link to its page, so nobody
 * sees what another guest entered. The details on the page are a proposal; a payment stores what the page sends with
 * it.
 */
export function guestBilling(
  { vault }: Pick<System, 'vault'>,
  order: Pick<Order, 'accountId' | 'id' | 'customerId' | 'status' | 'billing' | 'billingOrigin'>,
  network: string | undefined,
): Billing | undefined {
  const { customerId, status, billing, billingOrigin } = order;
  const isCart = customerId === null && status === 'Open';
  if (!isCart || billingOrigin === null || network === undefined) return undefined;
  return vault.verify(PURPOSE, subjectOf(order, network), billingOrigin) ? billing : undefined;
}

function subjectOf({ accountId, id }: Pick<Order, 'accountId' | 'id'>, network: string): string {
  return [accountId, id, network].join('/');
}

type TaxedOrder = Pick<Order, 'accountId' | 'id' | 'customerId' | 'status' | 'billing' | 'billingOrigin'>;

/**
 * The taxes of a cart before its buyer is at the checkout: from the billing details as far as the audience may know
 * them, otherwise for the country of the visitor's connection. A guest's details count in the network that they came
 * from. No register is queried yet, so a tax id changes nothing.
 */
export async function cartTaxes(
  ctx: ReadContext,
  basis: TaxBasis | undefined,
  order: TaxedOrder,
  { audience, caller }: { readonly audience: Audience; readonly caller?: Customer | undefined },
): Promise<TaxRules | undefined> {
  if (basis === undefined) return undefined;
  const billing =
    audience === 'Owner'
      ? await currentBilling(ctx, order, caller)
      : guestBilling(ctx, order, ctx.addressGroup?.());
  const stated = statedBy(billing ?? {});
  const connectionCountry = ctx.visitorCountry?.();
  const { rules } = await assessBuyer(ctx, basis, { stated, connectionCountry });
  return rules;
}

/** The parts of billing details that taxes depend on. */
export function statedBy({
  address,
  businessName,
  taxId,
}: Billing | NonNullable<PaymentOrder['billing']>): StatedBuyer {
  return {
    country: address?.countryCode,
    region: address?.region,
    postCode: address?.postCode,
    locality: address?.locality,
    businessName,
    taxId,
  };
}
