import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CARDS } from '../../../../../test/stripe/payments.ts';
import { openStripeShop, type StripeBuyer, type StripeShop } from '../../../../../test/stripe/shop.ts';
import { TEST_KEY } from '../../../../../test/stripe/stand-in.ts';
import { checkOut } from '../../../../../test/shop.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { createLog } from '../../../../platform/log.ts';
import { disconnectProvider } from '../../index.ts';
import type { PaymentTables } from '../../tables.ts';
import { stripe as adapter } from './stripe.ts';

let shop: StripeShop;
const lines: string[] = [];
before(async () => {
  shop = await openStripeShop({ log: createLog('trace', { write: (line) => void lines.push(line) }) });
});
after(() => shop.close());

const SESSIONS = /^\/checkout\/sessions$/;

/** The sessions of a payment at the provider. */
const sessionsOf = (paymentId: string) =>
  shop.stripe.state.sessions.list(({ client_reference_id: id }) => id === paymentId);

test('a start whose answer is lost is repeated under its key, and makes one session', async () => {
  shop.stripe.faults.add('POST', SESSIONS, 'DropAnswer');
  const one = await shop.buyer();
  assert.equal(one.answer.status, 'PaymentProcessing');
  assert.deepEqual(
    sessionsOf(one.paymentId).map(({ id }) => id),
    [one.session],
  );
});

test('a start that Stripe is too busy for, or fails at, is tried again', async () => {
  shop.stripe.faults.add('POST', SESSIONS, 'RateLimit');
  assert.equal((await shop.buyer()).answer.status, 'PaymentProcessing');
  // Stripe keeps the failure under the key: repeated, it would fail for a day.
  shop.stripe.faults.add('POST', SESSIONS, 'ServerError');
  const one = await shop.buyer();
  assert.equal(one.answer.status, 'PaymentProcessing');
  assert.equal(sessionsOf(one.paymentId).length, 1);
  assert.equal(shop.stripe.calls.at(-1)?.idempotencyKey, `start-${one.paymentId}-2`);
});

test('a payment that Stripe fails to expire is tried again under the next key', async () => {
  const one = await shop.buyer();
  shop.stripe.faults.add('POST', /\/expire$/, 'ServerError');
  assert.equal((await one.giveUp()).status, 'Open');
  assert.equal(shop.stripe.state.sessions.get(one.session)?.status, 'expired');
});

test('a payment that Stripe does not expire for now stays as it is: the buyer is told to try again, and can', async () => {
  const one = await shop.buyer();
  shop.stripe.faults.add('POST', /\/expire$/, 'ServerError', 100);
  await assert.rejects(one.giveUp(), /"status":503.*"errorType":"ProviderUnavailable"/);
  assert.equal((await one.order()).status, 'PaymentProcessing');
  shop.stripe.faults.clear();
  assert.equal((await one.giveUp()).status, 'Open');
});

test('a start that fails leaves the order open, says so, and can be tried again', async () => {
  shop.stripe.faults.add('POST', SESSIONS, 'ServerError', 6);
  const one = await shop.buyer();
  const { status, failure = '' } = one.answer;
  assert.equal(status, 'Open');
  assert.match(failure, /could not be started\. Nothing was charged/);
  assert.equal((await one.pay()).status, 'PaymentProcessing');
});

test('while Stripe does not accept the key nobody can pay: the shop is responsible, the order stays, and the log has an error', async () => {
  const { orderId, pay, show } = await checkOut(shop.app);
  const buyer = { name: 'Gus', email: `${orderId}@example.com` };
  const send = () => shop.app.inject({ method: 'POST', url: pay, payload: buyer });
  shop.stripe.faults.add('POST', SESSIONS, 'Forbidden');
  lines.length = 0;
  const refused = await send();
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'PaymentsRefused']);
  assert.match(refused.json().detail, /Nothing was charged.*contact the vendor/);
  assert.ok(
    lines.some((line) => line.includes('"level":50') && line.includes('latchkey payments status')),
    'an error tells the operator what to do',
  );
  const { status, failure } = (await shop.app.inject({ url: show })).json();
  assert.equal(status, 'Open');
  assert.match(failure, /cannot take payments at present/);
  assert.equal((await send()).json().status, 'PaymentProcessing', 'with another key');
});

