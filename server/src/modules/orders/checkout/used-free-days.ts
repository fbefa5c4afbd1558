import type { CommandTx } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import { emailKey, findCustomer, findCustomerByEmail, lockCustomer } from '../../customers/index.ts';
import type { ItemReference, OrderQuote } from '../../pricing/index.ts';
import { addHits } from '../../../platform/counters/rate-counters.ts';
import { listOrdersInPayment } from '../order/store-payments.ts';
import { ordersInPaymentOf } from '../purchase/store-purchases.ts';
import { freeDaysInPayment, freeDaysUsed } from '../problems.ts';
import type { Buyer, Order } from '../tables.ts';

/**
 * Locks the customer of a cart with free days, before it is priced: whoever begins to pay for others, or delivers them,
 * holds the same lock. Carts without any lock nobody.
 */
export async function lockFreeDaysOwner(
  tx: CommandTx,
  catalog: Catalog,
  { customerId, lines }: Pick<Order, 'customerId' | 'lines'>,
): Promise<void> {
  const isFree = lines.some(
    ({ variationId }) => catalog.variation(variationId)?.subscriptionTerms?.freeDays !== undefined,
  );
  if (isFree && customerId !== null) await lockCustomer(tx, customerId);
}

/**
 * Refuses free days that are had already: they are for everybody once. Raises `FreeDaysUsed` for a guest whose address
 * belongs to a customer who has had those of an item; the cart of a signed-in customer offers none in this case. Raises
 * `FreeDaysInPayment` while another order of the customer, or of a guest with the address, with free days of the item is
 * being paid or delivered. The caller holds the lock of the customer; the address is locked here.
 */
export async function refuseUsedFreeDays(
  tx: CommandTx,
  quote: OrderQuote,
  { orderId, buyer }: { readonly orderId: string; readonly buyer: Buyer },
): Promise<void> {
  const items = freeItems(quote);
  const { billing } = buyer;
  if (items.length === 0) return;
  const owner = buyer.customerId === null ? undefined : await findCustomer(tx, buyer.customerId);
  const email = owner?.email ?? billing.email;
  // The lock of the address comes first: what others have done under it is read after it.
  const ofAddress = email === undefined ? [] : await ordersOfAddress(tx, emailKey(email));
  const customer = owner ?? (email === undefined ? undefined : await findCustomerByEmail(tx, email));
  const own = customer === undefined ? [] : await listOrdersInPayment(tx, tx.account.id, customer.id);
  const running = [...ofAddress, ...own]
    .filter(({ id, cancelledAt }) => id !== orderId && cancelledAt === null)
    .flatMap(({ content }) => (content === null ? [] : freeItems(content.quote)));
  if (items.some((item) => running.some((other) => isSame(item, other)))) throw freeDaysInPayment();
  if (owner !== undefined || customer === undefined) return;
  const isUsed = await tx.orders.recurring.freeDaysUsedBy(tx, customer.id);
  if (items.some(isUsed)) throw freeDaysUsed();
}

/**
 * The orders that guests with an address are paying, or have paid, under a lock of the address: its counter, which nobody
 * else changes until this transaction ends. Guests have no row of their own to lock.
 */
async function ordersOfAddress(tx: CommandTx, key: string) {
  await addHits(tx, tx, `free-days/${tx.account.id}/${key}`, { hits: 1, windowSeconds: LOCK_SECONDS });
  return ordersInPaymentOf(tx, tx.account.id, key);
}

const LOCK_SECONDS = 60;

function freeItems({ lines }: Pick<OrderQuote, 'lines'>): ItemReference[] {
  return lines.flatMap(({ item, renewal }) => (renewal?.freeDays === undefined ? [] : [item]));
}

function isSame(one: ItemReference, other: ItemReference): boolean {
  return one.type === other.type && one.id === other.id;
}
