import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { type Customer, emailKey, ensureCustomer, findCustomer, lockCustomer } from '../customers/index.ts';
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
  const { customer, awaitsEmailKey } = await recipientOf(system, tx, account, order);
  for (const { lineId, productId, quantity, recurrence } of content.grants) {
    await grantLicenses(system, tx, account, {
      customerId: customer.id,
      productId,
      quantity,
      awaitsEmailKey,
      orderId: order.id,
      orderLineId: lineId,
      expiresAt: cycleEnd(now, recurrence),
    });
  }
  await replaceLines(tx, order, content.lines);
  const completed = {
    status: 'Completed' as const,
    customerId: awaitsEmailKey === undefined ? customer.id : null,
    currency,
    content: { ...content, wasNobodys: order.customerId === null },
    revision: order.revision + 1,
    updatedAt: now,
    completedAt: now,
  };
  await changeOrder(tx, order, completed);
  await queueReceipt(system, tx, account, { order, content, customer });
}

/** Who gets what an order gives, and which address has to be proven first. */
interface Recipient {
  readonly customer: Customer;
  readonly awaitsEmailKey: string | undefined;
}

/**
 * The customer the order belongs to, or the one with the email given at the checkout, made when there is none. What a
 * guest gives to an address that nobody has proven waits for the proof: whoever signed up with it need not be its owner.
 */
async function recipientOf(system: System, tx: Tx, account: Account, order: Order): Promise<Recipient> {
  const owner = order.customerId === null ? undefined : await findCustomer(tx, account.id, order.customerId);
  if (owner !== undefined && !owner.isDeleted) return { customer: owner, awaitsEmailKey: undefined };
  const { email, name } = order.billing;
  if (email === undefined) throw new Error(`order ${order.id} was paid without an email`);
  const { id } = await ensureCustomer(system, tx, account, { email, ...(name !== undefined && { name }) });
  // Under the lock that a proof takes: either it sees these licenses, or they see the proof.
  const customer = await lockCustomer(tx, account.id, id);
  if (customer === undefined)
    throw new Error(`the customer of order ${order.id} was deleted while it was paid`);
  const isProven = customer.isEmailConfirmed && customer.emailKey === emailKey(email);
  return { customer, awaitsEmailKey: isProven ? undefined : emailKey(email) };
}
