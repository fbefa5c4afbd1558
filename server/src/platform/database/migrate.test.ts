import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../test/database.ts';
import { migrations } from '../../../migrations/index.ts';
import type { Database, DatabaseOptions, Tx } from './database.ts';
import { DatabaseTooNew, DatabaseUnavailable } from './errors.ts';
import { portableDdl, type SchemaStatement } from './migrate.ts';

const NAMES = migrations.map(({ name }) => name);
const MOMENT = new Date('2026-01-02T03:04:05.678Z');

interface Applied {
  kyselyMigration: { name: string; timestamp: string };
}

/** Rows in the first step's schema. */
const ROWS = {
  accounts: {
    id: 'demo',
    name: 'Demo Audio',
    settings: { currencies: ['EUR'] },
    dataKey: 'sealed',
    isDefault: true,
    createdAt: MOMENT,
  },
  customers: {
    accountId: 'demo',
    id: 'c1',
    name: 'Ann',
    email: 'Ann@example.com',
    emailKey: 'ann@example.com',
    isEmailConfirmed: true,
    acceptsNewsletter: false,
    acceptsProductUpdates: true,
    properties: {},
    createdAt: MOMENT,
  },
  sessions: {
    accountId: 'demo',
    id: 's1',
    customerId: 'c1',
    generation: 3,
    tokenSealed: 'sealed',
    rotatedAt: MOMENT,
    createdAt: MOMENT,
    expiresAt: MOMENT,
  },
  products: {
    accountId: 'demo',
    id: 'app',
    name: 'App',
    tagline: '',
    description: '',
    status: 'Active',
    isPurchasable: true,
    maxActivations: 3,
    allowsOffline: true,
    allowsTrials: true,
    trialDays: 14,
    trialNeedsAccount: false,
    downloadAccess: 'Everyone',
    properties: {},
    createdAt: MOMENT,
    updatedAt: MOMENT,
  },
  licenses: {
    accountId: 'demo',
    id: 'l1',
    customerId: 'c1',
    productId: 'app',
    status: 'Active',
    maxActivations: 3,
    activeActivations: 1,
    allowsOffline: true,
    properties: {},
    createdAt: MOMENT,
  },
  activations: {
    accountId: 'demo',
    id: 'a1',
    licenseId: 'l1',
    deviceName: 'Laptop',
    deviceSignature: 'signature',
    method: 'Online',
    status: 'Active',
    firstValidatedAt: MOMENT,
    lastValidatedAt: MOMENT,
    createdAt: MOMENT,
  },
};

test('an empty database is brought to the newest version, once', async (context) => {
  const database = await openEmpty(context);
  assert.deepEqual(await database.migrate(), NAMES);
  await database.ready();
  assert.deepEqual(await database.migrate(), []);
  assert.deepEqual(await appliedTo(database), NAMES);
});

test('a database is not ready before it has every step', async (context) => {
  const database = await openEmpty(context);
  await assert.rejects(database.ready());
  await startWith(database, 1);
  await assert.rejects(database.ready(), (error) => {
    assert.ok(error instanceof DatabaseUnavailable);
    assert.match(error.message, new RegExp(NAMES.slice(1).join(', ')));
    return true;
  });
});

test('rows of an older version are there, and the same, after the steps that followed', async (context) => {
  const database = await openEmpty(context);
  await startWith(database, 1);
  await database.transaction((tx) => insertAll(tx));
  assert.deepEqual(await database.migrate(), NAMES.slice(1));
  for (const [table, row] of Object.entries(ROWS)) {
    const rows = await database.reader
      .tables<Record<string, Record<string, unknown>>>()
      .selectFrom(table)
      .selectAll()
      .executeTakeFirstOrThrow();
    for (const [column, value] of Object.entries(row)) {
      assert.deepEqual(rows[column], value, `${table}.${column}`);
    }
  }
});

