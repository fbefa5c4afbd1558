import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { runJobs } from '../../../test/payments.ts';
import { type MailServer, sendMails } from '../../../test/sent-mails.ts';
import { stockShop } from '../../../test/shop.ts';
import { nextStep, rentToOwn, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { listOrders } from '../../modules/orders/index.ts';
import { announcePriceJob, confirmPriceJob, endSubscription } from '../../modules/subscriptions/index.ts';
import type { Subscription } from '../../modules/subscriptions/tables.ts';
import type { System } from '../../platform/system.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'subscriptions:read', 'subscriptions:write');
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const post = (path: string, payload: object = {}) =>
  app.inject({ method: 'POST', url: `/api/subscriptions/${path}`, headers: vendor, payload });

const show = async ({ id }: Subscription) =>
  (await app.inject({ url: `/api/subscriptions/${id}`, headers: vendor })).json();

const runPriceJob = () => runJobs(app.system, announcePriceJob);

/** Lets the announcements be looked after, ten minutes later or when they wait longer. */
async function confirm(system: System = app.system): Promise<void> {
  app.system.clock.advance(DAY_MS / 24);
  await runJobs(system, confirmPriceJob);
}

async function mailsAbout(email: string): Promise<string[]> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const letters = await mails.where('recipient', '=', email).where('kind', '=', 'Subscription').execute();
  return letters.map(({ textBody }) => textBody);
}

async function announce({ variationId, currency }: Subscription, amount: number, days = 31): Promise<void> {
  const from = new Date(app.system.clock.now().getTime() + days * DAY_MS).toISOString();
  const answer = await post('price-changes', { variationId, price: { currency, amount }, from });
  assert.equal(answer.statusCode, 200, answer.body);
  await runPriceJob();
}

/** What the last order of a customer cost, in minor units. */
async function lastCharge(customerId: string): Promise<number | undefined> {
  const [order] = await listOrders(app.ctx, { customerId, limit: 1 });
  return order?.content?.quote.total.dueMinor;
}

const eventsOf = async ({ id }: Subscription) => {
  const timeline = await app.inject({ url: `/api/subscriptions/${id}/timeline`, headers: vendor });
  return timeline.json().items.map(({ type }: { type: string }) => type);
};

const daysUntil = (moment: Date | null) => (Number(moment) - app.system.clock.now().getTime()) / DAY_MS;

test('a price is announced by mail, and counts for renewals from its day on', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const from = new Date(app.system.clock.now().getTime() + 45 * DAY_MS);
  const change = {
    variationId: subscription.variationId,
    price: { currency: subscription.currency, amount: 59 },
    from: from.toISOString(),
  };
  const preview = (await post('price-changes', { ...change, preview: true })).json();
  assert.ok(preview.subscriptions >= 1 && preview.preview);
  await runPriceJob();
  assert.equal((await subscriptionNow(app, subscription)).nextPriceMinor, null, 'a preview changes nothing');
  assert.equal((await post('price-changes', change)).statusCode, 200);
  await runPriceJob();
  await runPriceJob();
  const letters = await mailsAbout(customer.email);
  assert.equal(letters.length, 1);
  await sendMails(app.system);
  assert.match(letters[0] ?? '', /costs €59\.00 from .* instead of €49\.00/);
  const charged = () => lastCharge(customer.id);
  await nextStep(app, subscription);
  assert.equal(await charged(), 4_900, 'before its day');
  await nextStep(app, subscription);
  assert.equal(await charged(), 5_900);
  const renewed = await subscriptionNow(app, subscription);
  assert.deepEqual([renewed.price.unitOriginalMinor, renewed.nextPriceMinor], [5_900, null]);
});

test('a new price of one variation is none of another, in another currency, or after the end', async () => {
  const item = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;
  const [{ subscription }, { subscription: other }, { subscription: foreign }, { subscription: over }] = [
    await subscribe(app),
    await subscribe(app, { item }),
    await subscribe(app),
    await subscribe(app),
  ];
  await rentToOwn(app, foreign, { currency: 'USD' });
  await endSubscription(app.ctx, over.id, { refund: 'None' });
  await announce(subscription, 60);
  const priced = async (each: Subscription) => (await subscriptionNow(app, each)).nextPriceMinor;
  assert.equal(await priced(subscription), 6_000);
  for (const each of [other, foreign, over]) assert.equal(await priced(each), null);
  await announce(subscription, subscription.price.unitOriginalMinor / 100);
  await rentToOwn(app, foreign, { currency: 'EUR' });
});

