import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { stockShop } from '../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import type { Tx } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import type { LicensingTables } from '../licensing/tables.ts';
import { checkSubscriptions } from './index.ts';
import { brokenInvariants, noteViolations } from './store-invariants.ts';
import type { Period, Subscription, SubscriptionTables } from './tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

class Undone extends Error {}

/** What is broken after a change, which is undone. */
async function brokenBy(change: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  let sentences: string[] = [];
  await app.system.database
    .transaction(async (tx) => {
      await change(tx);
      const broken = await brokenInvariants(tx);
      sentences = broken.map(({ sentence }) => sentence);
      await noteViolations(tx, broken);
      const noted = tx.tables<SubscriptionTables>().selectFrom('subscriptions').select('violation');
      const violations = (await noted.where('violation', 'is not', null).execute()).map(
        ({ violation }) => violation,
      );
      assert.equal(violations.length > 0, broken.length > 0, 'it is noted in the subscription');
      assert.ok(violations.every((violation) => broken.some((each) => each.violation === violation)));
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return sentences;
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

test('every rule of subscriptions is found broken when it is, and no other', async () => {
  const renewal = await nextStep(app, (await subscribe(app, { method: 'Succeeds' })).subscription);
  const [, paid = assert.fail()] = await periodsNow(app, renewal);
  const unpaid = await nextStep(app, (await subscribe(app)).subscription);
  const [, open = assert.fail()] = await periodsNow(app, unpaid);
  assert.deepEqual([paid.state, open.state], ['Paid', 'Open']);
  const cases: readonly (readonly [RegExp, (tx: Tx) => Promise<unknown>])[] = [
    [/overlap or leave a gap/, (tx) => changePeriod(tx, paid, { startsAt: daysLater(paid.startsAt, 1) })],
    [/not numbered from 1/, (tx) => changePeriod(tx, paid, { number: 3 })],
    [/an open period of a subscription has no order/, (tx) => changePeriod(tx, open, { orderId: null })],
    [
      /a paid period of a subscription has an order that is not paid/,
      (tx) =>
        changePeriod(tx, open, { state: 'Paid' }).then(() =>
          changeSubscription(tx, unpaid, {
            paidUntil: open.endsAt,
            expiresAt: daysLater(open.endsAt, 1),
          }),
        ),
    ],
    [/a renewal was paid and pays no period/, (tx) => changePeriod(tx, paid, { orderId: null })],
    [
      /a renewal was placed after its subscription had ended/,
      (tx) => changeSubscription(tx, renewal, { endedAt: renewal.startedAt, dueAt: null }),
    ],
    [
      /not paid until the end of its last period with access/,
      (tx) => changeSubscription(tx, renewal, { paidUntil: daysLater(renewal.paidUntil, -1) }),
    ],
    [
      /a license ends before the subscription that pays for it/,
      (tx) =>
        tx
          .tables<LicensingTables>()
          .updateTable('licenses')
          .set({ expiresAt: daysLater(renewal.expiresAt, -1) })
          .where('subscriptionId', '=', renewal.id)
          .execute(),
    ],
  ];
  for (const [rule, change] of cases) {
    const sentences = await brokenBy(change);
    assert.ok(
      sentences.some((sentence) => rule.test(sentence)),
      `${rule}: ${sentences.join('; ')}`,
    );
  }
  assert.deepEqual(await brokenBy(async () => undefined), []);
});

test('the nightly check says in the log what is broken and what to do, and counts it in the metrics', async () => {
  const { subscription } = await subscribe(app);
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  const check = () => checkSubscriptions({ database: app.system.database, log });
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
