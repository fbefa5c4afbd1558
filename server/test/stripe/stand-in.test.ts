import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FIRST_CALLS, seedOf, Silence } from './faults.ts';
import { CARDS } from './payments.ts';
import { openStripeShop, type StripeShop } from './shop.ts';
import { startStripe, TEST_KEY } from './stand-in.ts';

const CALLS = 60;

let shop: StripeShop;
before(async () => (shop = await openStripeShop()));
after(() => shop.close());

test('without a word, one of the first calls of a stand-in gets no response, and none is lost in its count', async () => {
  const stripe = await startStripe();
  const end = new AbortController();
  const answers: string[] = [];
  const call = async (index: number): Promise<void> => {
    const headers = { authorization: `Bearer ${TEST_KEY}`, 'idempotency-key': `${index}` };
    await fetch(`${stripe.url}/v1/account`, { headers, signal: end.signal });
    answers.push(`${index}`);
    if (answers.length + stripe.silence.count === CALLS) end.abort();
  };
  const outcomes = await Promise.allSettled(Array.from({ length: CALLS }, (_, index) => call(index)));
  await stripe.close();
  const unanswered = outcomes.filter(({ status }) => status === 'rejected').length;
  assert.equal(stripe.calls.length, CALLS);
  assert.equal(unanswered, stripe.silence.count);
  assert.ok(unanswered > 0 && unanswered < CALLS / 10, `${unanswered} of ${CALLS} calls were not answered`);
  const calls = stripe.calls.map(({ idempotencyKey = '' }) => idempotencyKey);
  const order = calls.filter((key) => answers.includes(key));
  // It takes longer for some answers than for others.
  assert.notDeepEqual(answers, order);
});

test('each test file has silences of its own, which a seed repeats', () => {
  const silences = (seed: number) => {
    const silence = new Silence(seed);
    return Array.from({ length: 600 }, (_, index) => ({ index, fault: silence.next() })).filter(
      ({ fault }) => fault !== undefined,
    );
  };
  const files = Array.from({ length: 50 }, (_, index) => silences(seedOf(`${index}.test.ts`, '')));
  for (const [{ index } = assert.fail('no silence'), ...others] of files) {
    assert.ok(index > 0 && index < FIRST_CALLS, `the first silence is at ${index}`);
    assert.ok(others.every((one) => one.index > index + 1));
  }
  assert.equal(new Set(files.map((file) => file[0]?.index)).size, FIRST_CALLS - 1);
  assert.deepEqual(new Set(files.flat().map(({ fault }) => fault)), new Set(['Stall', 'StallAnswer']));
  assert.ok(files.flat().length > 100);
  assert.deepEqual(silences(seedOf('one.test.ts', '7')), silences(seedOf('one.test.ts', '7')));
  assert.notDeepEqual(silences(seedOf('one.test.ts', '7')), silences(seedOf('one.test.ts', '8')));
});

test('a test that needs every response says why, and gets them', () => {
  const silence = new Silence(seedOf('some.test.ts', ''));
  assert.throws(() => silence.end(''), /says why/);
  silence.end('this test is about the silences');
  for (let count = 0; count < 600; count += 1) assert.equal(silence.next(), undefined);
});

test('a shop has met a silence before its first payment is over, and gets each event twice', async () => {
  const one = await shop.buyer();
  shop.stripe.money.payByCard(one.session, CARDS.good);
  const { length } = shop.stripe.deliveries.events;
  const statuses = await shop.report();
  assert.ok(length > 0);
  assert.deepEqual(
    statuses,
    Array.from({ length: 2 * length }, () => 200),
  );
  assert.equal((await one.comeBack()).status, 'Completed');
  assert.ok(shop.stripe.silence.count > 0);
});

test('events that are sent at once are sent twice, too', async (t) => {
  const { deliveries, money } = shop.stripe;
  const bodies: string[] = [];
  t.mock.method(deliveries, 'send', async ({ body }: { readonly body: string }) => {
    bodies.push(body);
    return 200;
  });
  const one = await shop.buyer();
  deliveries.sendsAtOnce = true;
  money.payByCard(one.session, CARDS.good);
  deliveries.sendsAtOnce = false;
  assert.ok(bodies.length > 0);
  for (const body of bodies) assert.equal(bodies.filter((other) => other === body).length, 2);
});
