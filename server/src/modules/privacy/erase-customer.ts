import { notFound } from '../../kernel/problem.ts';
import { readContext, transaction } from '../../platform/context/context.ts';
import { deleteMailsTo } from '../../platform/mail/store.ts';
import type { CommandTx, Context } from '../accounts/index.ts';
import { forgetMergeRequests } from '../customer-merge/index.ts';
import {
  type Customer,
  eraseProfile,
  eraseSubscription,
  findCustomer,
  lockCustomer,
} from '../customers/index.ts';
import {
  accountOwnsPurchases,
  checkOwnPassword,
  type EmailCode,
  eraseIdentity,
  invalidCredentials,
  redeemCode,
  restoreEmail,
  validCode,
} from '../identity/index.ts';
import { eraseLicenses, ownedProductIds } from '../licensing/index.ts';
import { eraseCarts, listOrders } from '../orders/index.ts';
import { eraseBuyer } from '../payments/index.ts';
import { endSubscriptionsOf } from '../subscriptions/index.ts';
import { eraseMergedCustomer, forgetMerged, isOfAddress } from './erase-merged.ts';

/**
 * Deletes a customer (core API, DELETE): sessions end, licenses are revoked and their devices released, and all
 * personal data is removed or replaced, including carts, codes, mails and approvals in the browser. Completed orders
 * keep the content of their documents, and the journal has only ids. Of one who was merged into another, it removes the
 * address that is left. Returns the remains of the customer; repeating it changes nothing. Raises `NotFound`.
 */
export function eraseCustomer(ctx: Context, id: string): Promise<Customer> {
  return transaction(ctx, async (tx) => {
    const customer = await lockCustomer(tx, id);
    if (customer !== undefined) return erase(tx, customer);
    const erased = await findCustomer(tx, id);
    if (erased === undefined) throw notFound({ detail: `There is no customer ${id}.` });
    const { mergedInto } = erased;
    // Their licenses are the other's: only the address is left, and the vendor was asked to remove it.
    return mergedInto === null ? erased : eraseMergedCustomer(tx, { ...erased, mergedInto });
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

/**
 * Removes the account that somebody else made with the address of a reader, with the code from the mail that asked them
 * to confirm it (wire contract section 2). What others bought for the address waits for the next account with it. If the
 * account has taken the address recently, it goes back to its previous one instead.
 *
 * Raises 400 `InvalidCode`, and 409 `AccountOwnsPurchases`: a buyer who mistyped their address keeps what they paid for.
 */
export async function denyAccount(ctx: Context, input: EmailCode): Promise<void> {
  const code = await validCode(readContext(ctx), { ...input, purpose: 'DenyAccount' });
  await transaction(ctx, async (tx) => {
    const customer = await redeemCode(tx, code);
    if ((await restoreEmail(tx, customer)) !== undefined) return;
    if (await ownsPurchases(tx, customer.id)) throw accountOwnsPurchases();
    await erase(tx, customer, { ownsAddress: false });
  });
}

async function ownsPurchases(tx: CommandTx, customerId: string): Promise<boolean> {
  // Money of a payment that is still processing arrives days later, and has to buy something.
  const paid = await Promise.all(
    (['PaymentProcessing', 'Paid', 'Completed'] as const).map((status) =>
      listOrders(tx, { customerId, status, limit: 1 }),
    ),
  );
  return paid.flat().length > 0 || (await ownedProductIds(tx, customerId)).length > 0;
}

async function erase(
  tx: CommandTx,
  customer: Customer,
  { ownsAddress } = { ownsAddress: isOfAddress(tx, customer) },
): Promise<Customer> {
  const mailed = await eraseIdentity(tx, customer, { ownsAddress });
  await endSubscriptionsOf(tx, customer.id, { ownsAddress });
  await eraseLicenses(tx, customer, { ownsAddress });
  await eraseCarts(tx, customer.id);
  await forgetMergeRequests(tx, customer.id);
  if (ownsAddress) {
    await eraseSubscription(tx, customer.emailKey);
    await eraseBuyer(tx, customer.email);
  }
  mailed.push(...(await forgetMerged(tx, customer.id)));
  if (mailed.length > 0) await deleteMailsTo(tx, tx.account.id, mailed);
  return eraseProfile(tx, customer, { ownsAddress });
}
