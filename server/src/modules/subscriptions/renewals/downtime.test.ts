import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { takeStep } from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function mailsTo(recipient: string): Promise<string[]> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const own = mails.where('recipient', '=', recipient).where('kind', '=', 'Subscription');
  return (await own.orderBy('createdAt').execute()).map(({ subject, textBody }) => `${subject}\n${textBody}`);
}

/** What runs at a moment, after nothing has run before. */
async function runAt({ id }: Subscription, moment: Date): Promise<Subscription> {
  app.system.clock.set(moment);
  await takeStep(app.ctx, id);
  await runPaymentJobs(app.system);
  return subscriptionNow(app, { id });
}

const daysAfter = (moment: Date | null, days: number) =>
  new Date((moment ?? assert.fail()).getTime() + days * DAY_MS);

test('days on which nothing ran are no days in which a buyer could have paid: they are asked, and not ended', async () => {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY, method: 'DeclinesForGood' });
  const first = await nextStep(app, subscription);
  assert.deepEqual([first.paymentState, first.asks], ['NeedsBuyer', 1]);
  const mails = (await mailsTo(customer.email)).length;
  const late = await runAt(subscription, daysAfter(first.failedAt, 25));
  assert.deepEqual([late.asks, late.endedAt, late.methodId], [2, null, first.methodId]);
  assert.equal((await mailsTo(customer.email)).length, mails + 1);
  assert.ok((late.failedAt ?? 0) >= daysAfter(first.failedAt, 21), 'a whole rest of the days is left');
  const last = await runAt(subscription, late.dueAt ?? assert.fail());
  const ended = await runAt(last, daysAfter(last.failedAt, 21));
  assert.notEqual(ended.endedAt ?? (await runAt(ended, daysAfter(ended.failedAt, 21))).endedAt, null);
});

test('who was to be ended while nothing ran is asked once more, and has a week', async () => {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY, method: 'DeclinesForGood' });
  let open = await nextStep(app, subscription);
  while (open.asks < 3) open = await nextStep(app, open);
  const mails = (await mailsTo(customer.email)).length;
  const back = daysAfter(open.failedAt, 30);
  let now = await runAt(subscription, back);
  while (now.dueAt !== null && now.dueAt <= back) now = await runAt(subscription, back);
  assert.deepEqual([now.asks, now.endedAt], [4, null]);
  assert.equal((await mailsTo(customer.email)).length, mails + 1);
  assert.equal((await runAt(now, daysAfter(back, 6))).endedAt, null);
  const ended = await runAt(now, daysAfter(back, 20));
  assert.notEqual(ended.endedAt, null, 'also if nothing ran on that day either');
});

test('a yearly renewal that could not be announced in time is announced now, and charged three days later', async () => {
  const { subscription, customer } = await subscribe(app, { cycle: 'Yearly', method: 'Succeeds' });
  const headers = await app.apiKey(app.demo, 'subscriptions:read');
  const back = daysAfter(subscription.paidUntil, 1);
  const waiting = await runAt(subscription, back);
  assert.equal(waiting.renewedAt, null, 'not charged');
  const chargedOn = waiting.dueAt ?? assert.fail();
  assert.ok(chargedOn >= daysAfter(back, 3) && chargedOn < daysAfter(back, 4), chargedOn.toISOString());
  assert.ok(waiting.expiresAt > chargedOn, 'access lasts until then');
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: subscription.anchorZone });
  const mail = (await mailsTo(customer.email)).at(-1) ?? '';
  assert.ok(mail.includes(day.format(chargedOn)), mail);
  const { body } = await app.inject({ url: `/api/subscriptions/${subscription.id}`, headers });
  assert.equal(JSON.parse(body).nextPaymentScheduledAt, chargedOn.toISOString());
  assert.deepEqual(JSON.parse(body).ahead, [{ step: 'Renew', at: chargedOn.toISOString() }]);
  const paid = await nextStep(app, waiting);
  assert.deepEqual([paid.status, paid.paymentState], ['Active', 'Paid']);
  assert.notEqual(paid.renewedAt, null);
});
