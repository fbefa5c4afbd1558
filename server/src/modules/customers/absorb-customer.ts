import { isCustomProperties } from '../../kernel/properties.ts';
import type { CommandTx } from '../accounts/index.ts';
import { eraseFields } from './erase-profile.ts';
import { recordCustomerEvent, type MovedThings } from './events.ts';
import { moveNotes } from './store-notes.ts';
import { type CustomerChanges, passMergesOn, updateCustomer } from './store.ts';
import type { Customer } from './tables.ts';

/** Two customers who are one person, both locked by the caller. */
export interface CustomerMerge {
  /** Has no more than an id afterwards, which leads to the other. */
  readonly from: Customer;
  readonly into: Customer;
}

/**
 * Gives a customer the details, custom properties and external id of another that they lack, and removes those of the
 * other but the email, which is free again; the caller moves what belongs to them. The other stays as a deleted customer
 * that names the first. Properties that would make the set too large stay behind. Consents to mails are not passed on: they
 * are those of an address.
 */
export async function absorbCustomer(
  tx: CommandTx,
  { from, into }: CustomerMerge,
  { reason, moved }: { readonly reason: string; readonly moved: MovedThings },
): Promise<Customer> {
  const externalId = into.externalId ?? from.externalId;
  // First, because external ids are unique.
  await updateCustomer(tx, tx.account.id, from.id, {
    ...eraseFields(from.id),
    // Mails to it, and the provider's data about it, go when the other is deleted.
    email: from.email,
    isEmailConfirmed: from.isEmailConfirmed,
    name: NAME,
    mergedInto: into.id,
    ...(externalId === from.externalId && { externalId: null }),
  });
  await moveNotes(tx, tx.account.id, { from: from.id, into: into.id });
  await passMergesOn(tx, tx.account.id, { from: from.id, into: into.id });
  const merged = await updateCustomer(tx, tx.account.id, into.id, { ...detailsFor(into, from), externalId });
  recordCustomerEvent(tx, {
    type: 'customer.merged',
    subjects: { customer: [into.id, from.id] },
    data: { from: from.id, into: into.id, reason, ...moved },
  });
  if (merged === undefined) throw new Error(`customer ${into.id} is gone under a lock`);
  return merged;
}

const NAME = 'Merged customer';

function detailsFor(into: Customer, from: Customer): CustomerChanges {
  const properties = { ...from.properties, ...into.properties };
  // A tax id belongs to a business at an address: details of two are not mixed.
  const hasPlace = into.address !== null || into.businessName !== null || into.taxId !== null;
  return {
    name: into.name ?? from.name,
    phone: into.phone ?? from.phone,
    ...(!hasPlace && { address: from.address, businessName: from.businessName, taxId: from.taxId }),
    ...(isCustomProperties(properties) && { properties }),
  };
}