test('the demo shop of an older version is marked as one, and an account of that name that is none is not', async (context) => {
  for (const [emailKey, isDemo] of [
    ['ada@demo.example', true],
    ['ann@example.com', false],
  ] as const) {
    const database = await openEmpty(context);
    await startWith(database, 8);
    await database.transaction(async (tx) => {
      const db = tx.tables<Record<string, Record<string, unknown>>>();
      await db.insertInto('accounts').values(ROWS.accounts).execute();
      await db
        .insertInto('customers')
        .values({ ...ROWS.customers, emailKey })
        .execute();
    });
    await database.migrate();
    const account = await database.reader
      .tables<Record<string, Record<string, unknown>>>()
      .selectFrom('accounts')
      .select('isDemo')
      .executeTakeFirstOrThrow();
    assert.equal(account['isDemo'], isDemo, emailKey);
  }
});

test('payments of an older version are there, with what they were for, and those of carts that were deleted', async (context) => {
  const database = await openEmpty(context);
  const step = NAMES.indexOf('0019-payments-of-anything');
  await startWith(database, step);
  const ids = { accountId: 'demo', orderId: 'o1' };
  const order = { ...ids, id: 'o1', status: 'Completed', currency: 'EUR', billing: {}, utm: {} };
  const money = { provider: 'sandbox', amountMinor: 4_900, currency: 'EUR' };
  const moments = { createdAt: MOMENT, settledAt: MOMENT };
  await database.transaction(async (tx) => {
    const db = tx.tables<Record<string, Record<string, unknown>>>();
    await db.insertInto('accounts').values(ROWS.accounts).execute();
    const { orderId: _, ...row } = { ...order, revision: 1, createdAt: MOMENT, updatedAt: MOMENT };
    await db.insertInto('orders').values(row).execute();
    for (const [id, status] of [
      ['p1', 'Failed'],
      ['p2', 'Succeeded'],
    ]) {
      const payment = { ...ids, id, status, ...money, ...moments, providerReference: `sandbox-${id}` };
      const purchase = { content: { lines: [] }, buyer: { linkId: 'l' }, failure: null };
      await db
        .insertInto('payments')
        .values({ ...payment, ...purchase })
        .execute();
      const event = { accountId: 'demo', provider: 'sandbox', eventId: `e-${id}`, paymentId: id };
      await db
        .insertInto('paymentEvents')
        .values({ ...event, kind: status, receivedAt: MOMENT })
        .execute();
    }
    const payment = { accountId: 'demo', id: 'p0', orderId: 'o0', providerReference: 'sandbox-p0' };
    await db
      .insertInto('forgottenPayments')
      .values({ ...payment, status: 'Surplus', ...money, ...moments })
      .execute();
  });
  assert.deepEqual(await database.migrate(), NAMES.slice(step));
  const db = database.reader.tables<Record<string, Record<string, unknown>>>();
  const payments = await db.selectFrom('payments').selectAll().orderBy('id').execute();
  assert.deepEqual(
    payments.map(({ id, subjectKind, subjectId, status, settledAt }) => [
      id,
      subjectKind,
      subjectId,
      status,
      settledAt,
    ]),
    [
      ['p0', 'Order', 'o0', 'Surplus', MOMENT],
      ['p1', 'Order', 'o1', 'Failed', MOMENT],
      ['p2', 'Order', 'o1', 'Succeeded', MOMENT],
    ],
  );
  const purchases = await db.selectFrom('purchases').selectAll().orderBy('paymentId').execute();
  const purchase = { ...ids, content: { lines: [] }, buyer: { linkId: 'l' }, createdAt: MOMENT };
  assert.deepEqual(purchases, [
    { ...purchase, paymentId: 'p1', isFulfilled: false },
    { ...purchase, paymentId: 'p2', isFulfilled: true },
  ]);
  assert.equal((await db.selectFrom('paymentEvents').selectAll().execute()).length, 2);
});