test('the mail about a price names what is charged, with the taxes on top that the last payment had', async () => {
  const rate = { country: 'DE', region: null, name: 'VAT', basisPoints: 1_900, reason: 'Standard' } as const;
  const taxes = { mode: 'Exclusive', rates: [{ ...rate, id: 'de', targets: [] }] } as const;
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds', taxes });
  const { variationId, currency } = subscription;
  const from = new Date(app.system.clock.now().getTime() + 45 * DAY_MS);
  const change = { variationId, price: { currency, amount: 59 }, from: from.toISOString() };
  assert.equal((await post('price-changes', change)).statusCode, 200);
  await runPriceJob();
  const [letter = ''] = await mailsAbout(customer.email);
  assert.match(letter, /costs €70\.21 from .* instead of €58\.31/);
  assert.doesNotMatch(letter, /Tax is added/);
  const untaxed = await subscribe(app, { method: 'Succeeds' });
  assert.equal((await post('price-changes', change)).statusCode, 200);
  await runPriceJob();
  const [other = ''] = await mailsAbout(untaxed.customer.email);
  assert.match(
    other,
    /costs €59\.00 from .* instead of €49\.00.*Tax is added where prices do not include it\./s,
  );
});

test('an announced price is taken back by announcing the one that counts, and its customer is told', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const from = new Date(app.system.clock.now().getTime() + 31 * DAY_MS).toISOString();
  const { variationId, currency } = subscription;
  const news: string[] = [];
  for (const amount of [59, 49, 49]) {
    const change = { variationId, price: { currency, amount }, from };
    assert.equal((await post('price-changes', change)).statusCode, 200);
    await runPriceJob();
    // The text of a mail is gone once it is sent.
    news.push(...(await mailsAbout(customer.email)).filter((text) => /will not\s+apply/.test(text)));
    await sendMails(app.system);
  }
  const now = await subscriptionNow(app, subscription);
  assert.deepEqual([now.nextPriceMinor, now.nextPriceFrom, now.total], [null, null, subscription.total]);
  assert.equal((await mailsAbout(customer.email)).length, 2, 'it is told once');
  assert.equal(news.length, 1);
  assert.match(news[0] ?? '', /announced will not\s+apply\.\s+Your\s+next\s+payment\s+is €49\.00\./);
  for (const _ of [2, 3]) await nextStep(app, subscription);
  const orders = await listOrders(app.ctx, { customerId: customer.id, limit: 9 });
  assert.deepEqual(
    orders.map(({ content }) => content?.quote.total.dueMinor),
    [4_900, 4_900, 4_900],
  );
});

test('an announcement that waits to be sent is dropped with the price: nobody is told of either', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await announce(subscription, 59);
  assert.equal((await mailsAbout(customer.email)).length, 1);
  await announce(subscription, 49);
  assert.deepEqual(await mailsAbout(customer.email), []);
  assert.equal((await subscriptionNow(app, subscription)).nextPriceMinor, null);
});

test('a customer who is told late pays the new price later, and has 30 days of notice all the same', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const from = new Date(app.system.clock.now().getTime() + 31 * DAY_MS).toISOString();
  const { variationId, currency } = subscription;
  const change = { variationId, price: { currency, amount: 79 }, from };
  assert.equal((await post('price-changes', change)).statusCode, 200);
  app.system.clock.advance(3 * DAY_MS);
  const mailTime = app.system.clock.now().getTime();
  await runPriceJob();
  const { nextPriceMinor, nextPriceFrom } = await subscriptionNow(app, subscription);
  assert.equal(nextPriceMinor, 7_900);
  const noticeDays = (Number(nextPriceFrom) - mailTime) / DAY_MS;
  assert.ok(noticeDays >= 30 && noticeDays < 30.1, `${noticeDays} days`);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: subscription.anchorZone });
  const [letter = '', ...others] = await mailsAbout(customer.email);
  assert.ok(letter.includes(`costs €79.00 from ${day.format(nextPriceFrom ?? undefined)}`), letter);
  assert.deepEqual(others, []);
  assert.equal((await post('price-changes', { ...change, from: nextPriceFrom })).statusCode, 400, 'too soon');
  await runPriceJob();
  assert.equal((await mailsAbout(customer.email)).length, 1);
});

test('a new price keeps a coupon for as many payments, and the mail says what is really paid before and after', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const reductions = [
    { name: 'Half', amountMinor: 2_450, payments: 3, basisPoints: 5_000 },
    // Over by the day of the new price.
    { name: 'Welcome', amountMinor: 100, payments: 2 },
  ];
  await rentToOwn(app, subscription, {
    price: { unitOriginalMinor: 4_900, adjustments: [], reductions },
  });
  const { variationId } = subscription;
  const price = { currency: 'EUR', amount: 70 };
  const from = new Date(app.system.clock.now().getTime() + 45 * DAY_MS).toISOString();
  assert.equal((await post('price-changes', { variationId, price, from })).statusCode, 200);
  await runPriceJob();
  const [letter] = await mailsAbout(customer.email);
  assert.match(
    letter ?? '',
    /costs €35\.00 from .* instead of €24\.50.*When your discounts end, it costs €70\.00\./s,
  );
  await sendMails(app.system);
  const charged = [];
  for (const _ of [2, 3, 4]) {
    await nextStep(app, subscription);
    const [order] = await listOrders(app.ctx, { customerId: customer.id, limit: 1 });
    charged.push(order?.content?.quote.total.dueMinor);
  }
  assert.deepEqual(charged, [2_350, 3_500, 7_000]);
  const now = await subscriptionNow(app, subscription);
  assert.equal(now.total.dueMinor, 7_000);
});

