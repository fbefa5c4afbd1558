import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import { givePictures } from '../../../../test/pictures.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { findAccount, saveMailText, updateSettings } from '../../accounts/index.ts';
import type { PaymentTables } from '../../payments/tables.ts';
import {
  cancelSubscription,
  endSubscription,
  endSubscriptionsOf,
  pauseSubscription,
  resumeSubscription,
} from '../index.ts';
import type { Subscription, SubscriptionTables } from '../tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function mailsTo(email: string): Promise<{ subject: string; text: string; html: string }[]> {
  const mails = await app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .where('kind', '=', 'Subscription')
    .orderBy('createdAt')
    .execute();
  return mails.map(({ subject, textBody: text, htmlBody: html }) => ({ subject, text, html }));
}

/** The token of the link to manage the subscription. */
function tokenIn(text: string | undefined): string {
  const [, hash = ''] = /\/account\/subscription#(\S+)/.exec(text ?? '') ?? [];
  return (
    new URLSearchParams(hash).get('code') ?? assert.fail('the mail has no link to manage the subscription')
  );
}

const link = (method: 'GET' | 'POST', path: string, token: string, payload?: object) =>
  app.inject({
    method,
    url: `/api/customer/subscription-links${path}`,
    headers: { 'subscription-token': token },
    ...(payload && { payload }),
  });

/** Lets a subscription speak a language. */
async function setLocale({ id }: Subscription, locale: string): Promise<void> {
  await app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .updateTable('subscriptions')
      .set({ locale })
      .where('id', '=', id)
      .execute(),
  );
}

const daysBefore = (end: Date, moment: Date | null) =>
  moment && Math.round((end.getTime() - moment.getTime()) / DAY_MS);

test('a yearly renewal is announced 30 days ahead with its amount and day, in the language of the purchase', async () => {
  const { subscription, customer } = await subscribe(app, { cycle: 'Yearly', method: 'Succeeds' });
  assert.equal(daysBefore(subscription.paidUntil, subscription.dueAt), 30);
  await setLocale(subscription, 'de-DE');
  const after = await nextStep(app, subscription);
  const [mail, ...others] = await mailsTo(customer.email);
  assert.deepEqual(others, []);
  assert.match(mail?.text ?? '', /verlängert sich am .* 2027\. Wir buchen\s49,00\s€\svon\sIhrer/);
  assert.match(mail?.text ?? '', /kündigen Sie vor dem/);
  assert.deepEqual([after.noticeAt, after.dueAt], [null, subscription.paidUntil]);
  const renewed = await nextStep(app, subscription);
  assert.equal(daysBefore(renewed.paidUntil, renewed.noticeAt), 30, 'and so is the next one');
});

test('the renewal after a pause is announced before the end of the pause, with its day', async () => {
  const { subscription, customer } = await subscribe(app, { cycle: 'Yearly', method: 'Succeeds' });
  const paused = await pauseSubscription(app.ctx, subscription.id, 1);
  const end = paused.pausedUntil ?? assert.fail();
  assert.equal(daysBefore(end, paused.noticeAt), 30);
  assert.equal(
    (await nextStep(app, subscription)).status,
    'Expired',
    'nothing is told before the access ends',
  );
  const later = await nextStep(app, subscription);
  assert.deepEqual([daysBefore(end, app.system.clock.now()), later.noticeAt, later.dueAt], [30, null, end]);
  const [, notice = assert.fail(), ...others] = await mailsTo(customer.email);
  assert.deepEqual(others, []);
  const day = end.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: subscription.anchorZone });
  assert.ok(notice.text.replaceAll(/\s+/g, ' ').includes(day), notice.text);
  assert.equal((await nextStep(app, subscription)).status, 'Active', 'it goes on');
});