test('refunds of an older version, and what they give back of their orders, are the same after a later step', async (context) => {
  const database = await openEmpty(context);
  const step = NAMES.findIndex((name) => name.endsWith('-free-refunds'));
  await startWith(database, step);
  const own = { accountId: 'demo', createdAt: MOMENT };
  const money = { amountMinor: 4_900, currency: 'EUR', providerReference: 'r-1', status: 'Succeeded' };
  const subject = { subjectKind: 'Order', subjectId: 'o1', settledAt: MOMENT };
  const order = { ...own, id: 'o1', status: 'Completed', currency: 'EUR', billing: {}, utm: {}, revision: 1 };
  const refund = { ...own, ...subject, ...money, id: 'r1', paymentId: 'p1', origin: 'Vendor', taxMinor: 12 };
  const part = { accountId: 'demo', refundId: 'r1', orderId: 'o1', lines: [{ lineId: 'l' }] };
  const rows = {
    accounts: ROWS.accounts,
    orders: { ...order, updatedAt: MOMENT },
    payments: { ...own, ...subject, ...money, id: 'p1', provider: 'sandbox', expiresAt: MOMENT },
    refunds: { ...refund, reason: 'Too slow.' },
    orderRefunds: { ...part, revokesLicenses: true, isEffective: true },
  };
  await database.transaction(async (tx) => {
    const db = tx.tables<Record<string, Record<string, unknown>>>();
    for (const [table, row] of Object.entries(rows)) await db.insertInto(table).values(row).execute();
  });
  assert.deepEqual(await database.migrate(), NAMES.slice(step));
  const db = database.reader.tables<Record<string, Record<string, unknown>>>();
  const empty = { disputeId: null, failure: null };
  assert.deepEqual(await db.selectFrom('refunds').selectAll().execute(), [{ ...rows.refunds, ...empty }]);
  assert.deepEqual(await db.selectFrom('orderRefunds').selectAll().execute(), [rows.orderRefunds]);
});

test('carts and orders of an older version keep their lines, and only the lines of paid orders stay rows', async (context) => {
  const database = await openEmpty(context);
  await startWith(database, 1);
  await database.transaction((tx) => insertAll(tx));
  const step = NAMES.indexOf('0050-lines-of-carts');
  await database.transaction((tx) => runSteps(tx, 1, step));
  const own = { accountId: 'demo', createdAt: MOMENT, updatedAt: MOMENT };
  const variation = { ...own, id: 'v1', productId: 'app', name: 'Once', recurrence: 'OneOff', prices: {} };
  const order = { ...own, currency: 'EUR', billing: {}, utm: {}, revision: 1 };
  const item = { productId: 'app', bundleId: null, variationId: 'v1' };
  // Earlier versions stored notes of any depth.
  const deepNote: unknown = JSON.parse(`${'['.repeat(1_001)}${']'.repeat(1_001)}`);
  const lines = [
    {
      ...item,
      id: 'z',
      quantity: 2,
      offerId: 'half',
      partial: true,
      replaced: [{ id: '"x"' }, 7, null, deepNote],
    },
    { ...item, id: 'b', quantity: 1, offerId: null, partial: false, replaced: [] },
    { ...item, id: 'a', quantity: 3, offerId: null, partial: null, replaced: null },
  ];
  const statuses = {
    empty: 'Open',
    cart: 'Open',
    paying: 'PaymentProcessing',
    paid: 'Paid',
    done: 'Completed',
  };
  await database.transaction(async (tx) => {
    const db = tx.tables<Record<string, Record<string, unknown>>>();
    await db
      .insertInto('variations')
      .values({ ...variation, isDefault: true })
      .execute();
    for (const [orderId, status] of Object.entries(statuses)) {
      await db
        .insertInto('orders')
        .values({ ...order, id: orderId, status })
        .execute();
      const rows = lines.map((line, position) => ({ accountId: 'demo', orderId, position, ...line }));
      if (orderId !== 'empty') await db.insertInto('orderLines').values(rows.toReversed()).execute();
    }
  });
  assert.deepEqual(await database.migrate(), NAMES.slice(step));
  const db = database.reader.tables<Record<string, Record<string, unknown>>>();
  const orders = await db.selectFrom('orders').select(['id', 'lines', 'changedOn']).orderBy('id').execute();
  const expected = Object.keys(statuses).map((id) => ({
    id,
    lines: id === 'empty' ? [] : lines,
    changedOn: '2026-01-02',
  }));
  assert.deepEqual(
    orders,
    expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );
  const sold = await db.selectFrom('orderLines').select('orderId').distinct().orderBy('orderId').execute();
  assert.deepEqual(sold, [{ orderId: 'done' }, { orderId: 'paid' }]);
});

