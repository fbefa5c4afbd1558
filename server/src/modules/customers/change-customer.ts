import { changedFields } from '../../platform/journal/changed-fields.ts';
import type { CommandTx } from '../accounts/index.ts';
import { emailKey } from './domain/email.ts';
import { recordCustomerEvent } from './events.ts';
import { adoptSubscription, changeSubscription } from './store-newsletter.ts';
import { type CustomerChanges, increaseSessionEpoch, updateCustomer } from './store.ts';
import type { Customer } from './tables.ts';

/**
 * A change of the profile by the customer or the vendor, and of the spelling of the email: the same address in another
 * case.
 */
export type ProfileChanges = Partial<
  Pick<
    Customer,
    | 'name'
    | 'businessName'
    | 'taxId'
    | 'phone'
    | 'address'
    | 'properties'
    | 'email'
    | 'acceptsNewsletter'
    | 'newsletterOptedInAt'
    | 'acceptsProductUpdates'
    | 'productUpdatesOptedInAt'
  >
>;

/**
 * Changes the profile of a customer, whose lock the caller holds, and returns the updated customer. Only `changeEmail`
 * changes the address that mail is sent to.
 */
export async function changeProfile(
  tx: CommandTx,
  customer: Customer,
  changes: ProfileChanges,
): Promise<Customer> {
  if (changes.email !== undefined && emailKey(changes.email) !== customer.emailKey)
    throw new Error('a profile keeps its address');
  const changed = await write(tx, customer, changes);
  // The vendor means the address, and an unproven customer's preferences are not those of its owner.
  if (tx.actor.kind !== 'Customer' && !customer.isEmailConfirmed)
    await changeSubscription(tx, customer, changes);
  const fields = changedFields(customer, changed, ['revision']);
  if (fields !== undefined)
    recordCustomerEvent(tx, {
      type: 'customer.updated',
      subjects: { customer: customer.id },
      data: { fields: Object.keys(fields.after) },
    });
  return changed;
}

/**
 * Records that a customer, whose lock the caller holds, has proven their email. The person who chose the password need
 * not be the one who proves the email: `dropsPassword` removes it. The customer gets the newsletter subscriptions of the
 * email, in place of what that person chose.
 */
export async function confirmCustomerEmail(
  tx: CommandTx,
  customer: Customer,
  { dropsPassword }: { readonly dropsPassword: boolean },
): Promise<Customer> {
  const proven = await write(tx, customer, {
    isEmailConfirmed: true,
    ...(dropsPassword && { passwordHash: null }),
  });
  if (!customer.isEmailConfirmed)
    recordCustomerEvent(tx, {
      type: 'customer.email-confirmed',
      subjects: { customer: customer.id },
      data: {},
    });
  return adoptSubscription(tx, proven, { replaces: dropsPassword && !customer.isEmailConfirmed });
}

/** Sets another password for a customer, whose lock the caller holds. */
export async function changePassword(tx: CommandTx, customer: Customer, passwordHash: string): Promise<void> {
  await write(tx, customer, { passwordHash });
  recordCustomerEvent(tx, {
    type: 'customer.password-changed',
    subjects: { customer: customer.id },
    data: {},
  });
}

/** Stores another hash of the same password of a customer, whose lock the caller holds: no event. */
export async function rehashPassword(tx: CommandTx, customer: Customer, passwordHash: string): Promise<void> {
  await write(tx, customer, { passwordHash });
}

/** Invalidates everything that the customer's sessions have prepared so far, such as checkout links. */
export function raiseSessionEpoch(tx: CommandTx, customerId: string): Promise<void> {
  return increaseSessionEpoch(tx, tx.account.id, customerId);
}

async function write(tx: CommandTx, customer: Customer, changes: CustomerChanges): Promise<Customer> {
  return (await updateCustomer(tx, tx.account.id, customer.id, changes)) ?? customer;
}