test('the customer of a subscription that the vendor ends now is told with the day, but nobody who is being erased', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await endSubscription(app.ctx, subscription.id);
  const { endedAt } = await subscriptionNow(app, subscription);
  const [mail = assert.fail('no mail'), ...others] = await mailsTo(customer.email);
  assert.deepEqual(others, []);
  assert.match(mail.subject, /has ended$/);
  const day = endedAt?.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: subscription.anchorZone });
  assert.ok(mail.text.replaceAll(/\s+/g, ' ').includes(`ended on ${day}.`), mail.text);
  const other = await subscribe(app, { method: 'Succeeds' });
  const { id } = other.customer;
  await transaction(app.ctx, (tx) => endSubscriptionsOf(tx, id, { ownsAddress: false }));
  assert.equal((await subscriptionNow(app, other.subscription)).status, 'Expired');
  assert.deepEqual(await mailsTo(other.customer.email), []);
});

test('the first charge is announced three days ahead, also after a pause or with another method', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .updateTable('subscriptionPeriods')
      .set({ reason: 'FreeDays' })
      .where('subscriptionId', '=', subscription.id)
      .execute(),
  );
  const paused = await pauseSubscription(app.ctx, subscription.id, 1);
  assert.equal(daysBefore(paused.pausedUntil ?? assert.fail(), paused.noticeAt), 3);
  const resumed = await resumeSubscription(app.ctx, subscription.id);
  assert.equal(daysBefore(resumed.paidUntil, resumed.noticeAt), 3);
  await nextStep(app, subscription);
  assert.match((await mailsTo(customer.email)).at(-1)?.text ?? '', /€49\.00/);
});

test('other renewals are announced as the account sets, by default not', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  assert.equal(subscription.noticeAt, null);
  await updateSettings(app.ctx, { subscriptions: { announceDays: 5 } });
  const renewed = await nextStep(app, subscription);
  await updateSettings(app.ctx, { subscriptions: { announceDays: 0 } });
  assert.equal(daysBefore(renewed.paidUntil, renewed.noticeAt), 5);
  assert.deepEqual(await mailsTo(customer.email), []);
});

test('a card that does not last until the renewal is told two weeks ahead, once', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const expires = app.system.clock.now().toISOString().slice(0, 7);
  await app.system.database.transaction((tx) =>
    tx
      .tables<PaymentTables>()
      .updateTable('savedPaymentMethods')
      .set({ expires })
      .where('id', '=', subscription.methodId ?? '')
      .execute(),
  );
  const renewed = await nextStep(app, subscription);
  assert.equal(daysBefore(renewed.paidUntil, renewed.noticeAt), 14);
  const after = await nextStep(app, subscription);
  assert.equal(after.noticeAt, null);
  const mails = await mailsTo(customer.email);
  assert.deepEqual([mails.length, mails[0]?.subject.includes('expires')], [1, true]);
  assert.match(mails[0]?.text ?? '', /test card 4242 is not valid any more/);
});

test('a customer is told that a subscription is cancelled, goes on, and has ended; each mail leads to it without signing in', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await cancelSubscription(app.ctx, subscription.id);
  await resumeSubscription(app.ctx, subscription.id);
  const token = tokenIn((await mailsTo(customer.email))[1]?.text);
  const view = await link('GET', '', token);
  assert.deepEqual(
    [view.statusCode, view.json().subscription.id, view.json().subscription.status],
    [200, subscription.id, 'Active'],
    view.body,
  );
  assert.equal((await subscriptionNow(app, subscription)).status, 'Active', 'looking changes nothing');
  const cancelled = await link('POST', '/cancel', token);
  assert.equal(cancelled.json().subscription.status, 'Cancelled');
  const back = await link('POST', '/resume', token);
  assert.equal(back.json().subscription.status, 'Active');
  await link('POST', '/cancel', token);
  await nextStep(app, subscription);
  const subjects = (await mailsTo(customer.email)).map(({ subject }) => subject);
  assert.deepEqual(
    subjects.map((subject) => /cancelled|goes on|has ended/.exec(subject)?.[0]),
    ['cancelled', 'goes on', 'cancelled', 'goes on', 'cancelled', 'has ended'],
  );
  const ended = await link('POST', '/cancel', token);
  assert.deepEqual([ended.statusCode, ended.json().errorType], [409, 'SubscriptionEnded']);
});