test('a price whose mail was not sent does not count: it is announced again, 30 days ahead', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await announce(subscription, 59);
  await confirm();
  assert.equal((await show(subscription)).nextPrice.notice, 'Queued');
  await nextStep(app, subscription);
  await nextStep(app, subscription);
  assert.equal(await lastCharge(customer.id), 4_900, 'the mail server was away all the time');
  const later = await subscriptionNow(app, subscription);
  assert.equal(later.nextPriceMinor, 5_900);
  assert.ok(Math.abs(daysUntil(later.nextPriceFrom) - 30) < 0.1, `${daysUntil(later.nextPriceFrom)} days`);
  assert.equal(later.total.dueMinor, 4_900, 'what was not told is not due');
  assert.equal(
    (await mailsAbout(customer.email)).length,
    1,
    'the one that names a day that has passed is gone',
  );
  await sendMails(app.system);
  await confirm();
  assert.equal((await show(subscription)).nextPrice.notice, 'Sent');
  await nextStep(app, subscription);
  await nextStep(app, subscription);
  assert.equal(await lastCharge(customer.id), 5_900);
});

test('a price whose mail was sent less than 30 days before the renewal does not count for it', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await announce(subscription, 59);
  await nextStep(app, subscription);
  // The renewal that is 31 days away.
  app.system.clock.advance(2 * DAY_MS);
  await sendMails(app.system);
  await confirm();
  const now = await subscriptionNow(app, subscription);
  assert.ok(
    now.nextPriceSentAt !== null && now.paidUntil.getTime() - now.nextPriceSentAt.getTime() < 30 * DAY_MS,
  );
  await nextStep(app, subscription);
  assert.equal(await lastCharge(customer.id), 4_900);
  assert.equal(
    (await eventsOf(subscription)).filter((type: string) => type === 'subscription.price-announced').length,
    2,
  );
});

test('the renewal finds the mail that was sent, even if nobody looked before; later it is remembered', async () => {
  const early = await subscribe(app, { method: 'Succeeds' });
  const late = await subscribe(app, { method: 'Succeeds' });
  await announce(early.subscription, 59);
  await sendMails(app.system);
  await nextStep(app, early.subscription);
  await nextStep(app, late.subscription);
  await nextStep(app, early.subscription);
  assert.equal(await lastCharge(early.customer.id), 5_900);
  await runJobs(app.system, confirmPriceJob);
  await app.system.database.transaction((tx) => tx.tables<MailTables>().deleteFrom('mails').execute());
  await nextStep(app, late.subscription);
  assert.equal(await lastCharge(late.customer.id), 5_900, 'old mails are deleted');
});

test('a mail that cannot be delivered changes no price, and the vendor is told once a day', async () => {
  await updateSettings(app.ctx, { seller: { email: 'vendor@demo.test' } });
  const [one, two] = [
    await subscribe(app, { method: 'Succeeds' }),
    await subscribe(app, { method: 'Succeeds' }),
  ];
  const { subscription } = one;
  await announce(subscription, 59);
  const refuse: MailServer = (recipient) => (recipient.startsWith('vendor@') ? 'Taken' : 'Refused');
  await sendMails(app.system, refuse);
  await confirm();
  for (const { subscription: each, customer } of [one, two]) {
    assert.equal((await show(each)).nextPrice.notice, 'Undeliverable');
    await nextStep(app, each);
    await nextStep(app, each);
    assert.equal(await lastCharge(customer.id), 4_900);
    const events = (await eventsOf(each)).filter((type: string) => type === 'subscription.price-undelivered');
    assert.equal(events.length, 1, 'the renewal, which asks again, finds it noted');
  }
  const letters = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const rows = await letters.where('recipient', '=', 'vendor@demo.test').execute();
  assert.deepEqual(
    rows.map(({ kind, subject }) => [kind, subject]),
    [['UndeliveredPrice', 'A new price could not be announced']],
  );
  await announce(subscription, 59);
  await sendMails(app.system);
  await confirm();
  assert.equal((await show(subscription)).nextPrice.notice, 'Sent', 'after the address was corrected');
});

test('without a mail server, a price changes in development alone', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await announce(subscription, 59);
  await sendMails(app.system, null);
  const production = { ...app.system, config: { ...app.system.config, hasDevFeatures: false } };
  await confirm(production);
  assert.equal((await show(subscription)).nextPrice.notice, 'Undeliverable');
  await announce(subscription, 59);
  await sendMails(app.system, null);
  await nextStep(app, subscription);
  await nextStep(app, subscription);
  assert.equal(await lastCharge(customer.id), 5_900);
});
