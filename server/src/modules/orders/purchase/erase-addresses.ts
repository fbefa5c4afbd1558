import type { CommandTx } from '../../accounts/index.ts';
import { forgetPayerBilling } from '../../payments/index.ts';
import { changeOrder, lockOrder } from '../order/store.ts';
import type { Billing } from '../tables.ts';
import { orderSubject } from './purchases.ts';
import { purchasesOf, writeBuyer } from './store-purchases.ts';

/**
 * Removes the postal address and the phone number of an erased buyer from an order with a pending payment, so that its
 * settlement writes none. The caller holds the order's lock.
 */
export async function eraseAddresses(tx: CommandTx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order === undefined) return;
  await changeOrder(tx, order, { billing: withoutAddress(order.billing), updatedAt: tx.clock.now() });
  for (const purchase of await purchasesOf(tx, order)) {
    const { buyer } = purchase;
    await writeBuyer(tx, purchase, { ...buyer, billing: withoutAddress(buyer.billing) });
  }
  await forgetPayerBilling(tx, orderSubject(order));
}

function withoutAddress({ address: _address, phone: _phone, ...billing }: Billing): Billing {
  return billing;
}
