import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { type Customer, updateCustomer } from '../customers/index.ts';
import { endSessions } from './end-sessions.ts';
import { voidCodes } from './store-codes.ts';

/**
 * Takes an email back from whoever signed up with it and never proved that it is theirs, before it is given something
 * that somebody else has bought for it: the password goes, all sessions end, and mailed codes are void, so that the way
 * in leads through the mailbox (forgot-password). What the customer owns stays. Confirmed customers are left alone.
 */
export async function disownUnproved(
  system: System,
  tx: Tx,
  account: Account,
  customer: Customer,
): Promise<Customer> {
  if (customer.isEmailConfirmed || customer.passwordHash === null) return customer;
  await endSessions(system, tx, account, { customerId: customer.id }, 'EmailUnproved');
  await voidCodes(tx, account.id, customer.id);
  return (await updateCustomer(tx, account.id, customer.id, { passwordHash: null })) ?? customer;
}
