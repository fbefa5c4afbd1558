import { transaction } from '../../platform/context/context.ts';
import { deleteMailsTo } from '../../platform/mail/store.ts';
import type { System } from '../../platform/system.ts';
import { type CommandTx, findAccount } from '../accounts/index.ts';
import {
  type Customer,
  customersMergedInto,
  emailKey,
  eraseMerged,
  eraseRemains,
  eraseSubscription,
  findCustomer,
  findCustomerByEmail,
  findErasedWithRemains,
  hasAddress,
  lockCurrentCustomer,
} from '../customers/index.ts';
import { eraseBuyer } from '../payments/index.ts';

/**
 * Whether mails sent to the address and purchases waiting for it belong to the customer: a person who signs up with a
 * stranger's address and leaves again must not delete the stranger's receipts. A vendor who deletes a customer means
 * their address, too.
 */
export function isOfAddress(tx: CommandTx, { isEmailConfirmed }: Customer): boolean {
  return isEmailConfirmed || tx.actor.kind !== 'Customer';
}

/**
 * Makes payment providers forget those who were merged into a customer, inside the transaction that erases them all, and
 * returns the addresses whose mails were theirs, in their lookup form. An address is free after a merge: what is stored
 * about one that somebody has now stays.
 */
export async function forgetMerged(tx: CommandTx, customerId: string): Promise<string[]> {
  const mailed: string[] = [];
  for (const other of await customersMergedInto(tx, customerId))
    mailed.push(...(await forgetAddress(tx, other)));
  return mailed;
}

/**
 * Erases what is left of somebody who was merged into another customer, who stays, and returns the remains. Repeating it
 * changes nothing.
 */
export async function eraseMergedCustomer(
  tx: CommandTx,
  { id, mergedInto }: Customer & { readonly mergedInto: string },
): Promise<Customer> {
  // Whoever erases or merges that one holds the same lock, and writes this one, too.
  await lockCurrentCustomer(tx, mergedInto);
  const current = await findCustomer(tx, id);
  if (current === undefined) throw new Error(`customer ${id} is gone`);
  if (!hasAddress(current)) return current;
  const mailed = await forgetAddress(tx, current);
  if (mailed.length > 0) await deleteMailsTo(tx, tx.account.id, mailed);
  return eraseMerged(tx, current);
}

/** The address of somebody who was merged into another, in its lookup form, if it was theirs and is nobody else's now. */
async function forgetAddress(tx: CommandTx, other: Customer): Promise<string[]> {
  if (!isOfAddress(tx, other) || (await findCustomerByEmail(tx, other.email)) !== undefined) return [];
  const key = emailKey(other.email);
  await eraseSubscription(tx, key);
  await eraseBuyer(tx, other.email);
  return [key];
}

/**
 * Housekeeping: erases what is left of those who were merged into a customer whom a server of the release before merges
 * erased. Handles at most `most` such customers, of all accounts; returns their number.
 */
export async function finishErasures(system: System, most = 50): Promise<number> {
  const erased = await findErasedWithRemains(system, most);
  for (const { accountId, customerId } of erased) {
    const account = await findAccount(system, accountId);
    if (account === undefined) continue;
    const ctx = { ...system, account, actor: { kind: 'Job', id: 'privacy.finish-erasures' } as const };
    await transaction(ctx, async (tx) => {
      const mailed = await forgetMerged(tx, customerId);
      if (mailed.length > 0) await deleteMailsTo(tx, account.id, mailed);
      await eraseRemains(tx, customerId);
    });
  }
  return erased.length;
}
