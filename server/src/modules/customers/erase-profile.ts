import type { CommandTx } from '../accounts/index.ts';
import { NO_MAIL } from './domain/preferences.ts';
import { recordCustomerEvent } from './events.ts';
import { deleteSubscription } from './store-newsletter.ts';
import { deleteNotes } from './store-notes.ts';
import { type CustomerChanges, customersMergedInto, updateCustomer } from './store.ts';
import type { Customer } from './tables.ts';

/** The name of a deleted customer. */
const NAME = 'Deleted customer';

/**
 * Removes the personal data of a customer, whose lock the caller holds (wire contract section 6). The address is free
 * again, and so is what is left of those who were merged into them. The ids and the times of sign-up and of consent to the terms remain. Without `ownsAddress`, what others bought for
 * the address stays theirs.
 */
export async function eraseProfile(
  tx: CommandTx,
  customer: Customer,
  { ownsAddress }: { readonly ownsAddress: boolean },
): Promise<Customer> {
  const { id } = customer;
  const merged = await eraseMergedRows(tx, id);
  await deleteNotes(tx, tx.account.id, id);
  const erased = await updateCustomer(tx, tx.account.id, id, { ...eraseFields(id), name: NAME });
  const data = ownsAddress ? {} : { keepsAddress: true as const };
  const subjects = { customer: [id, ...merged] };
  recordCustomerEvent(tx, { type: 'customer.erased', subjects, data });
  if (erased === undefined) throw new Error(`customer ${id} is gone under a lock`);
  return erased;
}

/** Removes what is left of those who were merged into a customer who is erased already, as for a server that knew none. */
export async function eraseRemains(tx: CommandTx, erasedId: string): Promise<void> {
  const customer = await eraseMergedRows(tx, erasedId);
  recordCustomerEvent(tx, { type: 'customer.erased', subjects: { customer }, data: {} });
}

/**
 * Removes the address that is left of somebody who was merged into another, whose lock the caller holds. Their id goes on
 * leading to the other.
 */
export async function eraseMerged(tx: CommandTx, { id }: Customer): Promise<Customer> {
  const erased = await eraseMergedRow(tx, id);
  recordCustomerEvent(tx, { type: 'customer.erased', subjects: { customer: [id] }, data: {} });
  if (erased === undefined) throw new Error(`customer ${id} is gone under a lock`);
  return erased;
}

/** Returns the ids. */
async function eraseMergedRows(tx: CommandTx, id: string): Promise<string[]> {
  const merged = await customersMergedInto(tx, tx.account.id, id);
  for (const each of merged) await eraseMergedRow(tx, each.id);
  return merged.map((each) => each.id);
}

async function eraseMergedRow(tx: CommandTx, id: string): Promise<Customer | undefined> {
  await deleteNotes(tx, tx.account.id, id);
  return updateCustomer(tx, tx.account.id, id, { ...eraseFields(id), name: NAME });
}

/** Nothing personal in any field but the name. */
export function eraseFields(id: string): CustomerChanges {
  return {
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
  };
}

/** Deletes the subscriptions and pending confirmations of an address, in the form of `emailKey`. */
export function eraseSubscription(tx: CommandTx, emailKey: string): Promise<void> {
  return deleteSubscription(tx, tx.account.id, emailKey);
}
