import { Problem } from '../../../kernel/problem.ts';
import { readContext } from '../../../platform/context/context.ts';
import type { Writer } from '../../../platform/database/database.ts';
import { databaseFailure, failureReason, isLockTimeout } from '../../../platform/database/errors.ts';
import { groupByAccount } from '../../../platform/grouping.ts';
import type { Context } from '../../accounts/index.ts';
import { productsOfCustomers } from '../../licensing/index.ts';
import type { OrderView } from '../find-order.ts';
import { type CartWrite, isMoved, readOrders, writeUnchangedCarts } from '../store-carts.ts';
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
 * Returns `undefined` for a change that has to run alone, under the cart's lock: it is refused, the cart is new, another
 * transaction holds it or has just changed it, or the statement failed.
 */
export const changeTogether: (change: CartChange) => Promise<OrderView | undefined> = groupByAccount(
  changeGroup,
  ({ engine }) => ({ maxItems: MAX_GROUP, maxGroups: engine === 'postgres' ? GROUPS_ON_POSTGRES : 1 }),
);

async function changeGroup(group: readonly CartChange[]): Promise<(OrderView | undefined)[]> {
  const ctx = group[0]?.ctx;
  if (ctx === undefined) return [];
  const decisions = await unlessOneFails(ctx, () => decideChanges(ctx, group), []);
  const writes = decisions.flatMap((decision) => (decision === undefined ? [] : [decision.write]));
  const { moved = [], others = [] } = Object.groupBy(writes, (write) =>
    isMoved(write) ? 'moved' : 'others',
  );
  const ids = await Promise.all([
    writeCarts(ctx, others, { areMoved: false }),
    writeCarts(ctx, moved, { areMoved: true }),
  ]);
  const changedIds = new Set(ids.flat());
  return group.map(({ orderId }, index) => {
    const view = changedIds.has(orderId) ? decisions[index]?.view : undefined;
    if (view !== undefined) keepRecentCart(ctx.database, view.order);
    return view;
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
    return await decideChange(readContext(change.ctx), cart, change, owned);
  } catch (error) {
    // The cart may have changed: only its lock makes a refusal final.
    if (error instanceof Problem || databaseFailure(error) === undefined) return undefined;
    throw error;
  }
}

/** Writes these changes, and returns the ids of the carts that were changed. */
async function writeCarts(
  ctx: Context,
  writes: readonly CartWrite[],
  options: { readonly areMoved: boolean },
): Promise<string[]> {
  if (writes.length === 0) return [];
  const { database, account } = ctx;
  const write = (writer: Writer): Promise<string[]> =>
    writeUnchangedCarts(writer, account.id, writes, options);
  return unlessOneFails(ctx, () => database.statement(write), []);
}

/**
 * The result of `run` for some carts, or `otherwise` after a failure that one of them may have caused: the others then
 * succeed alone. Raises the failure if the database cannot be reached.
 */
async function unlessOneFails<Result>(
  { log }: Context,
  run: () => Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (databaseFailure(error) === 'unavailable' && !isLockTimeout(error)) throw error;
    log.warn(
      { reason: failureReason(error) },
      'updates of carts that share a statement failed: each runs alone',
    );
    return otherwise;
  }
}
