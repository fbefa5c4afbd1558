import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestApp, startTestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { stockShop } from '../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import type { Tx } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import type { CustomerTables } from '../customers/tables.ts';
import type { DocumentTables } from '../documents/tables.ts';
import type { LicensingTables } from '../licensing/tables.ts';
import type { OrderTables } from '../orders/tables.ts';
import type { PaymentTables } from '../payments/tables.ts';
import { checkSubscriptions } from './index.ts';
import { type BrokenRow, INVARIANTS, type RulePage } from './store-rules.ts';
import { brokenBy, brokenInvariants, noteViolations, showViolations } from './store-invariants.ts';
import type { Period, Subscription, SubscriptionTables, Violation } from './tables.ts';

const DAY_MS = 86_400_000;

type AllTables = CustomerTables & DocumentTables & OrderTables & PaymentTables & LicensingTables;
type PaymentRow = PaymentTables['payments'];

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

class Undone extends Error {}

type Broken = Awaited<ReturnType<typeof brokenInvariants>>;
const keysOf = (broken: Broken) =>
  broken.map(({ violation, subject }) => `${violation} ${subject}`).toSorted();

/** The rules that are broken after a change, which is undone; what is broken is noted. */
async function brokenAfter(change: (tx: Tx) => Promise<unknown>): Promise<Violation[]> {
  let rules: Violation[] = [];
  await app.system.database
    .transaction(async (tx) => {
      await change(tx);
      const broken = await brokenInvariants(tx);
      assert.deepEqual(keysOf(await brokenInvariants(tx, 1)), keysOf(broken), 'however long pages are');
      rules = [...new Set(broken.map(({ violation }) => violation))];
      for (const rule of rules) {
        const rows = broken.filter(({ violation }) => violation === rule);
        await noteViolations(tx, rule, { broken: rows, foundAt: app.system.clock.now() });
      }
      await showViolations(tx);
      const db = tx.tables<SubscriptionTables>();
      const notes = await db.selectFrom('violations').select(['violation', 'subscriptionId']).execute();
      assert.deepEqual([...new Set(notes.map(({ violation }) => violation))].toSorted(), rules.toSorted());
      const broke = notes.filter(({ subscriptionId }) => subscriptionId !== null);
      const noteQuery = db.selectFrom('subscriptions').select('id').where('violation', 'is not', null);
      assert.equal(
        (await noteQuery.execute()).length > 0,
        broke.length > 0,
        'it is noted in the subscription',
      );
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return rules;
}

const changeSubscription = (tx: Tx, { id }: Subscription, changes: Partial<Subscription>) =>
  tx.tables<SubscriptionTables>().updateTable('subscriptions').set(changes).where('id', '=', id).execute();

const changePeriod = (tx: Tx, { subscriptionId, number }: Period, changes: Partial<Period>) =>
  tx
    .tables<SubscriptionTables>()
    .updateTable('subscriptionPeriods')
    .set(changes)
    .where('subscriptionId', '=', subscriptionId)
    .where('number', '=', number)
    .execute();

const daysLater = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS);

const changeOf = (tx: Tx, table: 'payments' | 'orders', id: string, changes: object) =>
  tx.tables<AllTables>().updateTable(table).set(changes).where('id', '=', id).execute();

/** The renewal is charged a second time, and its money stays. */
async function chargeAgain(tx: Tx, payment: PaymentRow): Promise<void> {
  const id = randomUUID();
  const copy = { ...payment, id, providerReference: id, status: 'Surplus' as const };
  const db = tx.tables<AllTables>();
  await db.insertInto('payments').values(copy).execute();
  const purchase = db.selectFrom('purchases').selectAll().where('paymentId', '=', payment.id);
  const again = { ...(await purchase.executeTakeFirstOrThrow()), paymentId: id, isFulfilled: false };
  await db.insertInto('purchases').values(again).execute();
}

/** The first payment was disputed all the time. */
const disputeFirst = (tx: Tx, { orderId }: Subscription, payment: PaymentRow) =>
  tx
    .tables<AllTables>()
    .insertInto('disputes')
    .values({
      accountId: payment.accountId,
      id: randomUUID(),
      paymentId: payment.id,
      subjectKind: 'Order',
      subjectId: orderId,
      providerReference: 'a-dispute',
      status: 'Open',
      handledBy: 'Vendor',
      amountMinor: 0,
      currency: payment.currency,
      reason: 'fraudulent',
      createdAt: daysLater(payment.createdAt, -2),
      resolvedAt: null,
    })
    .execute();

const paymentOf = (orderId: string | null) =>
  app.system.database.reader
    .tables<AllTables>()
    .selectFrom('payments')
    .selectAll()
    .where('subjectId', '=', orderId ?? '')
    .executeTakeFirstOrThrow();

test('every rule is found broken when it is, and none is where nothing is wrong', async () => {
  const renewal = await nextStep(app, (await subscribe(app, { method: 'Succeeds' })).subscription);
  const [, paid = assert.fail()] = await periodsNow(app, renewal);
  const unpaid = await nextStep(app, (await subscribe(app)).subscription);
  const [, open = assert.fail()] = await periodsNow(app, unpaid);
  assert.deepEqual([paid.state, open.state], ['Paid', 'Open']);
  const payment = await paymentOf(paid.orderId);
  const licenses = (tx: Tx, changes: Pick<LicensingTables['licenses'], 'expiresAt'>) =>
    tx
      .tables<AllTables>()
      .updateTable('licenses')
      .set(changes)
      .where('subscriptionId', '=', renewal.id)
      .execute();
  const cases: Readonly<Record<Violation, (tx: Tx) => Promise<unknown>>> = {
    Gap: (tx) => changePeriod(tx, paid, { startsAt: daysLater(paid.startsAt, 1) }),
    Numbers: (tx) => changePeriod(tx, paid, { number: 3 }),
    OpenWithoutOrder: (tx) => changePeriod(tx, open, { orderId: null }),
    PaidWithoutPayment: (tx) => changeOf(tx, 'orders', paid.orderId ?? '', { status: 'Paid' }),
    PaymentWithoutPeriod: (tx) => changePeriod(tx, paid, { orderId: null }),
    RenewalAfterEnd: (tx) => changeSubscription(tx, renewal, { endedAt: renewal.startedAt, dueAt: null }),
    ChargedTwice: (tx) => chargeAgain(tx, payment),
    ChargeAfterEnd: (tx) =>
      changeSubscription(tx, renewal, { status: 'Cancelled', cancelledAt: renewal.startedAt }),
    ChargeInDispute: (tx) => disputeFirst(tx, renewal, payment),
    ErasedRuns: (tx) =>
      tx
        .tables<AllTables>()
        .updateTable('customers')
        .set({ isDeleted: true })
        .where('id', '=', renewal.customerId)
        .execute(),
    PaidUntil: (tx) => changeSubscription(tx, renewal, { paidUntil: daysLater(renewal.paidUntil, -1) }),
    LicenseEnd: (tx) => licenses(tx, { expiresAt: daysLater(renewal.expiresAt, -1) }),
    LicenseBeyond: (tx) => licenses(tx, { expiresAt: daysLater(renewal.expiresAt, 1) }),
    NotDue: (tx) => changeSubscription(tx, renewal, { dueAt: null }),
    Grace: (tx) => changeSubscription(tx, renewal, { expiresAt: daysLater(renewal.paidUntil, 92) }),
    MergedRuns: (tx) => changeSubscription(tx, renewal, { mergedInto: unpaid.id, mergedCycles: 0 }),
    MergedCycles: (tx) => changeSubscription(tx, renewal, { mergedInto: unpaid.id, mergedCycles: 3 }),
    OrderPayment: (tx) => changeOf(tx, 'payments', payment.id, { amountMinor: payment.amountMinor + 1 }),
    Refunds: (tx) => changeOf(tx, 'payments', payment.id, { refundedMinor: 1 }),
    DocumentGap: (tx) =>
      tx.tables<AllTables>().updateTable('documentSeries').set({ lastPosition: 1_000 }).execute(),
  };
  const rules = INVARIANTS.map(({ violation }) => violation);
  assert.deepEqual(rules.toSorted(), Object.keys(cases).toSorted());
  for (const violation of rules) {
    const names = await brokenAfter(cases[violation]);
    assert.ok(names.includes(violation), `${violation}: ${names.join('; ')}`);
  }
  const perpetual = await brokenAfter((tx) => licenses(tx, { expiresAt: null }));
  assert.deepEqual(perpetual, ['LicenseBeyond'], 'also one that never ends');
  const without = (price: Partial<Subscription['price']>) => async (tx: Tx) => {
    await changeSubscription(tx, renewal, { price: { ...renewal.price, ...price } });
    await changePeriod(tx, paid, { orderId: null });
  };
  assert.deepEqual(await brokenAfter(without({})), ['PaidWithoutPayment', 'PaymentWithoutPeriod']);
  const free = [{ name: 'Free', amountMinor: renewal.price.unitOriginalMinor, payments: null }];
  for (const price of [{ unitOriginalMinor: 0 }, { reductions: free }])
    assert.deepEqual(await brokenAfter(without(price)), ['PaymentWithoutPeriod'], 'it may have been free');
  const ended = { status: 'Expired', endedAt: payment.createdAt, dueAt: null } as const;
  assert.deepEqual(
    await brokenAfter(async (tx) => {
      await changeSubscription(tx, renewal, { ...ended, endedAt: daysLater(payment.createdAt, 0) });
      await changeOf(tx, 'payments', payment.id, { createdAt: daysLater(payment.createdAt, 2) });
    }),
    ['ChargeAfterEnd'],
  );
  const late = { status: 'Expired', expiresAt: renewal.paidUntil } as const;
  assert.deepEqual(
    await brokenAfter(async (tx) => {
      await changeSubscription(tx, renewal, late);
      await licenses(tx, { expiresAt: daysLater(renewal.expiresAt, 9) });
    }),
    [],
    'the vendor may give a license whose end has passed another one',
  );
  assert.deepEqual(
    await brokenAfter((tx) =>
      changeSubscription(tx, renewal, { ...ended, endedAt: daysLater(payment.createdAt, -0.5) }),
    ),
    [],
    'the clock may have been set back before it was ended',
  );
  assert.deepEqual(await brokenAfter(async () => undefined), []);
});

test('the nightly check says in the log what is broken and what to do, and counts it in the metrics', async () => {
  const { subscription } = await subscribe(app);
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  const check = () => checkSubscriptions({ ...app.system, log });
  const measured = async () => {
    const line = /^latchkey_subscriptions_violations (\d+)$/m.exec(await app.app.metrics.text());
    return Number(line?.[1] ?? assert.fail('it is in the metrics'));
  };
  await check();
  assert.deepEqual([await measured(), lines], [0, []]);
  const set = (paidUntil: Date) =>
    app.system.database.transaction((tx) => changeSubscription(tx, subscription, { paidUntil }));
  await set(daysLater(subscription.paidUntil, -1));
  await check();
  assert.equal(await measured(), 1);
  assert.match(lines.join(''), new RegExp(`${subscription.id}.*look at it before its next renewal`));
  const headers = await app.apiKey(app.demo, 'subscriptions:read');
  const broken = async () =>
    (await app.inject({ url: '/api/subscriptions?broken=true', headers })).json().items;
  assert.deepEqual(
    (await broken()).map(({ id, violation }: Record<string, string>) => [id, violation]),
    [[subscription.id, 'PaidUntil']],
  );
  await set(subscription.paidUntil);
  await check();
  assert.equal(await measured(), 0);
  assert.deepEqual(await broken(), []);
  assert.equal(
    (await subscriptionNow(app, subscription)).paidUntil.getTime(),
    subscription.paidUntil.getTime(),
  );
});

test('what belongs to no subscription is listed for its account, and leaves the list once it is mended', async () => {
  const { orderId } = await subscribe(app);
  const headers = await app.apiKey(app.demo, 'orders:read');
  const list = async () => (await app.inject({ url: '/api/violations', headers })).json().items;
  const set = (positions: number) =>
    app.system.database.transaction((tx) =>
      tx
        .tables<DocumentTables>()
        .updateTable('documentSeries')
        .set(({ eb }) => ({ lastPosition: eb('lastPosition', '+', positions) }))
        .where('accountId', '=', app.demo.id)
        .execute(),
    );
  const check = () => checkSubscriptions({ ...app.system, log: createLog('silent') });
  await check();
  assert.deepEqual(await list(), []);
  await set(1);
  await check();
  const [gap, ...others] = await list();
  assert.deepEqual([gap.violation, others], ['DocumentGap', []], orderId);
  const stranger = await app.apiKey(app.other, 'orders:read');
  const theirs = await app.injectAs(app.other, { url: '/api/violations', headers: stranger });
  assert.deepEqual(theirs.json().items, []);
  await set(-1);
  await check();
  assert.deepEqual(await list(), []);
});

test('a rule that cannot be checked is an error in the log, and stops no other', async () => {
  const { subscription } = await subscribe(app);
  const { database } = app.system;
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  let writes = 0;
  const failing: typeof database = {
    ...database,
    transaction: (work) => {
      writes += 1;
      return writes === 1 ? Promise.reject(new Error('statement timeout')) : database.transaction(work);
    },
  };
  const set = (paidUntil: Date) =>
    database.transaction((tx) => changeSubscription(tx, subscription, { paidUntil }));
  await set(daysLater(subscription.paidUntil, -1));
  await checkSubscriptions({ ...app.system, database: failing, log });
  assert.match(lines[0] ?? '', /"rule":"Gap".*could not be checked/);
  assert.equal((await subscriptionNow(app, subscription)).violation, 'PaidUntil');
  await set(subscription.paidUntil);
  await checkSubscriptions({ ...app.system, log });
  assert.equal((await subscriptionNow(app, subscription)).violation, null);
});

test('of a rule that many rows break, only so many are read, whatever page they are on', async () => {
  for (let count = 0; count < 3; count += 1) await subscribe(app);
  const pages: string[] = [];
  const everyRow = {
    violation: 'Grace',
    sentence: 'it exists',
    pagesOf: 'subscriptions',
    violations: ({ within }: RulePage) => {
      pages.push('read');
      return sql<BrokenRow>`select account_id, id as subject, id as subscription_id from subscriptions
        where ${within('account_id', 'id')}`;
    },
  } as const;
  for (const [pageRows, reads] of [
    [1, 2],
    [2, 1],
    [100, 1],
  ] as const) {
    pages.length = 0;
    const broken = await brokenBy(app.system.database.reader, everyRow, pageRows, 2);
    assert.deepEqual([broken.length, pages.length], [2, reads]);
  }
});
