import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { countTransactions, testContext, testTx } from '../../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { ONE_APP, patchOrder, type Shopper, shopper, stockShop } from '../../../../test/shop.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { databaseFailure, DatabaseUnavailable } from '../../../platform/database/errors.ts';
import { type Context, updateSettings } from '../../accounts/index.ts';
import { findCustomer, raiseSessionEpoch } from '../../customers/index.ts';
import { updateBilling } from './update-billing.ts';
import { advanceOrder } from '../order/advance-order.ts';
import { lockOrder, readOrder } from '../order/store.ts';
import type { Billing, OrderTables } from '../tables.ts';
import type { OrderPatch, OrderUpdate } from './cart-change.ts';
import { updateOrder } from './update-order.ts';

let app: TestApp;
let owner: Shopper;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { cartsPerMinute: 0, cartsPerDay: 0, signUpPerMinute: 0 } });
  owner = await shopper(app);
});
after(() => app.close());

type Patch = Partial<OrderPatch>;

const SYNTH = { type: 'Product', productId: 'synth', variationId: 'synth-once', quantity: 3 } as const;
const APP = { ...ONE_APP, type: 'Product' } as const;
const NOTE_LINE = {
  ...SYNTH,
  id: 'mine',
  offerId: 'an-offer',
  partial: true,
  replaced: [{ id: '"x"' }, 7, null],
};

/** Updates of a guest's cart that has one line and billing details, with the customer who makes them. */
const updates: Record<string, { readonly patch: Patch; readonly isSignedIn?: boolean }> = {
  'other lines': { patch: { items: [SYNTH, { ...APP, quantity: 10_000 }] } },
  'lines with ids, offers and notes': {
    patch: { items: [NOTE_LINE, { ...APP, partial: false, replaced: [] }] },
  },
  'no lines': { patch: { items: [] } },
  'the lines that it has': { patch: {} },
  'another currency': { patch: { currency: 'USD' } },
  'a campaign': { patch: { utm: { source: 'mail ’’ "quoted"', campaign: 'launch' } } },
  'an offer on the cart, and a page to return to': {
    patch: { offerId: 'an-offer', returnUrl: 'https://shop.demo.test/thanks?a=ä' },
  },
  'a customer': { patch: { items: [APP] }, isSignedIn: true },
  'a product that does not exist': { patch: { items: [{ ...APP, productId: 'none' }], currency: 'USD' } },
};

test('an update does the same under the lock of its cart, alone, and together with others', async () => {
  const states: object[] = [];
  for (const way of ['locked', 'alone', 'together']) {
    const { ctx, transactions } = countTransactions(app.system, app.demo);
    const carts = await Promise.all(Object.keys(updates).map(() => newCart()));
    // The next update of a cart that this process has just written does not read it.
    for (const cart of carts) await updateOrder(ctx, update(cart, { utm: { medium: 'warm-up' } }));
    const before = transactions();
    const patches = Object.values(updates);
    const change = (index: number) => {
      const { patch = {}, isSignedIn = false } = patches[index] ?? {};
      const customerId = isSignedIn ? owner.id : undefined;
      const context = way === 'locked' ? withoutSharing(ctx) : ctx;
      return settled(updateOrder(context, update(carts[index] ?? '', patch, customerId)));
    };
    const outcomes =
      way === 'together'
        ? await Promise.all(patches.map((_, index) => change(index)))
        : await inTurn(patches.map((_, index) => () => change(index)));
    // Together: one for all but the update that is refused and the one that changes the owner.
    assert.equal(transactions() - before, way === 'together' ? 3 : patches.length);
    const rows = await Promise.all(carts.map(readCart));
    states.push({ outcomes: outcomes.map((outcome) => withoutIds(outcome)), rows: rows.map(withoutIds) });
  }
  const [locked, alone, together] = states;
  assert.deepEqual(alone, locked);
  assert.deepEqual(together, locked);
});

