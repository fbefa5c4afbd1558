import { isProblem, Refusal } from '@latchkey/sdk';
import type { Cart, CartPatch, LineInput } from '../api/cart.ts';
import { type CartChange, changesSince, snapshotOf } from './cart-changes.ts';
import { inputsOf, type LinesEdit, nameOf, unitsOf } from './cart-lines.ts';
import type { CartRecord } from './cart-record.ts';
import {
  readEarlierOrders,
  type Reading,
  takeOutsBetween,
  withoutBought,
  withTakenOut,
} from './earlier-orders.ts';
import { patchLines, withoutRefused } from './withdrawn-lines.ts';

/** The store's dependencies. */
export interface CartWorld {
  readonly read: (orderId: string) => Promise<Cart>;
  readonly patch: (orderId: string, body: CartPatch) => Promise<Cart>;
  readonly record: () => CartRecord | undefined;
  readonly write: (record: CartRecord | undefined) => void;
  /** Runs while no other tab changes the cart. */
  readonly alone: <Result>(run: () => Promise<Result>) => Promise<Result>;
  readonly newId: () => string;
}

export interface CartState {
  /** The order from the server's last response; undefined before that, and when there is no cart. */
  readonly order: Cart | undefined;
  /** The lines with all pending changes. */
  readonly lines: readonly LineInput[];
  /** Changes are pending: totals do not match `lines` yet. */
  readonly isChanging: boolean;
  /** The reason why the order could not be read. */
  readonly failure: Error | undefined;
  /** Changes that the buyer did not make. */
  readonly changes: readonly CartChange[];
  /** The ids of copied lines of an order that is being paid: it may buy them. */
  readonly pendingLineIds: readonly string[];
}

export interface CartStore {
  /** The same object until something changes. */
  readonly state: () => CartState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads the order again. Never fails: `failure` contains the reason. */
  readonly refresh: () => Promise<void>;
  /**
   * Changes the lines immediately, and on the server; reverts the change when that fails, and raises the reason. A new
   * cart gets the currency.
   */
  readonly edit: (edit: LinesEdit, currency?: string) => Promise<void>;
  /** Any other change of the order. */
  readonly act: (run: (orderId: string) => Promise<Cart>) => Promise<void>;
  /** The buyer has read the changes. */
  readonly dismissChanges: () => void;
  /** Starts over without a cart. */
  readonly forget: () => void;
  /** Fills a new cart with the lines of one that the server no longer has; unavailable lines are omitted. */
  readonly refill: () => Promise<void>;
}

interface Edit {
  readonly apply: LinesEdit;
  readonly currency?: string | undefined;
}

/** The state of a store between calls. */
interface Engine {
  readonly world: CartWorld;
  readonly listeners: Set<() => void>;
  state: CartState;
  /** The version of the record when `state.order` was written. */
  revision: number;
  /** The edits without a response yet. */
  waiting: readonly Edit[];
  /** Resolves when all turns so far have ended. */
  turns: Promise<unknown>;
  running: number;
}

const EMPTY: CartState = {
  order: undefined,
  lines: [],
  isChanging: false,
  failure: undefined,
  changes: [],
  pendingLineIds: [],
};

/**
 * The cart of a browser. The order is on the server; changes show immediately and are sent one after the other, several
 * waiting ones in one request, always on top of the latest order, even when another tab changed it.
 */
export function createCartStore(world: CartWorld): CartStore {
  const engine: Engine = {
    world,
    listeners: new Set(),
    state: EMPTY,
    revision: -1,
    waiting: [],
    turns: Promise.resolve(),
    running: 0,
  };
  return {
    state: () => engine.state,
    subscribe: (listener) => {
      engine.listeners.add(listener);
      return () => {
        engine.listeners.delete(listener);
      };
    },
    refresh: () => inTurn(engine, () => refresh(engine)),
    edit: (apply, currency) => edit(engine, { apply, currency }),
    act: (run) =>
      inTurn(engine, async () => {
        const order = await currentOrder(engine);
        if (order !== undefined) receive(engine, await run(order.id));
      }),
    dismissChanges: () => {
      become(engine, { changes: [] });
    },
    forget: () => {
      world.write(undefined);
      become(engine, { ...EMPTY });
    },
    refill: () => inTurn(engine, () => refill(engine)),
  };
}

function become(engine: Engine, next: Partial<CartState>): void {
  const order = 'order' in next ? next.order : engine.state.order;
  const base = order === undefined ? [] : inputsOf(order);
  const lines = applied(engine.waiting, base);
  engine.state = { ...engine.state, ...next, lines, isChanging: engine.running > 0 };
  for (const listener of engine.listeners) listener();
}

function applied(edits: readonly Edit[], lines: readonly LineInput[]): readonly LineInput[] {
  return edits.reduce((now, { apply }) => apply(now), lines);
}