test('a step that fails leaves nothing of it, and the next start tries it again', async (context) => {
  const database = await openEmpty(context);
  await startWith(database, 1);
  const obstacle = 'newsletter_subscriptions';
  await database.transaction((tx) => run(tx, `create table ${obstacle} (id TEXT)`));
  await assert.rejects(database.migrate(), /newsletter_subscriptions/);
  assert.deepEqual(await appliedTo(database), NAMES.slice(0, 1));
  await database.transaction((tx) => run(tx, `drop table ${obstacle}`));
  assert.deepEqual(await database.migrate(), NAMES.slice(1));
});

test('a step may take longer than a command', async (context) => {
  const database = await openEmpty(context, { statementTimeoutMs: 1 });
  assert.deepEqual(await database.migrate(), NAMES);
});

test('a database that a newer version has written is neither changed nor called ready', async (context) => {
  const database = await openEmpty(context);
  await startWith(database, 1);
  await database.transaction((tx) => record(tx, '9999-from-the-future'));
  await assert.rejects(database.migrate(), DatabaseTooNew);
  assert.deepEqual(await appliedTo(database), [...NAMES.slice(0, 1), '9999-from-the-future']);
  await assert.rejects(database.ready());
});

test('a server that runs while a newer version migrates its database is ready no more', async (context) => {
  const { database, close } = await openTestDatabase();
  context.after(close);
  await database.ready();
  await database.transaction((tx) => record(tx, '9999-from-the-future'));
  await assert.rejects(database.ready(), DatabaseTooNew);
});

async function openEmpty(
  context: TestContext,
  options: Pick<DatabaseOptions, 'statementTimeoutMs'> = {},
): Promise<Database> {
  const { database, close } = await openTestDatabase({ ...options, isEmpty: true });
  context.after(close);
  return database;
}

/** Creates a database as a version with only the first steps would have left it. */
async function startWith(database: Database, steps: number): Promise<void> {
  await database.transaction(async (tx) => {
    await run(tx, 'create table kysely_migration (name TEXT not null primary key, timestamp TEXT not null)');
    await runSteps(tx, 0, steps);
  });
}

async function runSteps(tx: Tx, start: number, end: number): Promise<void> {
  for (const { name, statements } of migrations.slice(start, end)) {
    for (const statement of statements) await run(tx, statement);
    await record(tx, name);
  }
}

async function run(tx: Tx, statement: SchemaStatement): Promise<void> {
  await sql.raw(portableDdl(statement, tx.engine)).execute(tx.tables());
}

async function record(tx: Tx, name: string): Promise<void> {
  const values = { name, timestamp: MOMENT.toISOString() };
  await tx.tables<Applied>().insertInto('kyselyMigration').values(values).execute();
}

async function insertAll(tx: Tx): Promise<void> {
  for (const [table, row] of Object.entries(ROWS)) {
    await tx.tables<Record<string, Record<string, unknown>>>().insertInto(table).values(row).execute();
  }
}

async function appliedTo({ reader }: Database): Promise<string[]> {
  const rows = reader.tables<Applied>().selectFrom('kyselyMigration').select('name').orderBy('name');
  return (await rows.execute()).map(({ name }) => name);
}