test('a payment cannot be cancelled without a key that Stripe accepts: retrying does not help, and it stays', async () => {
  const one = await shop.buyer();
  shop.stripe.faults.add('POST', /\/expire$/, 'Forbidden', 2);
  await assert.rejects(one.giveUp(), /"status":409.*"errorType":"PaymentsRefused"/);
  assert.equal((await one.order()).status, 'PaymentProcessing');
  shop.stripe.faults.clear();
  assert.equal((await one.giveUp()).status, 'Open');
});

test('permanent refusals of Stripe do not ask to try again, and the log has an error', async () => {
  const { orderId, pay } = await checkOut(shop.app);
  const payload = { name: 'Gus', email: `${orderId}@example.com` };
  shop.stripe.faults.add('POST', SESSIONS, 'BadRequest');
  lines.length = 0;
  const refused = await shop.app.inject({ method: 'POST', url: pay, payload });
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'PaymentsRefused']);
  const one = await shop.buyer();
  shop.stripe.faults.add('POST', /\/expire$/, 'BadRequest', 2);
  await assert.rejects(one.giveUp(), /"status":503/, 'the session is open: that may pass');
  shop.stripe.faults.add('GET', /^\/checkout\/sessions\//, 'BadRequest');
  await assert.rejects(one.giveUp(), /"status":409.*"errorType":"PaymentsRefused"/);
  const errors = lines.filter(
    (line) => line.includes('"level":50') && line.includes('would refuse it again'),
  );
  assert.equal(errors.length, 2);
  shop.stripe.faults.clear();
  assert.equal((await one.giveUp()).status, 'Open');
});

const HOUR_MS = 3_600_000;

/** Hours go by, and every few of them jobs run. */
async function passHours({ app, runJobs }: StripeShop, ...steps: readonly number[]): Promise<void> {
  for (const hours of steps) {
    app.system.clock.advance(hours * HOUR_MS);
    await runJobs();
  }
}

const statesOf = async ({ payments, order }: StripeBuyer) => [
  (await payments())[0]?.status,
  (await order()).status,
];

describe('in a shop whose clock goes on, and whose key goes in the end', () => {
  let own: StripeShop;
  before(async () => {
    own = await openStripeShop();
  });
  after(() => own.close());

  test('a payment that Stripe does not have a day after its deadline fails, and its order is open again', async () => {
    const one = await own.buyer();
    own.stripe.state.sessions.delete(one.session);
    await passHours(own, 1, 6, 8, 9);
    assert.deepEqual(await statesOf(one), ['Pending', 'PaymentProcessing']);
    await passHours(own, 1, 1);
    assert.deepEqual(await statesOf(one), ['Failed', 'Open']);
    assert.match((await one.order()).failure ?? '', /not completed in time/);
  });

  test('a payment that is in another account of Stripe, or in the other mode, stays as it is, and the log says so', async (context) => {
    const [elsewhere, early] = [await own.buyer(), await own.buyer()];
    const db = (tx: Tx) => tx.tables<PaymentTables>().updateTable('payments');
    const terms = { merchantOfRecord: false, invoices: 'Latchkey' } as const;
    await own.app.system.database.transaction(async (tx) => {
      const moved = { ...terms, connectionId: 'of-another-account' };
      await db(tx).set({ terms: moved }).where('id', '=', elsewhere.paymentId).execute();
      await db(tx).set({ terms }).where('id', '=', early.paymentId).execute();
    });
    const errors = context.mock.method(own.app.system.log, 'error', () => undefined);
    for (const { session } of [elsewhere, early]) own.stripe.state.sessions.delete(session);
    await passHours(own, 1, 6, 8, 9, 6);
    for (const buyer of [elsewhere, early])
      assert.deepEqual(await statesOf(buyer), ['Pending', 'PaymentProcessing']);
    assert.match(
      JSON.stringify(errors.mock.calls.at(-1)?.arguments),
      /connected to another account of the provider/,
    );
    const other = await own.buyer();
    own.stripe.faults.add('GET', /^\/checkout\/sessions\/cs_/, 'OtherMode', 1_000);
    await passHours(own, 30);
    assert.equal((await other.order()).status, 'PaymentProcessing');
    own.stripe.faults.clear();
  });

  test('nobody can cancel without any key', async () => {
    const one = await own.buyer();
    await disconnectProvider(own.app.ctx, 'stripe', { isForced: true });
    await assert.rejects(one.giveUp(), /"status":409.*"errorType":"PaymentsRefused"/);
    assert.equal((await one.order()).status, 'PaymentProcessing');
  });
});

