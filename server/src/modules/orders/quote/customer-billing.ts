import type { QueryContext } from '../../accounts/index.ts';
import { type Customer, findCustomer } from '../../customers/index.ts';
import { isPaid } from '../domain/order-state.ts';
import type { Billing, Order } from '../tables.ts';

/**
 * The current billing details: those of the order, and for missing ones those of its customer, until it is paid. The
 * signed-in `caller` need not be read again.
 */
export async function currentBilling(
  ctx: QueryContext,
  order: Pick<Order, 'customerId' | 'status' | 'billing'>,
  caller?: Customer,
): Promise<Billing> {
  if (isPaid(order)) return order.billing;
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
