import type { Tx } from '../../../platform/database/database.ts';
import type { System } from '../../../platform/system.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { forgetCoupons } from '../../coupons/index.ts';
import { holdsMoney } from '../../payments/index.ts';
import {
  type CartOwners,
  deleteOrder,
  lockUnpaidOrders,
  lockUntouchedCarts,
  touchCart,
} from '../order/store.ts';
import { eraseAddresses } from '../purchase/erase-addresses.ts';
import { orderSubject } from '../purchase/purchases.ts';
import { deletePurchases } from '../purchase/store-purchases.ts';
import type { Order } from '../tables.ts';

const DAY_MS = 86_400_000;
/** How long unpaid carts are kept after their last change. Anybody can create them, so those of guests go earlier. */
export const ABANDONED_AFTER_DAYS = { Guests: 30, AllCustomers: 90 } as const;
const AT_ONCE = 100;

/**
 * Housekeeping: deletes carts that have not changed for 30 days, or 90 days if they belong to a customer, and were
 * never paid: there was no payment, or every payment failed.
 */
export async function purgeAbandonedOrders({ database, clock }: System): Promise<number> {
  let purged = 0;
  const now = clock.now();
  for (const whose of ['Guests', 'AllCustomers'] as const)
    purged += await database.transaction((tx) => purgeCarts(tx, whose, now));
  return purged;
}

async function purgeCarts(tx: Tx, whose: CartOwners, now: Date): Promise<number> {
  const untouchedSince = new Date(now.getTime() - ABANDONED_AFTER_DAYS[whose] * DAY_MS);
  const carts = await lockUntouchedCarts(tx, whose, untouchedSince, AT_ONCE);
  let purged = 0;
  for (const cart of carts) {
    if (await deleteCart(tx, cart)) purged += 1;
    else await touchCart(tx, cart.accountId, cart.id, now);
  }
  return purged;
}

/**
 * Deletes the carts of a customer with all data entered into them, inside the transaction that erases the customer. A
 * cart with a pending payment stays, because its money has to buy something: it keeps the name, the email and the
 * business of its buyer, but no postal address and no phone number, so that its settlement writes none.
 */
export async function eraseCarts(tx: CommandTx, customerId: string): Promise<void> {
  for (const cart of await lockUnpaidOrders(tx, tx.account.id, customerId)) {
    if (!(await deleteCart(tx, cart))) await eraseAddresses(tx, cart.id);
  }
}

/**
 * Deletes the carts of a customer, inside the transaction that merges them into another; those with a payment stay, and
 * so do orders of subscriptions.
 */
export async function deleteCarts(tx: CommandTx, customerId: string): Promise<void> {
  for (const order of await lockUnpaidOrders(tx, tx.account.id, customerId))
    if (order.origin === 'Cart') await deleteCart(tx, order);
}

/**
 * Deletes a cart with the data that buyers entered about themselves, unless a payment of it holds money, or may still
 * receive it. Failed payments stay without that data, so that money that arrives after all is recognized.
 */
async function deleteCart(tx: Tx, { accountId, id }: Pick<Order, 'accountId' | 'id'>): Promise<boolean> {
  if (await holdsMoney(tx, accountId, orderSubject({ id }))) return false;
  await forgetCoupons(tx, accountId, id);
  await deletePurchases(tx, accountId, id);
  await deleteOrder(tx, accountId, id);
  return true;
}
