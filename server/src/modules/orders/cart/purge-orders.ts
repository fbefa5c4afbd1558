import type { Tx } from '../../../platform/database/database.ts';
import type { System } from '../../../platform/system.ts';
import { forgetCoupons } from '../../coupons/index.ts';
import { holdsMoney } from '../../payments/index.ts';
import { orderSubject } from '../purchase/order-subject.ts';
import {
  type CartOwners,
  deleteOrder,
  deletePurchases,
  lockUntouchedCarts,
  touchCart,
} from '../order/store.ts';

const DAY_MS = 86_400_000;
/** Anybody can create carts, so those of guests are deleted earlier. */
const ABANDONED_AFTER_DAYS = { Guests: 30, Everybodys: 90 } as const;
const AT_ONCE = 100;

/**
 * Housekeeping: deletes carts that have not changed for 30 days, or 90 days if they belong to a customer, and were
 * never paid: there was no payment, or every payment failed.
 */
export async function purgeAbandonedOrders({ database, clock }: System): Promise<number> {
  let purged = 0;
  const now = clock.now();
  for (const whose of ['Guests', 'Everybodys'] as const)
    purged += await database.transaction((tx) => purgeCarts(tx, whose, now));
  return purged;
}

/**
 * A payment that holds money, or may still receive it, keeps its order forever. The data that buyers entered about
 * themselves is deleted with the cart; failed payments stay without it, so that money that arrives after all is
 * recognized.
 */
async function purgeCarts(tx: Tx, whose: CartOwners, now: Date): Promise<number> {
  const untouchedSince = new Date(now.getTime() - ABANDONED_AFTER_DAYS[whose] * DAY_MS);
  const carts = await lockUntouchedCarts(tx, whose, untouchedSince, AT_ONCE);
  let purged = 0;
  for (const { accountId, id } of carts) {
    if (await holdsMoney(tx, accountId, orderSubject({ id }))) {
      await touchCart(tx, accountId, id, now);
      continue;
    }
    await forgetCoupons(tx, accountId, id);
    await deletePurchases(tx, accountId, id);
    await deleteOrder(tx, accountId, id);
    purged += 1;
  }
  return purged;
}