interface Reception {
  /** The ids of lines that somebody removed. */
  readonly removed?: ReadonlySet<string>;
  /** Default: unchanged. */
  readonly earlierIds?: readonly string[];
  /** The order no longer contains the items to be removed according to the record. */
  readonly isTakenOut?: boolean;
  /** The record of the cart that this one copied its lines from. */
  readonly origin?: CartRecord | undefined;
}

function receive(engine: Engine, order: Cart, reception: Reception = {}): void {
  const { removed = [], earlierIds, isTakenOut = false, origin } = reception;
  const record = engine.world.record();
  const before = record?.orderId === order.id ? record : undefined;
  const { takeOuts = [] } = before ?? {};
  const latest = before ?? origin;
  // The page names withdrawn lines until the buyer dismisses them.
  const others = [...(latest?.takeOuts ?? []), ...(order.withdrawnLines ?? [])];
  const absent = new Set([...removed, ...others.map(({ id }) => id)]);
  const changes = latest === undefined ? [] : changesSince(latest.snapshot, order, absent);
  const purchases = isTakenOut ? takeOuts.map(({ id, name }) => ({ kind: 'Bought' as const, id, name })) : [];
  const lines = inputsOf(order);
  const earlier = earlierIds ?? before?.earlierIds ?? [];
  const content = {
    orderId: order.id,
    count: unitsOf(lines),
    lines,
    snapshot: snapshotOf(order),
    ...(earlier.length > 0 && { earlierIds: earlier }),
    ...(takeOuts.length > 0 && !isTakenOut && { takeOuts }),
  };
  engine.revision = record?.revision ?? 0;
  // Two tabs that only read must not trigger each other.
  if (record === undefined || !isSameContent(record, content)) {
    engine.revision += 1;
    engine.world.write({ revision: engine.revision, ...content });
  }
  become(engine, { order, failure: undefined, changes: [...engine.state.changes, ...changes, ...purchases] });
}

function isSameContent(record: CartRecord, content: Omit<CartRecord, 'revision'>): boolean {
  const { orderId, count, lines, snapshot, earlierIds, takeOuts } = record;
  return (
    JSON.stringify({ orderId, count, lines, snapshot, earlierIds, takeOuts }) === JSON.stringify(content)
  );
}

async function refresh(engine: Engine): Promise<void> {
  const record = engine.world.record();
  if (record === undefined)
    return become(engine, { order: undefined, failure: undefined, pendingLineIds: [] });
  try {
    const order = await engine.world.read(record.orderId);
    receive(engine, order);
    await takeOutBought(engine, order);
  } catch (failure) {
    become(engine, {
      failure: failure instanceof Error ? failure : new Error('unknown', { cause: failure }),
    });
  }
}

/**
 * Removes items bought by an order whose payment was pending when this cart copied its lines, and says so. The record
 * stores the result before the server does: after a lost response, the same is sent again.
 */
async function takeOutBought(engine: Engine, order: Cart): Promise<void> {
  const record = engine.world.record();
  const { earlierIds = [], takeOuts: before = [] } = record ?? {};
  const hasWork = earlierIds.length > 0 || before.length > 0;
  if (record === undefined || !hasWork || order.status !== 'Open')
    return become(engine, { pendingLineIds: [] });
  const earlier = await readEarlierOrders(earlierIds, (id) => readingOf(engine, id));
  const lines = withTakenOut(inputsOf(order), before);
  const left = withoutBought(lines, earlier.purchases);
  const names = new Map(order.items.map((line) => [line.id, nameOf(line)]));
  const additions = takeOutsBetween(lines, left, (id) => names.get(id) ?? '');
  const rest = before.filter(({ id }) => !additions.some((each) => each.id === id));
  const takeOuts = [...rest, ...additions];
  if (takeOuts.length === 0) receive(engine, order, { earlierIds: earlier.openIds });
  else {
    const { openIds } = earlier;
    engine.world.write({ ...record, revision: record.revision + 1, earlierIds: openIds, takeOuts });
    const body = { orderId: order.id, base: lines, edit: (now: typeof lines) => withTakenOut(now, takeOuts) };
    receive(engine, await patchLines(engine.world.patch, body), { isTakenOut: true });
  }
  become(engine, { pendingLineIds: earlier.pendingLineIds });
}

async function readingOf({ world }: Engine, orderId: string): Promise<Reading> {
  try {
    return await world.read(orderId);
  } catch (failure) {
    return isGone(failure) ? 'Gone' : 'Unreachable';
  }
}

function edit(engine: Engine, own: Edit): Promise<void> {
  engine.waiting = [...engine.waiting, own];
  return inTurn(engine, async () => {
    const edits = engine.waiting;
    // An earlier turn may have sent it as well.
    if (!edits.includes(own)) return;
    try {
      await send(engine, edits);
    } finally {
      engine.waiting = engine.waiting.filter((each) => !edits.includes(each));
    }
  });
}

