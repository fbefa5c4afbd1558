import { readerOf } from '../../platform/context/context.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import { listEvents } from '../../platform/journal/store.ts';
import { subjectText } from '../../platform/journal/record.ts';
import type { EventRow } from '../../platform/journal/tables.ts';
import { type MailSummary, pageMailsTo } from '../../platform/mail/store.ts';
import type { System } from '../../platform/system.ts';
import type { CommandTx, QueryContext } from '../accounts/index.ts';
import { eraseFields } from './erase-profile.ts';
import * as changes from './store-email-changes.ts';
import * as store from './store.ts';
import type { Customer, CustomerName, EmailChange } from './tables.ts';

/** The customer with this id, even if deleted; `undefined` when the account has none. */
export function findCustomer(ctx: QueryContext, id: string): Promise<Customer | undefined> {
  return store.findCustomer(readerOf(ctx), ctx.account.id, id);
}

/** The customer with this email, in any case; deleted customers have none. */
export function findCustomerByEmail(ctx: QueryContext, email: string): Promise<Customer | undefined> {
  return store.findCustomerByEmail(readerOf(ctx), ctx.account.id, email);
}

/** Customers, newest or oldest first; up to one more than `limit`, to show whether there are more. */
export function listCustomers(ctx: QueryContext, filter: store.CustomerFilter): Promise<Customer[]> {
  return store.listCustomers(readerOf(ctx), ctx.account.id, filter);
}

/** Customers by their addresses; up to one more than `limit`. */
export function listCustomersByEmail(ctx: QueryContext, page: store.EmailPage): Promise<Customer[]> {
  return store.listCustomersByEmail(readerOf(ctx), ctx.account.id, page);
}

/**
 * The mails to a customer's current address, newest first; up to one more than the limit. Those of a deleted customer
 * are deleted, too.
 */
export async function mailsToCustomer(
  ctx: QueryContext,
  { email, isDeleted }: Customer,
  page: RowPage,
): Promise<MailSummary[]> {
  return isDeleted ? [] : pageMailsTo(readerOf(ctx), { accountId: ctx.account.id, recipient: email }, page);
}

/** Of these customers, those who were merged into another, with the id of that one. */
export async function findMerges(
  ctx: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return ids.length === 0 ? new Map() : store.findMerges(readerOf(ctx), ctx.account.id, ids);
}

/** The names and addresses of these customers, without deleted ones, who have neither. */
export async function namesOfCustomers(ctx: QueryContext, ids: readonly string[]): Promise<CustomerName[]> {
  return ids.length === 0 ? [] : store.findNames(readerOf(ctx), ctx.account.id, ids);
}

/** Those who were merged into a customer: of them, only the email is left. */
export function customersMergedInto(ctx: QueryContext, id: string): Promise<Customer[]> {
  return store.customersMergedInto(readerOf(ctx), ctx.account.id, id);
}

/** The emails of those who were merged into a customer, without those that were erased since. */
export async function formerEmails(ctx: QueryContext, id: string): Promise<string[]> {
  const merged = await customersMergedInto(ctx, id);
  return merged.filter(hasAddress).map(({ email }) => email);
}

/** Whether something personal is left of somebody who was merged into another. */
export function hasAddress({ id, email }: Pick<Customer, 'id' | 'email'>): boolean {
  return email !== eraseFields(id).email;
}

/**
 * Customers, at most `most` of all accounts, who are erased while an address is left of somebody who was merged into them.
 */
export function findErasedWithRemains({ database }: System, most: number): Promise<store.ErasedCustomer[]> {
  return store.findErasedWithRemains(database.reader, most);
}

/** The customer with this id, or the one into whom they were merged. */
export async function findCurrentCustomer(ctx: QueryContext, id: string): Promise<Customer | undefined> {
  const customer = await findCustomer(ctx, id);
  return customer === undefined || customer.mergedInto === null
    ? customer
    : findCustomer(ctx, customer.mergedInto);
}

/** The same, locked against changes until the transaction ends; `undefined` when unknown or deleted. */
export async function lockCurrentCustomer(tx: CommandTx, id: string): Promise<Customer | undefined> {
  const customer = await lockCustomer(tx, id);
  if (customer !== undefined) return customer;
  const current = await findCurrentCustomer(tx, id);
  return current === undefined || current.id === id ? undefined : lockCurrentCustomer(tx, current.id);
}

/** The customer, locked against changes until the transaction ends; `undefined` when unknown or deleted. */
export function lockCustomer(tx: CommandTx, id: string): Promise<Customer | undefined> {
  return store.lockCustomer(tx, tx.account.id, id);
}

/** The change of a customer's email that can still be undone. */
export function findEmailChange(ctx: QueryContext, customerId: string): Promise<EmailChange | undefined> {
  return changes.findEmailChange(readerOf(ctx), ctx.account.id, customerId, ctx.clock.now());
}

/**
 * The email change that replaced this address and can still be undone; `emailKey` is the lookup form of the address.
 */
export function findEmailChangeFrom(ctx: QueryContext, emailKey: string): Promise<EmailChange | undefined> {
  return changes.findEmailChangeFrom(readerOf(ctx), ctx.account.id, emailKey, ctx.clock.now());
}

/** What happened to a customer, newest first; up to one more than the limit. */
export function customerTimeline(
  ctx: QueryContext,
  customerId: string,
  page: { readonly afterId: string | undefined; readonly limit: number },
): Promise<EventRow[]> {
  const subject = subjectText('customer', customerId);
  return listEvents(readerOf(ctx), ctx.account.id, { ...page, subject });
}
