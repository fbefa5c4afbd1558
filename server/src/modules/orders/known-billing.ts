import type { Reader } from '../../platform/database/database.ts';
import { findCustomer } from '../customers/index.ts';
import type { Billing, Order } from './tables.ts';

/**
 * The billing details that are known before anyone types them: name, address and business details of the customer
 * the order belongs to (customer API, Orders). Nothing for a guest, whatever email the guest gives.
 */
export async function knownBilling(
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
