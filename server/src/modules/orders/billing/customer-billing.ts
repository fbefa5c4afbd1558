import type { QueryContext } from '../../accounts/index.ts';
import { findCustomer } from '../../customers/index.ts';
import type { Billing, Order } from '../tables.ts';

/** The current billing details: those of the order, and for missing ones those of its customer, until it is paid. */
export async function currentBilling(ctx: QueryContext, order: Order): Promise<Billing> {
  if (order.status === 'Completed') return order.billing;
  return { ...(await customerBilling(ctx, order)), ...order.billing };
}

/**
 * The billing details that are available before anyone enters them: name, address and business details of the order's
 * customer (customer API, Orders). Empty for a guest, even if the guest's email belongs to a customer.
 */
export async function customerBilling(
  ctx: QueryContext,
  { customerId }: Pick<Order, 'customerId'>,
): Promise<Billing> {
  const customer = customerId === null ? undefined : await findCustomer(ctx, customerId);
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