test('a session of another account of ours, or of none, tells nothing about a payment', async () => {
  const { session } = await shop.buyer();
  const { sessions } = shop.stripe.state;
  const own = sessions.get(session) ?? assert.fail();
  const foreign = [
    { ...own, metadata: { ...own.metadata, latchkey_account: 'other' } },
    { ...own, metadata: null },
  ];
  for (const other of foreign) {
    sessions.put(other);
    await assert.rejects(adapter.fetch(shop.app.ctx, session), { name: 'StripeError', kind: 'Refused' });
  }
  sessions.put(own);
  assert.equal((await adapter.fetch(shop.app.ctx, session)).kind, 'Pending');
});

test('an unresponsive Stripe is abandoned after a time, and the payment stays unchanged', async () => {
  const one = await shop.buyer();
  const { config } = shop.app.system;
  const stripeApi = { url: shop.stripe.url, requestMs: 60 };
  const impatient = { ...shop.app.ctx, config: { ...config, stripeApi } };
  shop.stripe.faults.add('GET', /^\/checkout\/sessions\//, 'Stall', 3);
  await assert.rejects(adapter.fetch(impatient, one.session), { name: 'StripeError', kind: 'Unavailable' });
  shop.stripe.faults.clear();
  shop.stripe.money.payByCard(one.session, CARDS.good);
  assert.equal((await one.comeBack()).status, 'Completed');
});

test('what Stripe refuses about the buyer is told to the buyer', async () => {
  const one = await shop.buyer();
  const start = {
    paymentId: 'p-small',
    idempotencyKey: 'start-p-small',
    currency: 'EUR',
    openedAt: shop.app.system.clock.now(),
    merchantOfRecord: false,
    items: [],
    payer: { name: 'Gus', email: one.email },
    visit: { returnUrl: 'https://demo.latchkey.test/checkout/page', input: {} },
  };
  const refusal = async (fields: object) => {
    const answer = await adapter.start(shop.app.ctx, { ...start, amountMinor: 100, ...fields });
    return answer.kind === 'Refused' ? answer.reason : answer.kind;
  };
  assert.match(await refusal({ amountMinor: 10 }), /too small/);
  assert.match(await refusal({ currency: 'XXX' }), /Payments in XXX are not possible/);
  assert.match(await refusal({ currency: 'KWD', amountMinor: 1_001 }), /cannot be paid in KWD/);
  assert.match(await refusal({ openedAt: new Date(start.openedAt.getTime() - 3_000_000) }), /in time/);
  assert.equal(await refusal({ paymentId: 'p-fine', idempotencyKey: 'start-p-fine' }), 'Started');
});

test('no key, signing secret or address of a buyer reaches the log, whatever Stripe answers', async () => {
  shop.stripe.faults.add('GET', /^\/checkout\/sessions\//, 'Forbidden');
  const one = await shop.buyer();
  await one.comeBack();
  assert.ok(
    lines.some((line) => line.includes('StripeError')),
    'the failure is logged',
  );
  const [endpoint = assert.fail()] = shop.stripe.state.endpoints.list();
  for (const secret of [TEST_KEY, endpoint.secret ?? assert.fail(), one.email])
    assert.deepEqual(
      lines.filter((line) => line.includes(secret)),
      [],
    );
});