/** The turns of a tab run one after the other, and never in parallel with those of another tab. */
function inTurn(engine: Engine, run: () => Promise<void>): Promise<void> {
  engine.running += 1;
  become(engine, {});
  const turn = engine.turns.then(() => engine.world.alone(run));
  engine.turns = turn.catch(() => undefined);
  return turn.finally(() => {
    engine.running -= 1;
    become(engine, {});
  });
}

/** The order to change: the latest one, or undefined when a new one must be started. */
async function currentOrder({ world, state, revision }: Engine): Promise<Cart | undefined> {
  const record = world.record();
  if (record === undefined) return undefined;
  if (state.order?.id === record.orderId && revision === record.revision) return state.order;
  try {
    return await world.read(record.orderId);
  } catch (failure) {
    if (isGone(failure)) return undefined;
    throw failure;
  }
}

async function send(engine: Engine, edits: readonly Edit[]): Promise<void> {
  const order = await currentOrder(engine);
  if (order?.status !== 'Open') {
    return begin(engine, edits, { paying: order?.status === 'PaymentProcessing' ? order : undefined });
  }
  const base = withTakenOut(inputsOf(order), engine.world.record()?.takeOuts ?? []);
  const apply: LinesEdit = (lines) => applied(edits, lines);
  const reception = { removed: removedBetween(base, apply(base)), isTakenOut: true };
  try {
    receive(
      engine,
      await patchLines(engine.world.patch, { orderId: order.id, base, edit: apply }),
      reception,
    );
  } catch (failure) {
    if (isProblem(failure, 'OrderPaymentProcessing')) return begin(engine, edits, { paying: order });
    if (isClosed(failure)) return begin(engine, edits);
    throw failure;
  }
}

/**
 * Starts a cart in place of one that no longer exists or accepts no changes, which stays unchanged. Items that are
 * being paid are in the new cart, too, because the buyer may cancel the payment. If it succeeds after all,
 * `takeOutBought` removes them.
 */
async function begin(
  engine: Engine,
  edits: readonly Edit[],
  { paying, earlierIds = [] }: Beginning = {},
): Promise<void> {
  const { patch, newId } = engine.world;
  const record = engine.world.record();
  const currency = paying?.currency ?? edits.find((each) => each.currency !== undefined)?.currency;
  const { earlierIds: watched = [], takeOuts = [] } = record ?? {};
  const base = paying === undefined ? [] : withTakenOut(inputsOf(paying), takeOuts);
  const apply: LinesEdit = (lines) => applied(edits, lines);
  const order = await patchLines(patch, { orderId: newId(), base, edit: apply, currency });
  if (paying === undefined) return receive(engine, order, { earlierIds });
  const removed = removedBetween(base, apply(base));
  receive(engine, order, { earlierIds: [...watched, paying.id], removed, origin: record });
}

/** The initial content of a cart. */
interface Beginning {
  /** The order whose lines it copies. */
  readonly paying?: Cart | undefined;
  readonly earlierIds?: readonly string[] | undefined;
}

/** The record stays until the server has the new cart, so that the buyer can try again. */
async function refill(engine: Engine): Promise<void> {
  const { lines: latest = [], snapshot, earlierIds, takeOuts = [] } = engine.world.record() ?? {};
  const lines = withTakenOut(latest, takeOuts);
  const currency = snapshot?.currency;
  const fill = (left: readonly LineInput[]) =>
    begin(engine, [{ apply: () => left, currency }], { earlierIds });
  try {
    await fill(lines);
  } catch (failure) {
    const left = withoutRefused(lines, lines, failure);
    if (left === undefined) throw failure;
    const withdrawals = (snapshot?.lines ?? []).filter(
      ({ id }) => lines.some((line) => line.id === id) && !left.some((line) => line.id === id),
    );
    const changes = withdrawals.map(({ id, name }) => ({ kind: 'Withdrawn' as const, id, name }));
    if (left.length > 0) await fill(left);
    else engine.world.write(undefined);
    const order = left.length > 0 ? engine.state.order : undefined;
    become(engine, { order, failure: undefined, changes: [...engine.state.changes, ...changes] });
  }
}

function removedBetween(before: readonly LineInput[], after: readonly LineInput[]): ReadonlySet<string> {
  return new Set(before.flatMap(({ id }) => (after.some((line) => line.id === id) ? [] : [id])));
}

/** The order no longer exists, or belongs to somebody else. */
export function isGone(failure: unknown): boolean {
  return failure instanceof Refusal && (failure.status === 404 || failure.status === 403);
}

/** The order no longer accepts changes of this buyer. */
function isClosed(failure: unknown): boolean {
  return isProblem(failure, 'OrderCompleted') || isProblem(failure, 'OrderOfAnotherCustomer');
}
