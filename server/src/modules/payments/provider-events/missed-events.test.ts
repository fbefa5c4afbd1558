import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { fakeProvider } from '../../../../test/fake-provider.ts';
import { testContext } from '../../../../test/context.ts';
import { startTestApp, TEST_START, type TestApp } from '../../../../test/harness.ts';
import { withProvider } from '../../../../test/payments.ts';
import { ONE_APP, stockShop } from '../../../../test/shop.ts';
import { transaction } from '../../../platform/context/context.ts';
import { startJobWorker } from '../../../platform/jobs/start-job-worker.ts';
import { createAccount } from '../../accounts/index.ts';
import { writeCredentials } from '../connections/credentials.ts';
import { ProviderError } from '../provider-error.ts';
import { listPayments } from '../index.ts';
import type { ListedEvent, TimeSpan } from '../provider.ts';
import { hasPaymentEvent } from '../store.ts';
import type { PaymentTables } from '../tables.ts';
import { receiveEvent } from './receive-events.ts';
import { catchUpOnEvents, missedEventsJob } from './missed-events.ts';

const CONNECTION = { mode: 'Test', secrets: {}, settings: {} } as const;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await connectElsewhere(new Date(TEST_START.getTime() - 5 * DAY_MS));
  await transaction(app.ctx, (tx) => writeCredentials(tx, 'sandbox', CONNECTION));
});
after(() => app.close());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** An event that enters the list later than this after it happened is missed. */
const OVERLAP_MS = 10 * MINUTE_MS;
const MOST_CALLS = 10;

/** The spans that the provider is asked for, while the clock moves on with every reading and every answer. */
async function catchUp(events: readonly ListedEvent[] = []): Promise<readonly TimeSpan[]> {
  const spans: TimeSpan[] = [];
  const { clock } = app.system;
  const provider = fakeProvider();
  provider.eventsBetween = async (_ctx, span) => {
    spans.push(span);
    clock.advance(200);
    if (spans.length > MOST_CALLS) throw new ProviderError('Unavailable', 'it has been asked too often');
    return events;
  };
  const system = withProvider(app.system, provider);
  const now = (): Date => {
    clock.advance(1);
    return clock.now();
  };
  assert.equal(await catchUpOnEvents(system), 1);
  const handlers = { [missedEventsJob.kind]: missedEventsJob.handler({ ...system, clock: { now } }) };
  const worker = startJobWorker(system, handlers, { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
  return spans;
}

const lengthOf = ({ from, to }: TimeSpan) => to.getTime() - from.getTime();

/** A payment of the account `other`, of which an event has arrived. */
async function payElsewhere(eventId: string): Promise<void> {
  await stockShop(app, app.other);
  const path = `/api/customer/orders/${randomUUID()}`;
  const cart = { method: 'PATCH', url: `${path}?checkout=true`, payload: { items: [ONE_APP] } } as const;
  const { pathname } = new URL(
    (await app.injectAs(app.other, cart)).json<{ checkoutUrl: string }>().checkoutUrl,
  );
  const payload = { name: 'Ann', email: 'ann@example.com' };
  await app.injectAs(app.other, { method: 'POST', url: `/api${pathname}/pay`, payload });
  const ctx = testContext(app.system, app.other);
  const [payment = assert.fail()] = await listPayments(ctx, {
    kind: 'Order',
    id: path.split('/').at(-1) ?? '',
  });
  const { id: paymentId, providerReference } = payment;
  const event = { id: eventId, kind: 'Payment', reference: providerReference ?? '', paymentId } as const;
  assert.equal(await transaction(ctx, (tx) => receiveEvent(tx, 'sandbox', event)), true);
}

/** A connection of another account, which is the first in the table and has looked for events until then. */
async function connectElsewhere(eventsUntil: Date): Promise<void> {
  const account = await createAccount(app.system, {
    id: 'a-first',
    name: 'First',
    domains: ['first.example'],
  });
  const later = new Date(eventsUntil.getTime() + 365 * DAY_MS);
  await transaction(testContext(app.system, account), async (tx) => {
    await writeCredentials(tx, 'sandbox', CONNECTION);
    await tx
      .tables<PaymentTables>()
      .updateTable('paymentCredentials')
      .set({ eventsUntil, eventsAskedAt: later })
      .where('accountId', '=', account.id)
      .execute();
  });
}

test('what other accounts have at the same provider changes nothing: neither a payment, nor an event with the same id, nor the time of their last look', async () => {
  await payElsewhere('evt_same');
  let reads = 0;
  const read = async () => {
    reads += 1;
    return undefined;
  };
  const [span = assert.fail(), ...more] = await catchUp([{ id: 'evt_same', read }]);
  assert.deepEqual([more.length, reads], [0, 1]);
  assert.ok(span.from.getTime() > TEST_START.getTime() - HOUR_MS, 'from when this account was connected');
  app.system.clock.advance(HOUR_MS + MINUTE_MS);
});

test('an event is known by its provider and its id: another provider may count its events in the same way', async () => {
  const isRecorded = (provider: string) =>
    hasPaymentEvent(app.system.database.reader, app.other.id, { provider, eventId: 'evt_same' });
  assert.deepEqual([await isRecorded('sandbox'), await isRecorded('elsewhere')], [true, false]);
});

test('the search for missed events asks once an hour, although the clock moves on while the provider answers', async () => {
  const [first = assert.fail(), ...others] = await catchUp();
  assert.deepEqual(others, []);
  let end = first.to;
  for (let hour = 0; hour < 3; hour += 1) {
    app.system.clock.advance(HOUR_MS + MINUTE_MS);
    const [{ from, to } = assert.fail(), ...more] = await catchUp();
    assert.deepEqual(more, []);
    assert.equal(end.getTime() - from.getTime(), OVERLAP_MS, 'an event may be listed late: spans overlap');
    end = to;
  }
});

test('after days without a search it asks day by day until now, and ends', async () => {
  app.system.clock.advance(3 * DAY_MS);
  const spans = await catchUp();
  assert.equal(spans.length, 4);
  assert.ok(spans.every((span) => lengthOf(span) <= DAY_MS));
  for (const [index, { from }] of spans.slice(1).entries())
    assert.equal((spans[index]?.to.getTime() ?? 0) - from.getTime(), OVERLAP_MS, 'nothing is left out');
});