test('updates that share a statement each have the visitor and the network of their own request', async () => {
  const account = await updateSettings(app.ctx, {
    seller: { country: 'DE' },
    tax: { mode: 'own', prices: 'exclusive', collectsIn: ['EU'], vies: false },
  });
  const { ctx, transactions } = countTransactions(app.system, account);
  const carts = await Promise.all([newCart(), newCart(HUNGARIAN, 'home'), newCart(), newCart()]);
  const visitors = [
    { visitorCountry: () => 'DE', addressGroup: () => 'home' },
    { visitorCountry: () => 'FR', addressGroup: () => 'elsewhere' },
    { visitorCountry: () => 'US' },
    {},
  ];
  const change = async (visitor: object, index: number): Promise<number> => {
    const { quote } = await updateOrder({ ...ctx, ...visitor }, update(carts[index] ?? '', { items: [APP] }));
    return quote.total.taxesMinor;
  };
  const together = await Promise.all(visitors.map(change));
  assert.equal(transactions(), 1);
  const alone = await inTurn(visitors.map((visitor, index) => () => change(visitor, index)));
  assert.deepEqual([together, together.slice(0, 3)], [alone, [931, 980, 0]]);
});

test('two updates of one cart at the same time both count, and neither loses what the other wrote', async () => {
  const [cart, other] = [await newCart(), await newCart()];
  const { ctx } = countTransactions(app.system, app.demo);
  await Promise.all([
    updateOrder(ctx, update(cart, { currency: 'USD' })),
    updateOrder(ctx, update(cart, { items: [SYNTH] })),
    updateOrder(ctx, update(other, { items: [SYNTH, APP] })),
  ]);
  const { currency, revision, lines } = await readCart(cart);
  assert.deepEqual([currency, revision, lines.map((line) => line.productId)], ['USD', 4, ['synth']]);
  assert.equal((await readCart(other)).lines.length, 2);
});

test('an update that the database refuses fails alone', async () => {
  const [cart, other] = [await newCart(), await newCart()];
  const { ctx } = countTransactions(app.system, app.demo);
  const [refused, changed] = await Promise.allSettled([
    updateOrder(ctx, update(cart, { items: [SYNTH] }, 'a customer who was erased')),
    updateOrder(ctx, update(other, { items: [SYNTH, APP] })),
  ]);
  assert.equal(refused.status === 'rejected' && databaseFailure(refused.reason), 'reference');
  assert.equal(changed.status, 'fulfilled');
  const after = await Promise.all([readCart(cart), readCart(other)]);
  assert.deepEqual(
    after.map(({ revision, customerId, lines }) => [revision, customerId, lines.length]),
    [
      [2, null, 1],
      [3, null, 2],
    ],
  );
});

