import { readerOf } from '../../../platform/context/context.ts';
import type { Account, CommandTx, QueryContext } from '../../accounts/index.ts';
import type { Customer } from '../../customers/index.ts';
import { clearAwaitedEmail, replaceAwaitedEmail, waitingProductIds } from '../store/ownership.ts';

/**
 * The email that must be proven before this customer may use what the vendor's own tools grant: the address in the
 * request, or, if the request named the customer, the customer's address at that time. `undefined` if grants apply at
 * once (wire contract section 2, `waitsForProvenEmail`).
 */
export function awaitedBy(
  account: Account,
  customer: Pick<Customer, 'id' | 'emailKey' | 'isEmailConfirmed'>,
  identifiedBy: 'Customer' | 'Address',
): string | undefined {
  const waits = account.settings.waitsForProvenEmail && !customer.isEmailConfirmed;
  if (!waits) return undefined;
  return identifiedBy === 'Customer' ? customer.id : customer.emailKey;
}

/**
 * Grants a customer everything that waited for the proof of their address, inside the transaction of the proof. Returns
 * the orders of the purchases. The caller holds the lock of the customer.
 */
export async function releaseLicenses(
  tx: CommandTx,
  customer: Pick<Customer, 'id' | 'emailKey'>,
): Promise<string[]> {
  const released = await clearAwaitedEmail(tx, tx.account.id, customer);
  return [...new Set(released.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))];
}

/**
 * Makes the licenses that a customer, whose lock the caller holds, bought for a mistyped address wait for the right
 * one, inside the transaction in which the vendor corrects it. Licenses of other customers that wait for the same
 * address stay.
 */
export async function redirectLicenses(
  tx: CommandTx,
  { customerId, from, to }: { readonly customerId: string; readonly from: string; readonly to: string },
): Promise<void> {
  await replaceAwaitedEmail(tx, tx.account.id, { customerId, from, to });
}

/** Ids of the products that wait until this customer has proven their address, sorted. */
export async function productsAwaitingProof(
  ctx: QueryContext,
  customer: Pick<Customer, 'id' | 'emailKey' | 'isEmailConfirmed'>,
): Promise<string[]> {
  // A proof grants everything immediately, so there is nothing to look up.
  if (customer.isEmailConfirmed) return [];
  return waiting(ctx, [customer.emailKey, customer.id]);
}

/** Whether licenses wait until somebody proves this address. */
export async function isAddressAwaited(ctx: QueryContext, emailKey: string): Promise<boolean> {
  return (await waiting(ctx, [emailKey])).length > 0;
}

function waiting(ctx: QueryContext, awaited: readonly string[]): Promise<string[]> {
  return waitingProductIds(readerOf(ctx), ctx.account.id, awaited, ctx.clock.now());
}
