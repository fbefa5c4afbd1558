import { Problem } from '../../../kernel/problem.ts';
import { inTransaction, transaction } from '../../../platform/context/context.ts';
import { databaseFailure, failureReason, isLockTimeout } from '../../../platform/database/errors.ts';
import { groupByAccount } from '../../../platform/grouping.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { productsOfCustomers } from '../../licensing/index.ts';
import type { OrderView } from '../find-order.ts';
import { changeOrders, lockFreeOrders } from '../store-carts.ts';
import type { Order } from '../tables.ts';
import { type CartChange, type ChangedCart, decideChange } from './cart-change.ts';

/** The result of a change; `undefined`: it has to run alone. */
type Outcome = OrderView | Problem | undefined;

const MAX_GROUP = 64;
/** While a group waits for PostgreSQL, another one can be sent. */
const GROUPS_ON_POSTGRES = 2;

const changeInGroup = groupByAccount(changeGroup, ({ engine }) => ({
  maxItems: MAX_GROUP,
  maxGroups: engine === 'postgres' ? GROUPS_ON_POSTGRES : 1,
}));

/**
 * Changes a cart in one transaction with the changes of other carts of the account that arrive at the same time. Raises
 * the refusals of `decideChange`.
 *
 * Returns `undefined` for a change that has to run alone: no other change arrived, the cart is new, another transaction
 * is changing it, or the shared transaction failed.
 */
export async function changeTogether(change: CartChange): Promise<OrderView | undefined> {
  const outcome = await changeInGroup(change);
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}

async function changeGroup(group: readonly CartChange[]): Promise<Outcome[]> {
  const alone = group.map(() => undefined);
  const ctx = group[0]?.ctx;
  if (ctx === undefined || group.length === 1) return alone;
  try {
    return await transaction(ctx, (tx) => changeCarts(tx, group));
  } catch (error) {
    if (databaseFailure(error) === 'unavailable' && !isLockTimeout(error)) throw error;
    // One of them caused the failure: the others succeed alone.
    ctx.log.warn(
      { reason: failureReason(error) },
      'updates of carts that share a transaction failed: each runs alone',
    );
    return alone;
  }
}

async function changeCarts(tx: CommandTx, group: readonly CartChange[]): Promise<Outcome[]> {
  const carts = await lockFreeOrders(tx, tx.account.id, [...new Set(group.map(({ orderId }) => orderId))]);
  const ownedBy = await readOwned(tx, group, carts);
  const decisions: (ChangedCart | Problem | undefined)[] = [];
  for (const change of group) {
    const cart = carts.get(change.orderId);
    // A second change of this cart has to see the first one.
    carts.delete(change.orderId);
    decisions.push(cart && (await decisionOn(tx, cart, change, ownedBy(cart, change))));
  }
  const changed = decisions.filter((decision) => isChange(decision));
  await changeOrders(
    tx,
    changed.map(({ write }) => write),
  );
  return decisions.map((decision) => (isChange(decision) ? decision.view : decision));
}

/** Reads the products of the customers of all these carts together. */
async function readOwned(
  tx: CommandTx,
  group: readonly CartChange[],
  carts: ReadonlyMap<string, Order>,
): Promise<(cart: Order, change: CartChange) => readonly string[] | undefined> {
  const ownerAfter = (cart: Order | undefined, { update }: CartChange) =>
    cart?.customerId ?? update.customerId;
  const owners = group.map((change) => ownerAfter(carts.get(change.orderId), change));
  const ids = [...new Set(owners.filter((id) => id !== undefined))];
  if (ids.length === 0) return () => undefined;
  const products = await productsOfCustomers(tx, ids);
  return (cart, change) => products.get(ownerAfter(cart, change) ?? '')?.owned;
}

async function decisionOn(
  tx: CommandTx,
  cart: Order,
  change: CartChange,
  owned: readonly string[] | undefined,
): Promise<ChangedCart | Problem | undefined> {
  const { database: _, ...context } = change.ctx;
  try {
    return await decideChange(inTransaction(context, tx), cart, change, owned);
  } catch (error) {
    if (error instanceof Problem) return error;
    if (databaseFailure(error) === undefined) return undefined;
    throw error;
  }
}

function isChange(decision: ChangedCart | Problem | undefined): decision is ChangedCart {
  return decision !== undefined && !(decision instanceof Problem);
}
