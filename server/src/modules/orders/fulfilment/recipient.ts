import type { CommandTx } from '../../accounts/index.ts';
import { type Customer, emailKey, ensureLockedCustomer, lockCurrentCustomer } from '../../customers/index.ts';
import type { Buyer } from '../tables.ts';

/** The recipient of an order's grants, and the address that must be proven first. */
export interface Recipient {
  readonly customer: Customer;
  readonly awaitsEmailKey: string | undefined;
}

/**
 * The signed-in customer who buys, or into whom they were merged, or the one with the guest's email, created if there is none; locked until the
 * transaction ends. A guest's purchase for an address that nobody has proven waits for the proof: the person who signed
 * up with it need not be its owner.
 */
export async function recipientOf(
  tx: CommandTx,
  { customerId, billing }: Pick<Buyer, 'customerId' | 'billing'>,
): Promise<Recipient> {
  const buyer = customerId === null ? undefined : await lockCurrentCustomer(tx, customerId);
  if (buyer !== undefined) return { customer: buyer, awaitsEmailKey: undefined };
  const { email, name } = billing;
  if (email === undefined) throw new Error('an order was paid without an email');
  // Takes the same lock as a proof: either the proof sees these licenses, or they see the proof.
  const customer = await ensureLockedCustomer(tx, { email, name });
  const isProven = customer.isEmailConfirmed && customer.emailKey === emailKey(email);
  return { customer, awaitsEmailKey: isProven ? undefined : emailKey(email) };
}
