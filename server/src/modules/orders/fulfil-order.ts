import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { disownUnproved } from '../identity/index.ts';
import { type Customer, ensureCustomer, findCustomer } from '../customers/index.ts';
import { grantLicenses } from '../licensing/index.ts';
import type { Payment } from '../payments/index.ts';
import { cycleEnd } from './domain/cycle.ts';
import { queueReceipt } from './receipt.ts';
import { changeOrder, replaceLines } from './store.ts';
import type { Order } from './tables.ts';

/**
 * Gives what a payment was for and closes the order, inside the transaction that records the payment. The order
 * gets the content that was agreed when the payment began, even when the cart was changed afterwards.
 */
export async function fulfilOrder(
  system: System,
  tx: Tx,
  account: Account,
  order: Order,
  payment: Payment,
): Promise<void> {
  const { content, currency } = payment;
  const now = system.clock.now();
  const customer = await buyerOf(system, tx, account, order);
  for (const { lineId, productId, quantity, recurrence } of content.grants) {
    await grantLicenses(system, tx, account, {
      customerId: customer.id,
      productId,
      quantity,
      orderId: order.id,
      orderLineId: lineId,
      expiresAt: cycleEnd(now, recurrence),
    });
  }
  await replaceLines(tx, order, content.lines);
  const completed = {
    status: 'Completed' as const,
    customerId: customer.id,
    currency,
    content: { ...content, wasNobodys: order.customerId === null },
    revision: order.revision + 1,
    updatedAt: now,
    completedAt: now,
  };
  await changeOrder(tx, order, completed);
  await queueReceipt(system, tx, account, { order, content, customer });
}

/** The customer the order belongs to, or the one with the email given at the checkout, made when there is none. */
async function buyerOf(system: System, tx: Tx, account: Account, order: Order): Promise<Customer> {
  const owner = order.customerId === null ? undefined : await findCustomer(tx, account.id, order.customerId);
  if (owner !== undefined && !owner.isDeleted) return owner;
  const { email, name } = order.billing;
  if (email === undefined) throw new Error(`order ${order.id} was paid without an email`);
  const customer = await ensureCustomer(system, tx, account, { email, ...(name !== undefined && { name }) });
  return disownUnproved(system, tx, account, customer);
}
