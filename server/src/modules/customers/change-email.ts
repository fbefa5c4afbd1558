import type { System } from '../../platform/system.ts';
import type { CommandTx } from '../accounts/index.ts';
import { emailKey } from './domain/email.ts';
import { recordCustomerEvent } from './events.ts';
import { emailInUse } from './problems.ts';
import { findEmailChange } from './queries.ts';
import {
  deleteEmailChange,
  deleteOldEmailChanges,
  findReservation,
  saveEmailChange,
} from './store-email-changes.ts';
import { adoptSubscription } from './store-newsletter.ts';
import { updateCustomer } from './store.ts';
import type { Customer, EmailChange } from './tables.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The time in which a change can be undone from the previous address. */
const UNDO_DAYS = 7;

/** A customer with a changed email, and how the previous address can undo it. */
interface ChangedEmail {
  readonly customer: Customer;
  /** The change that can be undone; absent if the customer went back to the previous address. */
  readonly undo: EmailChange | undefined;
  /** Whether no earlier change could still be undone. */
  readonly isFirst: boolean;
}

/**
 * Sets another email for a customer, whose lock the caller holds. The previous address can undo it for seven days,
 * during which nobody else can take it if it was proven. After several changes in a row only the address before the
 * first can undo them, because the holder of a stolen token may have chosen the others. Raises 409 `EmailInUse` when
 * the address is reserved; when somebody has it, the unique index refuses it.
 */
export async function changeEmail(
  tx: CommandTx,
  { customer, email, isConfirmed }: { customer: Customer; email: string; isConfirmed: boolean },
): Promise<ChangedEmail> {
  const { accountId, id: customerId } = customer;
  await refuseReserved(tx, customer, email);
  const before = await findEmailChange(tx, customerId);
  const isBack = before?.emailKey === emailKey(email);
  const changed = await storeEmail(tx, customer, {
    email,
    isConfirmed: isConfirmed || (isBack && before.wasConfirmed),
  });
  if (isBack) await deleteEmailChange(tx, accountId, customerId);
  const undo = isBack ? undefined : (before ?? (await rememberEmail(tx, customer)));
  return { customer: changed, undo, isFirst: before === undefined };
}

async function refuseReserved(tx: CommandTx, { accountId, id }: Customer, email: string): Promise<void> {
  const reserved = await findReservation(tx, accountId, emailKey(email), tx.clock.now());
  if (reserved !== undefined && reserved.customerId !== id) throw emailInUse();
}

async function storeEmail(
  tx: CommandTx,
  customer: Customer,
  { email, isConfirmed }: { readonly email: string; readonly isConfirmed: boolean },
): Promise<Customer> {
  const { accountId, id } = customer;
  const changes = { email, emailKey: emailKey(email), isEmailConfirmed: isConfirmed };
  const changed = (await updateCustomer(tx, accountId, id, changes)) ?? customer;
  recordCustomerEvent(tx, {
    type: 'customer.email-changed',
    subjects: { customer: id },
    data: { isConfirmed: changed.isEmailConfirmed },
  });
  return changed.isEmailConfirmed ? adoptSubscription(tx, changed) : changed;
}

async function rememberEmail(tx: CommandTx, customer: Customer): Promise<EmailChange> {
  const { accountId, id, email, emailKey: key, isEmailConfirmed } = customer;
  const changedAt = tx.clock.now();
  const change = {
    accountId,
    customerId: id,
    id: tx.ids.guid(),
    email,
    emailKey: key,
    wasConfirmed: isEmailConfirmed,
    changedAt,
    expiresAt: new Date(changedAt.getTime() + UNDO_DAYS * DAY_MS),
  };
  await saveEmailChange(tx, change);
  return change;
}

/**
 * Restores the address before the last change of email of a customer, whose lock the caller holds. `undefined`, and
 * nothing changed, when nothing can be undone.
 */
export async function restorePreviousEmail(tx: CommandTx, customer: Customer): Promise<Customer | undefined> {
  const change = await findEmailChange(tx, customer.id);
  if (change === undefined || !(await deleteEmailChange(tx, tx.account.id, customer.id))) return undefined;
  recordCustomerEvent(tx, { type: 'customer.email-restored', subjects: { customer: customer.id }, data: {} });
  const { email, emailKey: key, wasConfirmed } = change;
  const restored = await updateCustomer(tx, tx.account.id, customer.id, {
    email,
    emailKey: key,
    isEmailConfirmed: wasConfirmed,
  });
  return restored?.isEmailConfirmed === true ? adoptSubscription(tx, restored) : restored;
}

/**
 * Sets another email for a customer, whose lock the caller holds, in place of one that nobody claimed, such as one that
 * a guest mistyped: it can undo nothing. Raises 409 `EmailInUse` where the address is reserved; where somebody has it,
 * the unique index refuses it.
 */
export async function assignEmail(
  tx: CommandTx,
  { customer, email, isConfirmed }: { customer: Customer; email: string; isConfirmed: boolean },
): Promise<Customer> {
  await refuseReserved(tx, customer, email);
  await settleEmailChange(tx, customer.id);
  return storeEmail(tx, customer, { email, isConfirmed });
}

/** Makes the last change of a customer's email final, as when the customer is deleted. */
export async function settleEmailChange(tx: CommandTx, customerId: string): Promise<void> {
  await deleteEmailChange(tx, tx.account.id, customerId);
}

/** Deletes at most `most` email changes, of all accounts, that can no longer be undone; returns their number. */
export function purgeEmailChanges(system: System, most = 200): Promise<number> {
  return system.database.transaction((tx) => deleteOldEmailChanges(tx, system.clock.now(), most));
}
