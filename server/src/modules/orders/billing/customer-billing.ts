import type { Reader } from '../../../platform/database/database.ts';
import { findCustomer } from '../../customers/index.ts';
import type { System } from '../../../platform/system.ts';
import type { Billing, Order } from '../tables.ts';

/** Who is billed: what the order says, and for what it does not say, what its customer is known by until it is paid. */
export async function currentBilling({ database }: Pick<System, 'database'>, order: Order): Promise<Billing> {
  if (order.status === 'Completed') return order.billing;
  return { ...(await customerBilling(database.reader, order)), ...order.billing };
}

/**
 * The billing details that are known before anyone types them: name, address and business details of the customer
 * the order belongs to (customer API, Orders). Nothing for a guest, whatever email the guest gives.
 */
export async function customerBilling(
  db: Reader,
  { accountId, customerId }: Pick<Order, 'accountId' | 'customerId'>,
): Promise<Billing> {
  const customer = customerId === null ? undefined : await findCustomer(db, accountId, customerId);
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