test('the link of a mail pays the open renewal, and saves another method that is charged at once', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'DeclinesForGood' });
  await nextStep(app, subscription);
  const token = tokenIn((await mailsTo(customer.email))[0]?.text);
  const { payUrl } = (await link('GET', '', token)).json();
  assert.match(payUrl, /\/checkout\//);
  const changed = await link('POST', '/method', token, { locale: 'en-GB' });
  assert.deepEqual([changed.statusCode, changed.json()], [200, {}], changed.body);
  const paid = await nextStep(app, subscription);
  assert.equal(paid.paymentState, 'Paid');
  assert.notEqual(paid.methodId, subscription.methodId);
  assert.equal((await link('GET', '', token)).json().payUrl, undefined);
});

test('a link that is forged, of another subscription, or older than 90 days opens nothing', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const other = await subscribe(app, { method: 'Succeeds' });
  await cancelSubscription(app.ctx, subscription.id);
  const token = tokenIn((await mailsTo(customer.email))[0]?.text);
  const [, expiry = '', signature = ''] = token.split('~');
  const forged = [
    [other.subscription.id, expiry, signature],
    [subscription.id, `${expiry}z`, signature],
    [subscription.id, expiry, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`],
    [subscription.id, expiry, ''],
    ['x', expiry, signature],
  ].map((parts) => parts.join('~'));
  const opensNothing = async (text: string) => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
      ['POST', '/resume'],
    ] as const) {
      const refused = await link(method, path, text);
      assert.deepEqual([refused.statusCode, refused.json().errorType], [400, 'InvalidLink'], text);
    }
  };
  for (const text of forged) await opensNothing(text);
  assert.equal((await link('GET', '', token)).statusCode, 200);
  app.system.clock.advance(91 * DAY_MS);
  await opensNothing(token);
  assert.equal((await link('POST', '/method', token, {})).statusCode, 400);
});

test('the words of the vendor for one mail stand above its amount and day, and in no other mail', async () => {
  const save = (words: object) =>
    transaction(app.ctx, (tx) =>
      saveMailText(tx, { mailId: 'subscription-cancelled', language: 'en' }, words, undefined),
    );
  await save({ text: 'Dear {{customer}}, {{product}} will miss you.' });
  const { subscription, customer } = await subscribe(app, { cycle: 'Yearly', method: 'Succeeds' });
  const account = (await findAccount(app.system, app.demo.id)) ?? assert.fail();
  const ctx = testContext(app.system, account);
  await cancelSubscription(ctx, subscription.id);
  await resumeSubscription(ctx, subscription.id);
  await save({});
  const [cancelled, resumed] = await mailsTo(customer.email);
  assert.match(
    cancelled?.text.replaceAll(/\s+/g, ' ') ?? '',
    /^Your subscription is cancelled Dear \S.*, .* will miss you\. .* ends on .* Keep the subscription:/,
  );
  assert.match(resumed?.text ?? '', /goes on/);
  assert.doesNotMatch(resumed?.text ?? '', /miss you/);
});

test('a mail shows the picture of what is subscribed to, with its name, as the receipt does', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await endSubscription(app.ctx, subscription.id);
  const [plain] = await mailsTo(customer.email);
  assert.doesNotMatch(plain?.html ?? '', /<img/);
  await givePictures(app.ctx, subscription.productId ?? assert.fail());
  const other = await subscribe(app, { method: 'Succeeds' });
  await endSubscription(app.ctx, other.subscription.id);
  const [mail] = await mailsTo(other.customer.email);
  assert.match(mail?.html ?? '', /<img src="http[^"]+\/api\/public\/images\/[^"]+\.jpg" alt="App, [^"]+"/);
});
