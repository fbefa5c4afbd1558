import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { followEvents } from '../../../test/events/scenarios.ts';
import { times } from '../../../test/length.ts';
import { type Receiver, sendDue, startReceiver } from '../../../test/webhooks/receiver.ts';
import { type Webhook, webhookDesk } from '../../../test/webhooks/webhook-desk.ts';
import { findEvents, lastSequence, listEvents } from '../../modules/events/index.ts';
import { insertEvents } from '../../modules/events/store.ts';
import type { EventRow } from '../../modules/events/tables.ts';

const EVENTS = times(1_000, 100_000);
const SUBJECTS = 10;
const AT_ONCE = 500;
/** In the third round of a hundred messages. */
const MIDDLE = 250;

let desk: Awaited<ReturnType<typeof webhookDesk>>;
let receiver: Receiver;
before(async () => {
  desk = await webhookDesk();
  receiver = await startReceiver();
});
after(async () => {
  await receiver.close();
  await desk.app.close();
});

/** Copies an event, so that there are many, about some subjects in turn. */
async function multiply(event: EventRow): Promise<void> {
  const { app } = desk;
  const first = await lastSequence(app.ctx);
  for (let done = 0; done < EVENTS; done += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, EVENTS - done) }, (_, index): EventRow => {
      const number = done + index;
      return {
        ...event,
        id: app.system.ids.guid(),
        sequence: first + number + 1,
        subjectId: `copy-${number % SUBJECTS}`,
        subjectSequence: Math.floor(number / SUBJECTS) + 1,
      };
    });
    const last = { accountId: event.accountId, subject: '', last: rows.at(-1)?.sequence ?? 0 };
    await app.system.database.transaction((tx) => insertEvents(tx, rows, [last]));
  }
}

test(`a replay of ${EVENTS} events shows its progress, keeps the order of subjects, and holds up no new event`, async (t) => {
  const { app, vendor } = desk;
  await desk.change();
  await followEvents(app);
  const [event = assert.fail()] = await listEvents(app.ctx, {
    types: ['product.updated'],
    isNewestFirst: true,
    limit: 1,
  });
  await multiply(event);
  const { id } = await desk.create(receiver.url);
  const other = await startReceiver();
  await desk.create(other.url, { types: ['account.*'] });
  const from = event.occurredAt.toISOString();
  const replaying = await vendor.call<Webhook>('POST', `/api/webhooks/${id}/replay`, { from });
  assert.equal(replaying.replay?.sent, 0);
  const second = await vendor.send('POST', `/api/webhooks/${id}/replay`, { from });
  assert.deepEqual([second.statusCode, second.json().errorType], [409, 'ReplayRunning']);
  let progress: Webhook['replay'];
  let freshAt = 0;
  receiver.answer = (response) => {
    const answer = () => response.writeHead(204).end();
    if (receiver.messages.length !== MIDDLE) return void answer();
    const look = async (): Promise<void> => {
      ({ replay: progress } = await desk.get(id));
      await desk.change('synth');
      await vendor.call('PATCH', '/api/settings', { locale: 'de' });
      await followEvents(app);
      freshAt = receiver.messages.length;
    };
    look().then(answer, () => response.destroy());
  };
  const startedAt = performance.now();
  await sendDue(app);
  t.diagnostic(`${Math.round(EVENTS / ((performance.now() - startedAt) / 1_000))} messages per second`);
  // A machine that is busy may count the round in which the receiver waits before it has answered.
  const count = progress?.sent ?? 0;
  assert.ok(count === 200 || count === 300, `${count} after two rounds`);
  assert.equal(progress?.position, event.sequence + count - 1);
  assert.equal((await desk.get(id)).replay, undefined, 'it is over');
  const events = receiver.events();
  const fresh = events.findIndex(({ subject }) => subject.id === 'synth');
  assert.ok(
    fresh >= freshAt && fresh < freshAt + 2 * 200,
    `a new event was message ${fresh} of ${events.length}`,
  );
  assert.equal(other.events().length, 1, 'another endpoint has its event');
  await other.close();
  const copies = events.filter(({ subject }) => subject.id.startsWith('copy-'));
  assert.equal(new Set(copies.map((one) => one.id)).size, EVENTS, 'each has arrived, …');
  assert.equal(copies.length, EVENTS, '… once');
  for (const [subject, own] of Map.groupBy(copies, (one) => one.subject.id)) {
    const sequences = own.map((one) => one.subject.sequence);
    assert.deepEqual(
      sequences,
      sequences.map((_, index) => index + 1),
      subject,
    );
  }
  assert.equal((await findEvents(app.ctx, [copies[0]?.id ?? ''])).length, 1);
});

test('a replay sends what happened in its span, of the types that it names, and nothing else', async () => {
  const { app, vendor } = desk;
  const { clock } = app.system;
  receiver.messages.length = 0;
  const { id } = await desk.create(receiver.url, { types: ['product.*', 'account.*'] });
  const moments: string[] = [];
  for (const product of ['app', 'synth', 'app']) {
    clock.advance(60_000);
    moments.push(clock.now().toISOString());
    await desk.change(product);
    await vendor.call('PATCH', '/api/settings', { locale: product === 'app' ? 'de' : 'en' });
    await followEvents(app);
  }
  await sendDue(app);
  receiver.messages.length = 0;
  await vendor.call('POST', `/api/webhooks/${id}/replay`, {
    from: moments[1],
    to: moments[2],
    types: ['product.*'],
  });
  await sendDue(app);
  assert.deepEqual(
    receiver.events().map(({ subject }) => subject.id),
    ['synth'],
  );
});
