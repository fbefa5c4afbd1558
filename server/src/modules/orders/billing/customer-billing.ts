import type { QueryContext } from '../../accounts/index.ts';
import { findCustomer } from '../../customers/index.ts';
import type { Billing, Order } from '../tables.ts';

/** Who is billed: what the order says, and for what it does not say, what its customer is known by until it is paid. */
export async function currentBilling(ctx: QueryContext, order: Order): Promise<Billing> {
  if (order.status === 'Completed') return order.billing;
  return { ...(await customerBilling(ctx, order)), ...order.billing };
}

/**
 * The billing details that are known before anyone types them: name, address and business details of the customer
 * the order belongs to (customer API, Orders). Nothing for a guest, whatever email the guest gives.
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
