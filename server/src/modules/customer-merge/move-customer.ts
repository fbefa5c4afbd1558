import type { CommandTx } from '../accounts/index.ts';
import {
  absorbCustomer,
  type Customer,
  type CustomerMerge,
  findEmailChange,
  lockCustomer,
  type MovedThings,
} from '../customers/index.ts';
import { eraseIdentity } from '../identity/index.ts';
import { moveLicenses, productsAwaitingProof } from '../licensing/index.ts';
import { moveOrders } from '../orders/index.ts';
import { hasSubscriptionAwaitingProof, moveSubscriptions } from '../subscriptions/index.ts';
import { moveRedemptions } from '../vouchers/index.ts';
import { queueMergedMail } from './mails.ts';
import { mergeRefused } from './problems.ts';
import { deleteRequestsOf } from './store.ts';

/** The customer who stays, and what moved. */
export interface MovedCustomer {
  readonly customer: Customer;
  readonly moved: MovedThings;
}

/**
 * Both customers, locked in the order of their ids, as everywhere, so that two merges of the same customers wait for each
 * other; `undefined` when one is unknown or deleted.
 */
export async function lockBoth(
  tx: CommandTx,
  { intoId, fromId }: { readonly intoId: string; readonly fromId: string },
): Promise<CustomerMerge | undefined> {
  const customers = new Map<string, Customer>();
  for (const id of [intoId, fromId].toSorted()) {
    const customer = await lockCustomer(tx, id);
    if (customer === undefined) return undefined;
    customers.set(id, customer);
  }
  const [into, from] = [customers.get(intoId), customers.get(fromId)];
  return into && from && { into, from };
}

/**
 * Whether the owner of the account that goes is asked first: whoever has proven an address or chosen a password has an
 * account of their own, and may have bought with it.
 */
export function needsConsent({ from }: CustomerMerge): boolean {
  return from.isEmailConfirmed || from.passwordHash !== null;
}

/** Raises 409 `MergeRefused` with the reason where a merge could give somebody what is another's. */
export async function refuseUnsafe(tx: CommandTx, merge: CustomerMerge): Promise<void> {
  const detail = await dangerOf(tx, merge);
  if (detail !== undefined) throw mergeRefused({ detail });
}

/** Why a merge could give somebody what is another's, for the vendor; `undefined` where it could not. */
export async function dangerOf(tx: CommandTx, { from, into }: CustomerMerge): Promise<string | undefined> {
  for (const customer of [from, into]) {
    const change = await findEmailChange(tx, customer.id);
    // Whoever had the account before may want it back.
    if (change !== undefined)
      return `The email of ${customer.id} was changed, which the previous address can undo until ${change.expiresAt.toISOString()}.`;
  }
  // Others may have bought it for the address: only a proof shows whose it is.
  if (await awaitsProof(tx, from))
    return `Purchases wait until ${from.id} has proven their email. Have it confirmed first, or transfer the licenses.`;
  if (from.isEmailConfirmed && !into.isEmailConfirmed)
    return `${into.id} has not proven their email, and ${from.id} has. Merge them the other way round, or have the email confirmed first.`;
  return undefined;
}

async function awaitsProof(tx: CommandTx, customer: Customer): Promise<boolean> {
  // A subscription waits, too, when its licenses have expired because a payment is open.
  return (
    (await productsAwaitingProof(tx, customer)).length > 0 ||
    (await hasSubscriptionAwaitingProof(tx, customer.id))
  );
}

/** Gives everything of a locked customer to the other one, and tells the address that no longer signs in. */
export async function moveCustomer(
  tx: CommandTx,
  merge: CustomerMerge,
  reason: string,
): Promise<MovedCustomer> {
  await forgetMergeRequests(tx, merge.from.id);
  await eraseIdentity(tx, merge.from, { ownsAddress: true });
  const moved = {
    ...(await moveLicenses(tx, merge)),
    orders: await moveOrders(tx, merge),
    subscriptions: await moveSubscriptions(tx, merge),
    vouchers: await moveRedemptions(tx, merge),
  };
  const customer = await absorbCustomer(tx, merge, { reason, moved });
  await queueMergedMail(tx, merge);
  return { customer, moved };
}

/** Withdraws what a customer was asked, and what others were asked about them: one of the two is going. */
export async function forgetMergeRequests(tx: CommandTx, customerId: string): Promise<void> {
  await deleteRequestsOf(tx, tx.account.id, customerId);
}
