import { notFound } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import { deleteMailsTo } from '../../platform/mail/store.ts';
import type { CommandTx, Context } from '../accounts/index.ts';
import {
  type Customer,
  eraseProfile,
  eraseSubscription,
  findCustomer,
  lockCustomer,
} from '../customers/index.ts';
import { checkOwnPassword, eraseIdentity, invalidCredentials } from '../identity/index.ts';
import { eraseLicenses } from '../licensing/index.ts';
import { eraseCarts } from '../orders/index.ts';

/**
 * Deletes a customer (core API, DELETE): sessions end, licenses are revoked and their devices released, and all
 * personal data is removed or replaced, including carts, codes, mails and approvals in the browser. Completed orders
 * keep the content of their documents, and the journal has only ids. Returns the remains of the customer; repeating it
 * changes nothing. Raises `NotFound`.
 */
export function eraseCustomer(ctx: Context, id: string): Promise<Customer> {
  return transaction(ctx, async (tx) => {
    const customer = await lockCustomer(tx, id);
    if (customer !== undefined) return erase(tx, customer);
    const erased = await findCustomer(tx, id);
    if (erased === undefined) throw notFound({ detail: `There is no customer ${id}.` });
    return erased;
  });
}

/**
 * Deletes the signed-in customer, who confirms it with their password; otherwise like `eraseCustomer`. Raises 400
 * `InvalidCredentials` for a wrong password, and 429 after several wrong ones.
 */
export async function deleteOwnAccount(
  ctx: Context,
  customer: Customer,
  { password }: { readonly password: string },
): Promise<void> {
  await checkOwnPassword(ctx, customer, password);
  await transaction(ctx, async (tx) => {
    const current = await lockCustomer(tx, customer.id);
    // The password may have been changed while it was checked.
    if (current === undefined || current.passwordHash !== customer.passwordHash) throw invalidCredentials();
    await erase(tx, current);
  });
}

async function erase(tx: CommandTx, customer: Customer): Promise<Customer> {
  const ownsAddress = isOfAddress(tx, customer);
  const mailed = await eraseIdentity(tx, customer, { ownsAddress });
  await eraseLicenses(tx, customer, { ownsAddress });
  await eraseCarts(tx, customer.id);
  if (ownsAddress) await eraseSubscription(tx, customer.emailKey);
  if (mailed.length > 0) await deleteMailsTo(tx, tx.account.id, mailed);
  return eraseProfile(tx, customer);
}

/**
 * Whether mails sent to the address and purchases waiting for it belong to the customer: a person who signs up with a
 * stranger's address and leaves again must not delete the stranger's receipts. A vendor who deletes a customer means
 * their address, too.
 */
function isOfAddress(tx: CommandTx, { isEmailConfirmed }: Customer): boolean {
  return isEmailConfirmed || tx.actor.kind !== 'Customer';
}
