import type { CommandTx } from '../../accounts/index.ts';
import { shareUses } from '../../coupons/index.ts';
import type { CustomerMerge } from '../../customers/index.ts';
import { deleteCarts } from '../cart/delete-carts.ts';
import { lockUnpaidOrders, moveOrderRows } from '../order/store.ts';
import { purchasesOf, writeBuyer } from '../purchase/store-purchases.ts';

/**
 * Gives the orders of a customer to the one into whom they are merged, inside that transaction, which holds the locks of
 * both; returns their number. Carts without money are deleted; payments that are under way go on for the other, and so do
 * renewals and changes of plans. The uses of coupons count for both.
 */
export async function moveOrders(tx: CommandTx, { from, into }: CustomerMerge): Promise<number> {
  await deleteCarts(tx, from.id);
  for (const order of await lockUnpaidOrders(tx, tx.account.id, from.id))
    for (const purchase of await purchasesOf(tx, order))
      if (purchase.buyer.customerId === from.id)
        await writeBuyer(tx, purchase, { ...purchase.buyer, customerId: into.id });
  const ids = await moveOrderRows(tx, tx.account.id, { from: from.id, into: into.id });
  await shareUses(tx, ids, { customerId: into.id, emailKey: into.emailKey });
  return ids.length;
}