test('an update that fails by a defect fails alone, and the others stay together', async () => {
  const carts = await Promise.all([newCart(), newCart(), newCart()]);
  const { ctx, transactions } = countTransactions(app.system, app.demo);
  const ownKeys = (): never => {
    throw new RangeError('a defect');
  };
  const utms = [{}, new Proxy({}, { ownKeys }), {}];
  const results = await Promise.allSettled(
    carts.map((cart, index) => updateOrder(ctx, update(cart, { utm: utms[index] ?? {} }))),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(transactions(), 2);
});

test('if the database cannot be reached, updates fail together, and none waits for it twice', async () => {
  const carts = await Promise.all([newCart(), newCart()]);
  let statements = 0;
  const statement = (): never => {
    statements += 1;
    throw new DatabaseUnavailable('nobody responds');
  };
  const ctx = testContext({ ...app.system, database: { ...app.system.database, statement } }, app.demo);
  const results = await Promise.allSettled(carts.map((cart) => updateOrder(ctx, update(cart, {}))));
  assert.deepEqual(
    results.map((result) => result.status === 'rejected' && databaseFailure(result.reason)),
    ['unavailable', 'unavailable'],
  );
  assert.equal(statements, 1);
});

test('an update of a cart that others have changed since this process wrote it sees their change', async () => {
  const cart = await newCart();
  const [here, elsewhere] = [
    countTransactions(app.system, app.demo),
    countTransactions(app.system, app.demo),
  ];
  await updateOrder(here.ctx, update(cart, { items: [SYNTH] }));
  await updateOrder(elsewhere.ctx, update(cart, { items: [APP, SYNTH], currency: 'USD' }));
  const { order } = await updateOrder(here.ctx, update(cart, { utm: { source: 'mail' } }));
  const row = await readCart(cart);
  for (const { currency, lines, utm, revision } of [order, row]) {
    assert.deepEqual([currency, lines.length, utm, revision], ['USD', 2, { source: 'mail' }, 5]);
  }
});

test('a cart has changed if its revision is another one, or, as after a restored backup, only its time', async () => {
  for (const difference of [{ revision: 1 }, { ms: 1 }]) {
    const cart = await newCart();
    const { ctx } = countTransactions(app.system, app.demo);
    await updateOrder(ctx, update(cart, { items: [SYNTH] }));
    await overwrite(cart, difference);
    const { order } = await updateOrder(ctx, update(cart, { currency: 'USD' }));
    assert.deepEqual([order.lines, order.utm], [[], { source: 'elsewhere' }]);
  }
});

async function overwrite(cart: string, difference: { revision?: number; ms?: number }): Promise<void> {
  const { revision, updatedAt } = await readCart(cart);
  const { revision: revisions = 0, ms = 0 } = difference;
  await app.system.database.transaction((tx) =>
    tx
      .tables<OrderTables>()
      .updateTable('orders')
      .set({
        lines: [],
        utm: { source: 'elsewhere' },
        revision: revision + revisions,
        updatedAt: new Date(updatedAt.getTime() - ms),
      })
      .where('id', '=', cart)
      .execute(),
  );
}

test('the next update of a cart does not read it on PostgreSQL, unless it has billing details or notes', async () => {
  const { ctx, reads } = countReads();
  const [plain, withBilling, withNotes] = [randomUUID(), randomUUID(), randomUUID()];
  await updateOrder(ctx, update(withBilling, { items: [APP] }));
  await enterBilling(withBilling);
  const updatesOf = async (orderId: string, items: OrderPatch['items']): Promise<number> => {
    await updateOrder(ctx, update(orderId, { items }));
    const before = reads();
    await updateOrder(ctx, update(orderId, { items }));
    return reads() - before;
  };
  const counts = [
    await updatesOf(plain, [SYNTH]),
    await updatesOf(withBilling, [SYNTH]),
    await updatesOf(withNotes, [{ ...SYNTH, replaced: [{}] }]),
  ];
  assert.deepEqual(counts, [ctx.database.engine === 'postgres' ? 0 : 1, 1, 1]);
});

test('carts of two accounts with the same id have nothing to do with each other', async () => {
  const other = testContext(app.system, app.other);
  const orderId = randomUUID();
  await updateOrder(app.ctx, update(orderId, { items: [APP] }));
  await updateOrder(other, update(orderId, { items: [] }));
  const views = [
    await updateOrder(app.ctx, update(orderId, { utm: { source: 'demo' } })),
    await updateOrder(other, update(orderId, { utm: { source: 'other' } })),
  ];
  assert.deepEqual(
    views.map(({ order }) => [order.accountId, order.lines.length, order.utm]),
    [
      [app.demo.id, 1, { source: 'demo' }],
      [app.other.id, 0, { source: 'other' }],
    ],
  );
});

/** A context that counts its queries outside of transactions. */
function countReads(): { readonly ctx: Context; readonly reads: () => number } {
  const { database } = app.system;
  let reads = 0;
  const tables: Reader['tables'] = <Tables>() => {
    reads += 1;
    return database.reader.tables<Tables>();
  };
  const reader = { ...database.reader, tables };
  const ctx = testContext({ ...app.system, database: { ...database, reader } }, app.demo);
  return { ctx, reads: () => reads };
}

test('billing details of a customer stop counting with their sessions, also in a cart just written', async () => {
  const { id } = await shopper(app);
  const customer = (await findCustomer(app.ctx, id)) ?? assert.fail();
  const orderId = randomUUID();
  assert.equal((await patchOrder(app, orderId, { items: [ONE_APP] })).statusCode, 200);
  const { ctx } = countTransactions(app.system, app.demo);
  const billing = { name: 'Cleo', address: null };
  await updateBilling(app.ctx, { orderId, customer, billing, network: undefined });
  const names: (string | undefined)[] = [];
  for (const haveEnded of [false, false, true]) {
    if (haveEnded)
      await app.system.database.transaction((tx) => raiseSessionEpoch(testTx(app.system, tx, app.demo), id));
    names.push((await updateOrder(ctx, update(orderId, {}, id))).order.billing.name);
  }
  assert.deepEqual(names, ['Cleo', 'Cleo', undefined]);
});

test('an order that was paid since this process wrote its cart refuses updates', async () => {
  const cart = await newCart();
  const { ctx } = countTransactions(app.system, app.demo);
  await updateOrder(ctx, update(cart, { items: [SYNTH] }));
  await app.system.database.transaction(async (tx) => {
    const order = (await lockOrder(tx, app.demo.id, cart)) ?? assert.fail();
    await advanceOrder(testTx(app.system, tx, app.demo), order, ['PaymentStarted'], {});
  });
  await assert.rejects(updateOrder(ctx, update(cart, { items: [] })), {
    errorType: 'OrderPaymentProcessing',
  });
  assert.equal((await readCart(cart)).lines.length, 1);
});

const HUNGARIAN = {
  address: {
    countryCode: 'HU',
    streetAddress1: 'Titok utca 7',
    postCode: '1051',
    locality: 'Budapest',
    streetAddress2: null,
    region: null,
  },
};

/** A guest's cart with one line, and billing details that were entered in this network. */
async function newCart(billing: Billing = {}, network?: string): Promise<string> {
  const orderId = randomUUID();
  assert.equal((await patchOrder(app, orderId, { items: [ONE_APP] })).statusCode, 200);
  await enterBilling(orderId, billing, network);
  return orderId;
}

async function enterBilling(orderId: string, billing: Billing = {}, network?: string): Promise<void> {
  await updateBilling(app.ctx, {
    orderId,
    customer: undefined,
    billing: { name: 'Gus', address: null, ...billing },
    network,
  });
}

function update(orderId: string, patch: Patch, customerId?: string): OrderUpdate {
  return { orderId, customerId, patch: { utm: {}, ...patch } };
}

async function readCart(orderId: string) {
  const order = await readOrder(app.system.database.reader, app.demo.id, orderId);
  assert.ok(order);
  return order;
}

/** A context whose updates share no statement, so that each takes the lock of its cart. */
function withoutSharing(ctx: Context): Context {
  const statement = (): never => {
    throw Object.assign(new Error('a deadlock'), { code: '40P01' });
  };
  return { ...ctx, database: { ...ctx.database, statement } };
}

/** The order, lines and prices, or the refusal. */
async function settled(work: ReturnType<typeof updateOrder>): Promise<unknown> {
  const [result] = await Promise.allSettled([work]);
  if (result.status === 'rejected') return { ...result.reason, message: String(result.reason) };
  const { order, quote } = result.value;
  return { order, quote };
}

async function inTurn(steps: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const step of steps) results.push(await step());
  return results;
}

const GUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Two runs have different ids; the customer is the same in both. */
function withoutIds(state: unknown): unknown {
  return JSON.parse(JSON.stringify(state).replaceAll(GUID, (id) => (id === owner.id ? id : 'an id')));
}
