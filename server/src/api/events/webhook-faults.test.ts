import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { followEvents } from '../../../test/events/scenarios.ts';
import type { TestApp } from '../../../test/harness.ts';
import type { Merchant } from '../../../test/merchant.ts';
import { until } from '../../../test/waiting.ts';
import {
  accept,
  type Answer,
  deliver,
  type Receiver,
  sendDue,
  startReceiver,
  status,
  verify,
} from '../../../test/webhooks/receiver.ts';
import { type Webhook, webhookDesk } from '../../../test/webhooks/webhook-desk.ts';
import { deliveryHandlers } from '../../jobs.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

let desk: Awaited<ReturnType<typeof webhookDesk>>;
let app: TestApp;
let vendor: Merchant;
let receiver: Receiver;
before(async () => {
  desk = await webhookDesk();
  ({ app, vendor } = desk);
});
after(() => app.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await desk.clear();
  await receiver.close();
});

/** Changes a product some times, which are as many events of one subject. */
async function changes(count: number, product = 'app'): Promise<void> {
  for (let index = 0; index < count; index += 1) await desk.change(product);
}

/** Lets something happen while the receiver handles its first message; `answer` answers all of them. */
function duringTheFirst(happens: () => Promise<unknown>, answer: Answer = accept): void {
  receiver.answer = (response, message) => {
    receiver.answer = answer;
    happens().then(
      () => {
        app.system.clock.advance(2 * SECOND_MS);
        answer(response, message);
      },
      () => response.destroy(),
    );
  };
}

const sequences = () => receiver.events().map(({ subject }) => subject.sequence);

test('an endpoint that is deleted while messages are sent gets no more of them', async () => {
  const { id } = await desk.create(receiver.url);
  await changes(4);
  duringTheFirst(() => vendor.send('DELETE', `/api/webhooks/${id}`));
  await deliver(app);
  assert.equal(receiver.messages.length, 1);
  assert.equal((await vendor.send('GET', `/api/webhooks/${id}`)).statusCode, 404);
});

test('an endpoint that is disabled while messages are sent gets the others when it is enabled and replayed', async () => {
  const { id } = await desk.create(receiver.url);
  const from = app.system.clock.now().toISOString();
  await changes(4);
  duringTheFirst(() => vendor.call('POST', `/api/webhooks/${id}/disable`));
  await deliver(app);
  assert.equal(receiver.messages.length, 1);
  const statuses = (await desk.deliveriesOf(id)).map((delivery) => delivery.status).toSorted();
  assert.deepEqual(statuses, ['Delivered', 'Failed', 'Failed', 'Failed']);
  await vendor.call('POST', `/api/webhooks/${id}/enable`);
  await vendor.call('POST', `/api/webhooks/${id}/replay`, { from });
  await sendDue(app);
  const [first = 0, ...others] = sequences();
  assert.deepEqual(others, [first, first + 1, first + 2, first + 3]);
});

test('an endpoint that answers 410 gets nothing after that, not even what was about to be sent', async () => {
  const { id } = await desk.create(receiver.url);
  await changes(4);
  receiver.answer = status(410);
  await deliver(app);
  assert.equal(receiver.messages.length, 1);
  assert.equal((await desk.get(id)).disabledReason, 'Gone');
});

test('a secret that is rotated while messages are sent signs the next of them, each sent once and in order', async () => {
  // The official library compares with the time of the machine.
  app.system.clock.advance(Date.now() - app.system.clock.now().getTime());
  const { id, secret } = await desk.create(receiver.url);
  await changes(4);
  let rotated = '';
  duringTheFirst(async () => {
    ({ secret: rotated } = await vendor.call<Webhook>('POST', `/api/webhooks/${id}/rotate-secret`, {}));
  });
  await deliver(app);
  const [first = 0, ...others] = sequences();
  assert.deepEqual(others, [first + 1, first + 2, first + 3]);
  for (const message of receiver.messages) verify(secret, message);
  for (const message of receiver.messages.slice(1)) verify(rotated, message);
});

test('a worker that stops while a receiver hangs keeps what has arrived; the next sends the rest', async () => {
  const { id } = await desk.create(receiver.url);
  await desk.change('app');
  await desk.change('synth');
  await followEvents(app);
  const hanging = Promise.withResolvers<void>();
  receiver.answer = (response, message) => {
    if (JSON.parse(message.body).subject.id === 'app') return accept(response, message);
    hanging.resolve();
  };
  const worker = startJobWorker(app.system, deliveryHandlers(app.system), {
    pollIntervalMs: 0,
    stopGraceSeconds: 0,
  });
  worker.wake();
  await hanging.promise;
  await worker.stop();
  receiver.answer = accept;
  await sendDue(app);
  const arrivals = Map.groupBy(receiver.events(), ({ subject }) => subject.id);
  assert.equal(arrivals.get('app')?.length, 1, 'what has arrived is not sent again');
  assert.equal(arrivals.get('synth')?.length, 2, 'what was interrupted is');
  const deliveries = await desk.deliveriesOf(id);
  assert.deepEqual(
    deliveries.map((delivery) => [delivery.status, delivery.attempts.length]),
    [
      ['Delivered', 1],
      ['Delivered', 1],
    ],
    'an interruption is no failure of the receiver',
  );
});

test('two processes do not send to one endpoint, and one that lost its lease changes nothing', async () => {
  const { id } = await desk.create(receiver.url);
  await desk.change();
  await followEvents(app);
  const hold = Promise.withResolvers<void>();
  receiver.answer = (response, message) => {
    receiver.answer = accept;
    hold.promise.then(
      () => status(500)(response, message),
      () => response.destroy(),
    );
  };
  const first = startJobWorker(app.system, deliveryHandlers(app.system), { pollIntervalMs: 0 });
  const drained = first.drain();
  await until('the first process to send', () => receiver.messages.length === 1);
  await sendDue(app);
  assert.equal(receiver.messages.length, 1, 'the job is leased to the first');
  // The first process is thought dead, sends no sign of life, and answers after all.
  app.system.clock.advance(MINUTE_MS);
  await sendDue(app);
  assert.deepEqual(
    new Set(receiver.events().map((event) => event.id)).size,
    1,
    'a duplicate has the same id',
  );
  assert.equal(receiver.messages.length, 2);
  hold.resolve();
  await drained;
  await first.stop();
  const deliveries = await desk.deliveriesOf(id);
  assert.deepEqual(
    deliveries.map((delivery) => [delivery.status, delivery.attempts.length]),
    [['Delivered', 1]],
  );
});

test('a clock that jumps forward and back holds up no new event, and loses none', async () => {
  await desk.create(receiver.url);
  const start = app.system.clock.now();
  receiver.answer = status(500);
  app.system.clock.advance(DAY_MS);
  await desk.change();
  await deliver(app);
  app.system.clock.set(new Date(start.getTime() + SECOND_MS));
  receiver.answer = accept;
  await desk.change();
  await deliver(app);
  const [first = 0, second] = sequences();
  assert.equal(second, first + 1, 'the later event does not wait for a day');
  assert.equal(receiver.messages.length, 2);
  app.system.clock.advance(DAY_MS + MINUTE_MS);
  await sendDue(app);
  assert.deepEqual(sequences(), [first, first + 1, first]);
});
