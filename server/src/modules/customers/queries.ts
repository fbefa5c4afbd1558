import { readerOf } from '../../platform/context/context.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import { type MailSummary, pageMailsTo } from '../../platform/mail/store.ts';
import type { CommandTx, QueryContext } from '../accounts/index.ts';
import * as changes from './store-email-changes.ts';
import * as store from './store.ts';
import type { Customer, EmailChange } from './tables.ts';

/** The customer with this id, even if deleted; `undefined` when the account has none. */
export function findCustomer(ctx: QueryContext, id: string): Promise<Customer | undefined> {
  return store.findCustomer(readerOf(ctx), ctx.account.id, id);
}

/** The customer with this email, in any case; deleted customers have none. */
export function findCustomerByEmail(ctx: QueryContext, email: string): Promise<Customer | undefined> {
  return store.findCustomerByEmail(readerOf(ctx), ctx.account.id, email);
}

/** Customers newest first; up to one more than `limit`, to show whether there are more. */
export function listCustomers(ctx: QueryContext, filter: store.CustomerFilter): Promise<Customer[]> {
  return store.listCustomers(readerOf(ctx), ctx.account.id, filter);
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
