import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { report } from '../../../../../test/payments.ts';
import { CARDS } from '../../../../../test/stripe/payments.ts';
import { openStripeShop, type StripeShop } from '../../../../../test/stripe/shop.ts';
import type { JobTables } from '../../../../platform/jobs/tables.ts';
import { catchUpOnEvents, listDisputes, listRefunds } from '../../index.ts';
import type { PaymentTables } from '../../tables.ts';

let shop: StripeShop;
before(async () => {
  shop = await openStripeShop();
});
after(() => shop.close());

const endpoint = () => shop.stripe.state.endpoints.list()[0] ?? assert.fail('there is no endpoint');

async function eventsOf(paymentId: string): Promise<number> {
  const events = shop.app.system.database.reader.tables<PaymentTables>().selectFrom('paymentEvents');
  return (await events.selectAll().where('paymentId', '=', paymentId).execute()).length;
}

/** A paid session that the provider has not reported. */
async function paidSession() {
  const one = await shop.buyer();
  shop.stripe.money.payByCard(one.session, CARDS.good);
  return one;
}

describe('events of Stripe', () => {
  test('that come fifty times have one effect', async () => {
    const one = await paidSession();
    const statuses = await shop.report((messages) => Array.from({ length: 50 }, () => messages).flat());
    assert.deepEqual(new Set(statuses), new Set([200]));
    assert.equal((await one.order()).status, 'Completed');
    assert.equal(await eventsOf(one.paymentId), 1);
  });

  test('that come late and in another order end in the same state', async () => {
    const one = await shop.buyer();
    shop.stripe.money.payByBank(one.session);
    shop.stripe.money.endBank(one.session, true);
    shop.app.system.clock.advance(200_000);
    assert.deepEqual(await shop.report((messages) => messages.toReversed()), [200, 200]);
    assert.equal((await one.order()).status, 'Completed');
  });

  test('that are not signed, signed by another, too old or changed are refused, and do nothing', async () => {
    const one = await paidSession();
    const [message = assert.fail()] = shop.stripe.deliveries.take();
    const { deliveries } = shop.stripe;
    const forged = [
      { ...message, headers: { 'content-type': 'application/json' } },
      { ...message, headers: { ...message.headers, 'stripe-signature': 't=1,v1=00' } },
      { ...message, body: message.body.replace(one.paymentId, 'another') },
      deliveries.sign(message.body, { url: '', secret: 'whsec_of_somebody_else' }),
      deliveries.sign(message.body, endpoint(), 301),
    ];
    for (const { body, headers } of forged) {
      const url = '/api/hooks/payments/stripe';
      const response = await shop.app.inject({ method: 'POST', url, headers: { ...headers }, payload: body });
      assert.deepEqual([response.statusCode, response.json().errorType], [400, 'InvalidEventSignature']);
    }
    assert.equal(await eventsOf(one.paymentId), 0);
    assert.equal((await one.order()).status, 'PaymentProcessing');
    assert.equal(await shop.send(message), 200);
  });

  test('that are malformed, unknown, of the other mode or of another system are acknowledged, and ignored', async () => {
    const one = await paidSession();
    const [message = assert.fail()] = shop.stripe.deliveries.take();
    const event = JSON.parse(message.body);
    const session = event.data.object;
    const variants = [
      'no JSON at all',
      '[]',
      'null',
      JSON.stringify({ ...event, data: null }),
      JSON.stringify({ ...event, id: 7 }),
      JSON.stringify({ ...event, livemode: true }),
      JSON.stringify({ ...event, account: 'acct_connected' }),
      JSON.stringify({ ...event, type: 'customer.created' }),
      JSON.stringify({ ...event, data: { object: { ...session, metadata: {} } } }),
      JSON.stringify({ ...event, data: { object: { ...session, metadata: { latchkey_account: 'other' } } } }),
      JSON.stringify({
        ...event,
        type: 'charge.dispute.created',
        data: { object: { payment_intent: 'pi_x' } },
      }),
    ];
    for (const body of variants)
      assert.equal(await shop.send(shop.stripe.deliveries.sign(body, endpoint())), 200, body.slice(0, 80));
    assert.equal(await eventsOf(one.paymentId), 0);
    await shop.runJobs();
    assert.equal((await one.order()).status, 'PaymentProcessing');
  });

  test('are sent again when Stripe cannot be queried for their subject', async () => {
    const one = await paidSession();
    await shop.report();
    const intent = shop.stripe.state.sessions.get(one.session)?.payment_intent;
    shop.stripe.money.warn(typeof intent === 'string' ? intent : assert.fail());
    const [message = assert.fail()] = shop.stripe.deliveries.take();
    shop.stripe.faults.add('GET', /^\/charges\//, 'Forbidden');
    assert.equal(await shop.send(message), 503);
    assert.equal(await shop.send(message), 200);
    assert.equal(await eventsOf(one.paymentId), 2);
  });

  test('of an account are no use to another account', async () => {
    await paidSession();
    const [message = assert.fail()] = shop.stripe.deliveries.take();
    const { app } = shop;
    const url = '/api/hooks/payments/stripe';
    const options = { method: 'POST', url, headers: message.headers, payload: message.body } as const;
    assert.equal((await app.injectAs(app.other, options)).statusCode, 404);
  });
});

describe('events of Stripe that never arrive', () => {
  test('have their effect within the hour, once, from where the last search ended', async () => {
    const { app, stripe } = shop;
    app.system.clock.hold('it compares the end of one search with the start of the next');
    const [refunded, disputed, paid] = [await paidSession(), await paidSession(), await paidSession()];
    await shop.report();
    const intentOf = ({ session }: typeof paid) => {
      const intent = stripe.state.sessions.get(session)?.payment_intent;
      return typeof intent === 'string' ? intent : assert.fail();
    };
    const catchUp = async (afterMs = 0): Promise<void> => {
      app.system.clock.advance(afterMs);
      await catchUpOnEvents(app.system);
      await shop.runJobs();
    };
    const effects = async () => {
      const of = ({ orderId: id }: typeof paid) => ({ subject: { kind: 'Order', id }, limit: 9 });
      const refunds = await listRefunds(app.ctx, { kind: 'Order', id: refunded.orderId, limit: 9 });
      const disputes = await listDisputes(app.ctx, of(disputed));
      return [...refunds.map(({ origin }) => origin), ...disputes.map(({ status }) => status)];
    };
    await catchUp();
    stripe.money.refund(intentOf(refunded));
    app.system.clock.advance(2.5 * 86_400_000);
    stripe.money.dispute(intentOf(disputed));
    const messages = stripe.deliveries.take();
    stripe.faults.add('GET', /^\/events$/, 'Forbidden');
    await catchUp(3_600_001);
    assert.deepEqual(await effects(), [], 'Stripe did not say');
    await catchUp(60_000);
    assert.deepEqual(await effects(), [], 'the hour is not over');
    await catchUp(3_600_001);
    assert.deepEqual(await effects(), ['Provider', 'Open']);
    const counts = async () =>
      Promise.all([refunded, disputed, paid].map(({ paymentId }) => eventsOf(paymentId)));
    const before = await counts();
    await catchUp(3_600_001);
    for (const message of messages)
      assert.equal(await shop.send(stripe.deliveries.sign(message.body, endpoint())), 200);
    await shop.runJobs();
    assert.deepEqual([await effects(), await counts()], [['Provider', 'Open'], before]);
    const { rows } = await eventTimes();
    assert.deepEqual(rows, [app.system.clock.now().getTime()]);
  });

  test('have their effect at the next search when they enter the list minutes after they happened', async () => {
    const { app, stripe } = shop;
    app.system.clock.hold('it compares the end of one search with the time of an event');
    const one = await paidSession();
    await shop.report();
    const catchUp = async (): Promise<void> => {
      app.system.clock.advance(3_600_001);
      await catchUpOnEvents(app.system);
      await shop.runJobs();
    };
    await catchUp();
    const end = app.system.clock.now().getTime();
    assert.deepEqual((await eventTimes()).rows, [end]);
    const before = await eventsOf(one.paymentId);
    stripe.now = () => new Date(end - 9 * 60_000);
    const intent = stripe.state.sessions.get(one.session)?.payment_intent;
    stripe.money.warn(typeof intent === 'string' ? intent : assert.fail());
    stripe.now = () => app.system.clock.now();
    stripe.deliveries.take();
    await catchUp();
    assert.equal(await eventsOf(one.paymentId), before + 1);
  });

  test('do not hold up others when one cannot be read, which is tried again', async () => {
    const { app, stripe } = shop;
    app.system.clock.hold('it compares the end of one search with the start of the next');
    const [first, second] = [await paidSession(), await paidSession()];
    await shop.report();
    const warn = ({ session }: typeof first) => {
      const intent = stripe.state.sessions.get(session)?.payment_intent;
      stripe.money.warn(typeof intent === 'string' ? intent : assert.fail());
    };
    warn(first);
    warn(second);
    stripe.deliveries.take();
    const counts = () => Promise.all([first, second].map(({ paymentId }) => eventsOf(paymentId)));
    const before = await counts();
    app.system.clock.advance(3_600_001);
    stripe.faults.add('GET', /^\/charges\//, 'Forbidden');
    await catchUpOnEvents(app.system);
    await shop.runJobs();
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    assert.equal(sum(await counts()) - sum(before), 2);
    const { rows } = await eventTimes();
    assert.deepEqual(rows, [app.system.clock.now().getTime()], 'the search has ended');
  });

  test('are looked for at every connection, however many there are', async () => {
    const { system, other } = shop.app;
    const connections = () => system.database.reader.tables<PaymentTables>().selectFrom('paymentCredentials');
    const own = await connections().selectAll().executeTakeFirstOrThrow();
    const others = Array.from({ length: 100 }, (_, index) => {
      return { ...own, accountId: other.id, provider: `other-${index}`, eventsAskedAt: null };
    });
    await system.database.transaction(async (tx) => {
      const db = tx.tables<PaymentTables>();
      for (const row of others) await db.insertInto('paymentCredentials').values(row).execute();
    });
    system.clock.advance(3_600_001);
    assert.equal(await catchUpOnEvents(system), 101);
    assert.equal(await catchUpOnEvents(system), 0);
    await system.database.transaction((tx) =>
      tx.tables<PaymentTables>().deleteFrom('paymentCredentials').where('accountId', '=', other.id).execute(),
    );
    await shop.runJobs();
  });

  test('of a payment pay the order', async () => {
    const one = await paidSession();
    const payment = async () => (await one.payments())[0];
    shop.stripe.deliveries.take();
    const db = shop.app.system.database;
    await db.transaction((tx) => tx.tables<JobTables>().deleteFrom('jobs').execute());
    shop.app.system.clock.advance(3_600_001);
    await catchUpOnEvents(shop.app.system);
    await shop.runJobs();
    assert.deepEqual([(await payment())?.status, (await one.order()).status], ['Succeeded', 'Completed']);
  });
});

/** The time until which the events of each connection were compared. */
async function eventTimes(): Promise<{ rows: (number | undefined)[] }> {
  const db = shop.app.system.database.reader.tables<PaymentTables>();
  const rows = await db.selectFrom('paymentCredentials').select('eventsUntil').execute();
  return { rows: rows.map(({ eventsUntil }) => eventsUntil?.getTime()) };
}

describe('money that is not what is due', () => {
  test('pays nothing when it is less, and completes nothing', async () => {
    const one = await shop.buyer();
    shop.stripe.money.payByCard(one.session, CARDS.good, 4_899);
    await shop.report();
    const [payment] = await one.payments();
    assert.deepEqual([payment?.status, payment?.receivedMinor], ['Short', 4_899]);
    assert.equal((await one.order()).status, 'Open');
  });

  test('is surplus when it arrives after another payment has paid', async () => {
    const { stripe, app } = shop;
    const one = await shop.buyer();
    stripe.money.payByBank(one.session);
    stripe.deliveries.take();
    // While Stripe is unreachable, the payment stays unchanged, whatever its deadline.
    stripe.faults.add('GET', /^\/checkout\/sessions\//, 'Forbidden', 1_000);
    stripe.faults.add('POST', /\/expire$/, 'Forbidden', 1_000);
    app.system.clock.advance(2 * 3_600_000);
    await shop.runJobs();
    stripe.faults.clear();
    assert.equal((await one.order()).status, 'PaymentProcessing');
    const [first = assert.fail()] = await one.payments();
    await report(app.ctx, first, { kind: 'Failed', reason: 'It was given up.' });
    await one.pay();
    const [second] = await one.payments();
    stripe.money.payByCard(second?.providerReference ?? '', CARDS.good);
    stripe.money.endBank(one.session, true);
    await shop.report((messages) => messages.toSorted((a, b) => a.body.localeCompare(b.body)));
    const statuses = (await one.payments()).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), ['Succeeded', 'Surplus']);
    assert.equal((await one.order()).status, 'Completed');
  });

  test('of the live mode never pays a test payment', async () => {
    const one = await shop.buyer();
    const session = shop.stripe.state.sessions.get(one.session) ?? assert.fail();
    shop.stripe.state.sessions.put({ ...session, livemode: true });
    assert.equal((await one.comeBack()).status, 'PaymentProcessing');
  });
});
