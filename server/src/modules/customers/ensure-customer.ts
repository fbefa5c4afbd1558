import type { AccountContext, CommandTx } from '../accounts/index.ts';
import { emailKey } from './domain/email.ts';
import { NO_MAIL } from './domain/preferences.ts';
import { recordCustomerEvent } from './events.ts';
import { findReservation } from './store-email-changes.ts';
import { findCustomer, findCustomerByEmail, insertCustomer, lockCustomer } from './store.ts';
import type { Customer } from './tables.ts';

/** All data of a new customer; an absent field gets its empty value. */
export type NewCustomer = Pick<Customer, 'email'> &
  Partial<Omit<Customer, 'accountId' | 'id' | 'email' | 'emailKey' | 'isDeleted' | 'revision'>>;

/**
 * The customer with this email, created without a password if there is none: if several transactions run this at once,
 * one creates the customer and all get it. The email must have passed `checkEmail`.
 */
export async function ensureCustomer(
  tx: CommandTx,
  input: { readonly email: string; readonly name?: string | undefined },
): Promise<Customer> {
  const now = tx.clock.now();
  const existing = await ownerOf(tx, input.email, now);
  if (existing !== undefined) return existing;
  const inserted = await addCustomer(tx, { email: input.email, name: input.name ?? null });
  const customer = inserted ?? (await ownerOf(tx, input.email, now));
  if (customer === undefined) throw new Error('a customer with this email was there and is gone');
  return customer;
}

/**
 * Adds a customer, who gets the address's newsletter subscriptions (`adoptSubscription`); returns `undefined`, and changes nothing,
 * when the account has a customer with this email. Raises 409 `EmailInUse` when a customer can still go back to it.
 */
export async function addCustomer(tx: CommandTx, input: NewCustomer): Promise<Customer | undefined> {
  const customer = await insertCustomer(tx, newCustomer(tx, input), tx.clock.now());
  if (customer === undefined) return undefined;
  const { id, passwordHash, isEmailConfirmed } = customer;
  recordCustomerEvent(tx, {
    type: 'customer.created',
    subjects: { customer: id },
    data: { hasPassword: passwordHash !== null, isEmailConfirmed },
  });
  return customer;
}

const MOST_LOOKS = 5;

/**
 * The same customer, locked against changes until the transaction ends: a customer who gives up the address, or is
 * deleted, while this waits for the lock, is not returned. The result may be a customer who has another address now but
 * can still go back to this one.
 */
export async function ensureLockedCustomer(
  tx: CommandTx,
  input: { readonly email: string; readonly name?: string | undefined },
): Promise<Customer> {
  let before: string | undefined;
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const { id } = await ensureCustomer(tx, input);
    const customer = await lockCustomer(tx, tx.account.id, id);
    const hasAddress = customer?.emailKey === emailKey(input.email);
    // A customer found twice without the address is the one it is reserved for.
    if (customer !== undefined && (hasAddress || id === before)) return customer;
    before = id;
  }
  throw new Error('the customer of an email changed again and again');
}

/** The customer with this email, or the one who had it and can still go back to it. */
export async function ownerOf(tx: CommandTx, email: string, now: Date): Promise<Customer | undefined> {
  const customer = await findCustomerByEmail(tx, tx.account.id, email);
  if (customer !== undefined) return customer;
  const change = await findReservation(tx, tx.account.id, emailKey(email), now);
  return change && findCustomer(tx, tx.account.id, change.customerId);
}

/** A customer that is not stored yet. */
export function newCustomer(ctx: AccountContext, input: NewCustomer): Customer {
  return {
    name: null,
    businessName: null,
    taxId: null,
    isEmailConfirmed: false,
    phone: null,
    address: null,
    passwordHash: null,
    sessionEpoch: 0,
    ...NO_MAIL,
    privacyAcceptedAt: null,
    termsAcceptedAt: null,
    properties: {},
    externalId: null,
    createdAt: ctx.clock.now(),
    ...input,
    accountId: ctx.account.id,
    id: ctx.ids.guid(),
    emailKey: emailKey(input.email),
    isDeleted: false,
    mergedInto: null,
    revision: 1,
  };
}
