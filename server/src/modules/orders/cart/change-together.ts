import { Problem } from '../../../kernel/problem.ts';
import { readContext } from '../../../platform/context/context.ts';
import { databaseFailure, failureReason, isLockTimeout } from '../../../platform/database/errors.ts';
import { groupByAccount } from '../../../platform/grouping.ts';
import type { Context } from '../../accounts/index.ts';
import { productsOfCustomers } from '../../licensing/index.ts';
import type { OrderView } from './find-order.ts';
import { isShareable, readOrders, updateOfUnchanged } from './store-carts.ts';
import type { Order } from '../tables.ts';
import { type CartChange, type ChangedCart, decideChange } from './cart-change.ts';
import { keepRecentCart, takeRecentCart } from './recent-carts.ts';

const MAX_GROUP = 64;
/** While a group waits for PostgreSQL, another one can be sent. */
const GROUPS_ON_POSTGRES = 2;

/**
 * Changes a cart in one statement with the changes of other carts of the account that arrive at the same time. It takes
 * no lock to decide: the statement only writes what was decided on the latest state of a cart (ADR 32).
 *
 * Returns `undefined` for a change that has to run alone, under the cart's lock: it is refused, the cart is new, gets
 * another owner, or was last changed on another day, another transaction holds it or has just changed it, or the
 * statement failed.
 */
export const changeTogether: (change: CartChange) => Promise<OrderView | undefined> = groupByAccount(
  changeGroup,
  ({ engine }) => ({ maxItems: MAX_GROUP, maxGroups: engine === 'postgres' ? GROUPS_ON_POSTGRES : 1 }),
);

async function changeGroup(group: readonly CartChange[]): Promise<(OrderView | undefined)[]> {
  const ctx = group[0]?.ctx;
  if (ctx === undefined) return [];
  try {
    return await changeCarts(ctx, group);
  } catch (error) {
    if (databaseFailure(error) === 'unavailable' && !isLockTimeout(error)) throw error;
    // One of them caused the failure: the others succeed alone.
    ctx.log.warn(
      { reason: failureReason(error) },
      'updates of carts that share a statement failed: each runs alone',
    );
    return group.map(() => undefined);
  }
}

async function changeCarts(ctx: Context, group: readonly CartChange[]): Promise<(OrderView | undefined)[]> {
  const { database, account } = ctx;
  const decisions = await decideChanges(ctx, group);
  const writes = decisions.flatMap((decision) => (decision === undefined ? [] : [decision.write]));
  if (writes.length === 0) return decisions.map(() => undefined);
  const rows = await database.statement((writer) => updateOfUnchanged(writer, account.id, writes));
  const changedIds = new Set(rows.map(({ id }) => id));
  return decisions.map((decision) => {
    if (decision === undefined || !changedIds.has(decision.view.order.id)) return undefined;
    keepRecentCart(database, decision.view.order);
    return decision.view;
  });
}

/** The effect of each change, on carts that nobody locks; `undefined` for one that has to run alone. */
async function decideChanges(
  ctx: Context,
  group: readonly CartChange[],
): Promise<(ChangedCart | undefined)[]> {
  const carts = await currentCarts(ctx, group);
  const ownedBy = await readOwned(ctx, group, carts);
  const decisions: (ChangedCart | undefined)[] = [];
  for (const change of group) {
    const cart = carts.get(change.orderId);
    // A second change of this cart has to see the first one.
    carts.delete(change.orderId);
    decisions.push(cart && (await decisionOn(cart, change, ownedBy(cart, change))));
  }
  return decisions;
}

/** The carts as this process wrote them last, the others as read now. */
async function currentCarts(
  { database, account }: Context,
  group: readonly CartChange[],
): Promise<Map<string, Order>> {
  const accountId = account.id;
  const ids = [...new Set(group.map(({ orderId }) => orderId))];
  const recent = ids.flatMap((id) => takeRecentCart(database, { accountId, id }) ?? []);
  const carts = new Map(recent.map((cart) => [cart.id, cart]));
  const others = await readOrders(
    database.reader,
    accountId,
    ids.filter((id) => !carts.has(id)),
  );
  return new Map([...carts, ...others]);
}

/** Reads the products of the customers of all these carts together. */
async function readOwned(
  ctx: Context,
  group: readonly CartChange[],
  carts: ReadonlyMap<string, Order>,
): Promise<(cart: Order, change: CartChange) => readonly string[] | undefined> {
  const ownerAfter = (cart: Order | undefined, { update }: CartChange) =>
    cart?.customerId ?? update.customerId;
  const owners = group.map((change) => ownerAfter(carts.get(change.orderId), change));
  const ids = [...new Set(owners.filter((id) => id !== undefined))];
  if (ids.length === 0) return () => undefined;
  const products = await productsOfCustomers(readContext(ctx), ids);
  return (cart, change) => products.get(ownerAfter(cart, change) ?? '')?.owned;
}

async function decisionOn(
  cart: Order,
  change: CartChange,
  owned: readonly string[] | undefined,
): Promise<ChangedCart | undefined> {
  try {
    const decision = await decideChange(readContext(change.ctx), cart, change, owned);
    return isShareable(decision.write) ? decision : undefined;
  } catch (error) {
    // The cart may have changed: only its lock makes a refusal final.
    if (error instanceof Problem || databaseFailure(error) === undefined) return undefined;
    throw error;
  }
}
