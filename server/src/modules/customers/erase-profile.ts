import type { CommandTx } from '../accounts/index.ts';
import { NO_MAIL } from './domain/preferences.ts';
import { recordCustomerEvent } from './events.ts';
import { deleteSubscription } from './store-newsletter.ts';
import { updateCustomer } from './store.ts';
import type { Customer } from './tables.ts';

/** Replaces the name of a deleted customer. */
const NAME = 'Deleted customer';

/**
 * Removes from a customer, whose lock the caller holds, who they were (wire contract section 6). The address is free
 * again. What stays: the ids, the times of sign-up and of consent to the terms.
 */
export async function eraseProfile(tx: CommandTx, customer: Customer): Promise<Customer> {
  const { id } = customer;
  const erased = await updateCustomer(tx, tx.account.id, id, {
    name: NAME,
    email: `deleted-${id}@deleted.invalid`,
    // Nobody can sign up with what is no address, and so be in the way of a deletion.
    emailKey: `deleted:${id}`,
    isEmailConfirmed: false,
    businessName: null,
    taxId: null,
    phone: null,
    address: null,
    passwordHash: null,
    ...NO_MAIL,
    properties: {},
    isDeleted: true,
  });
  recordCustomerEvent(tx, { type: 'customer.erased', subjects: { customer: id }, data: {} });
  if (erased === undefined) throw new Error(`customer ${id} is gone under a lock`);
  return erased;
}

/** Forgets what mail an address, as `emailKey` gives it, is subscribed to or was about to be. */
export function eraseSubscription(tx: CommandTx, emailKey: string): Promise<void> {
  return deleteSubscription(tx, tx.account.id, emailKey);
}
