import type { CommandTx } from '../accounts/index.ts';
import { NO_MAIL } from './domain/preferences.ts';
import { recordCustomerEvent } from './events.ts';
import { deleteSubscription } from './store-newsletter.ts';
import { updateCustomer } from './store.ts';
import type { Customer } from './tables.ts';

/** The name of a deleted customer. */
const NAME = 'Deleted customer';

/**
 * Removes the personal data of a customer, whose lock the caller holds (wire contract section 6). The address is free
 * again. The ids and the times of sign-up and of consent to the terms remain. Without `ownsAddress`, what others bought for
 * the address stays theirs.
 */
export async function eraseProfile(
  tx: CommandTx,
  customer: Customer,
  { ownsAddress }: { readonly ownsAddress: boolean },
): Promise<Customer> {
  const { id } = customer;
  const erased = await updateCustomer(tx, tx.account.id, id, {
    name: NAME,
    email: `deleted-${id}@deleted.invalid`,
    // This is not an address, so nobody can sign up with it and prevent a deletion.
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
  const data = ownsAddress ? {} : { keepsAddress: true as const };
  recordCustomerEvent(tx, { type: 'customer.erased', subjects: { customer: id }, data });
  if (erased === undefined) throw new Error(`customer ${id} is gone under a lock`);
  return erased;
}

/** Deletes the subscriptions and pending confirmations of an address, in the form of `emailKey`. */
export function eraseSubscription(tx: CommandTx, emailKey: string): Promise<void> {
  return deleteSubscription(tx, tx.account.id, emailKey);
}
