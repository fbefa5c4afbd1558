import { normaliseGuid } from '../../../kernel/ids.ts';
import { invalidInput, notFound } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Account, CommandTx, Context } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import { loadTaxBasis } from '../../taxes/index.ts';
import { returnUrlErrors } from '../domain/checkout.ts';
import { checkLines } from '../domain/lines.ts';
import { FIRST_STATUS } from '../domain/order-state.ts';
import type { OrderView } from './find-order.ts';
import { changeOrder, insertOrder, lockOrder } from '../order/store.ts';
import type { Order } from '../tables.ts';
import { type CartChange, decideChange, type OrderUpdate } from './cart-change.ts';
import { changeTogether } from './change-together.ts';
import { keepRecentCart } from './recent-carts.ts';

/**
 * Changes a cart, or creates it when the id is new (customer API, Orders; wire contract section 4). Updates that arrive
 * at the same time share a statement.
 *
 * Raises `InvalidInput` with every unsellable line that it sends, or that was in the cart before a change of the
 * currency, `OrderOfAnotherCustomer`, `OrderCompleted` and `OrderPaymentProcessing`; with a link also `NotFound` and
 * `OrderTaken`.
 */
export async function updateOrder(ctx: Context, update: OrderUpdate): Promise<OrderView> {
  const orderId = checkUpdate(ctx.account, update);
  const [catalog, taxBasis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  const change = { ctx, orderId, update, catalog, taxBasis };
  return (await changeTogether(change)) ?? changeAlone(change);
}

/** The order id in its canonical spelling; raises every mistake that can be found without the order. */
function checkUpdate(account: Account, { orderId, patch }: OrderUpdate): string {
  const id = normaliseGuid(orderId);
  const errors = checkLines(patch.items ?? []);
  if (id === undefined) errors['orderId'] = ['must be a GUID'];
  const { origins, currencies } = account.settings;
  if (patch.currency !== undefined && !currencies.includes(patch.currency)) {
    errors['currency'] = [`must be one of ${currencies.join(', ')}`];
  }
  const urlErrors = patch.returnUrl === undefined ? [] : returnUrlErrors(patch.returnUrl, origins);
  if (urlErrors.length > 0) errors['returnUrl'] = urlErrors;
  if (id === undefined || Object.keys(errors).length > 0) throw invalidInput({ errors });
  return id;
}

/** Changes a cart in a transaction of its own, which waits for others that hold the cart, and creates it if it is new. */
async function changeAlone(change: CartChange): Promise<OrderView> {
  const changed = await transaction(change.ctx, async (tx) => {
    const cart = await lockOrder(tx, tx.account.id, change.orderId);
    if (cart === undefined && change.update.link !== undefined) throw notFound();
    const before = cart ?? (await createOrder(tx, change.orderId, change.update.admitNew));
    const { write, view } = await decideChange(tx, before, change);
    await changeOrder(tx, write.before, write.changes);
    return view;
  });
  keepRecentCart(change.ctx.database, changed.order);
  return changed;
}

async function createOrder(
  tx: CommandTx,
  orderId: string,
  admitNew: OrderUpdate['admitNew'],
): Promise<Order> {
  await admitNew?.(tx);
  const now = tx.clock.now();
  const order: Order = {
    accountId: tx.account.id,
    id: orderId,
    customerId: null,
    status: FIRST_STATUS,
    currency: tx.account.settings.defaultCurrency,
    billing: {},
    billingEpoch: 0,
    billingOrigin: null,
    utm: {},
    returnUrl: null,
    couponCodeIds: [],
    offerId: null,
    lines: [],
    content: null,
    lastPaymentFailure: null,
    revision: 0,
    createdAt: now,
    updatedAt: now,
    paidAt: null,
    completedAt: null,
    isRefunded: false,
    lastFulfilmentFailure: null,
    cancelledAt: null,
  };
  if (await insertOrder(tx, order)) return order;
  // Another request has just created it; it is committed by now, or the insert would still wait.
  const other = await lockOrder(tx, tx.account.id, orderId);
  if (other === undefined) throw notFound();
  return other;
}
