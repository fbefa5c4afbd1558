import type { CommandTx } from '../../accounts/index.ts';
import { findCustomerByEmail } from '../../customers/index.ts';
import type { OrderQuote } from '../../pricing/index.ts';
import { freeDaysUsed } from '../problems.ts';
import type { Buyer } from '../tables.ts';

/**
 * Raises `FreeDaysUsed` for a guest whose address belongs to a customer who has had the free days of an item before: they
 * are for everybody once. The cart of a signed-in customer offers none in this case.
 */
export async function refuseUsedFreeDays(
  tx: CommandTx,
  { lines }: OrderQuote,
  { customerId, billing: { email } }: Buyer,
): Promise<void> {
  const free = lines.filter(({ renewal }) => renewal?.freeDays !== undefined);
  if (free.length === 0 || customerId !== null || email === undefined) return;
  const customer = await findCustomerByEmail(tx, email);
  if (customer === undefined) return;
  const isUsed = await tx.orders.recurring.freeDaysUsedBy(tx, customer.id);
  if (free.some(({ item }) => isUsed(item))) throw freeDaysUsed();
}
