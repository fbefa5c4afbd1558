import assert from 'node:assert/strict';
import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { TestApp } from '../../../test/harness.ts';
import { followEvents } from '../../../test/events/scenarios.ts';
import { shopOf } from '../../../test/inventory.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import {
  deliver,
  type Receiver,
  sendDue,
  startReceiver,
  status,
  verify,
} from '../../../test/webhooks/receiver.ts';
import { type Delivery, type Webhook, webhookDesk } from '../../../test/webhooks/webhook-desk.ts';
import { purgeDeliveries, watchEndpoints } from '../../modules/webhooks/index.ts';
import type { MailTables } from '../../platform/mail/tables.ts';

const DAY_MS = 24 * 3_600_000;

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

const create = (more: object = {}) => desk.create(receiver.url, more);
const get = (id: string) => desk.get(id);
const deliveriesOf = (id: string) => desk.deliveriesOf(id);
const change = (product?: string) => desk.change(product);

test('an event is sent once, signed, in the form of the list', async () => {
  const { id, secret } = await create();
  await change();
  await deliver(app);
  const [message = assert.fail(), ...others] = receiver.messages;
  assert.deepEqual(others, []);
  const { items } = await vendor.call<{ items: object[] }>('GET', '/api/events?pageSize=1');
  assert.deepEqual(JSON.parse(message.body), items[0]);
  assert.equal(message.headers['webhook-id'], JSON.parse(message.body).id);
  const [delivery] = await deliveriesOf(id);
  assert.deepEqual([delivery?.status, delivery?.attempts[0]?.statusCode], ['Delivered', 204]);
  assert.match(secret, /^whsec_/);
  assert.doesNotMatch(JSON.stringify([await get(id), await deliveriesOf(id)]), /whsec_/);
});

test('what is signed verifies with the official library, with both secrets for a day, and with the public key', async () => {
  const { id, secret, publicKey = '' } = await create({ hasPublicSignature: true });
  const received = async () => {
    await change();
    await deliver(app);
    return receiver.messages.at(-1) ?? assert.fail();
  };
  // The library compares with the time of the machine.
  const now = app.system.clock.now();
  app.system.clock.advance(Date.now() - now.getTime());
  const rotated = await vendor.call<Webhook>('POST', `/api/webhooks/${id}/rotate-secret`, {});
  const message = await received();
  verify(secret, message);
  verify(rotated.secret, message);
  assert.throws(
    () => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, message),
    /No matching signature/,
  );
  const [, signature = ''] = /v1a,(\S+)/.exec(message.headers['webhook-signature'] ?? '') ?? [];
  const spki = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(publicKey.replace('whpk_', ''), 'base64'),
  ]);
  const { 'webhook-id': messageId, 'webhook-timestamp': timestamp } = message.headers;
  const text = Buffer.from(`${messageId}.${timestamp}.${message.body}`);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  assert.ok(verifySignature(null, text, key, Buffer.from(signature, 'base64')));
  app.system.clock.advance(25 * 3_600_000);
  const later = await received();
  assert.equal(
    later.headers['webhook-signature']?.split(' ').length,
    2,
    'the current secret and the public key',
  );
});

test('a failed delivery is tried again after 5 seconds, 5 minutes, 30 minutes and so on, ten times', async () => {
  const { id } = await create();
  receiver.answer = status(500, 'broken');
  await change();
  await deliver(app);
  const pauses: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const [delivery = assert.fail()] = await deliveriesOf(id);
    if (delivery.nextAttemptAt === undefined) break;
    const pause = Date.parse(delivery.nextAttemptAt) - app.system.clock.now().getTime();
    pauses.push(pause / 1_000);
    app.system.clock.advance(pause - 60);
    await sendDue(app);
    assert.equal((await deliveriesOf(id))[0]?.attempts.length, turn + 1, 'not before its time');
    app.system.clock.advance(60);
    await sendDue(app);
  }
  const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  assert.equal(pauses.length, schedule.length);
  for (const [index, pause] of pauses.entries()) {
    const planned = schedule[index] ?? 0;
    assert.ok(pause > planned - 1 && pause <= planned * 1.1, `${pause} is not ${planned} with jitter`);
  }
  const [delivery] = await deliveriesOf(id);
  assert.deepEqual([delivery?.status, delivery?.attempts.length], ['Failed', 10]);
  assert.deepEqual([delivery?.attempts[0]?.statusCode, delivery?.attempts[0]?.responseBody], [500, 'broken']);
  assert.equal(new Set(receiver.events().map((event) => event.id)).size, 1, 'every attempt has the same id');
  receiver.answer = status(200);
  await vendor.call('POST', `/api/webhooks/${id}/deliveries/${delivery?.id}/retry`);
  await sendDue(app);
  assert.equal((await deliveriesOf(id))[0]?.status, 'Delivered');
});

test('Retry-After of 429 and 503 counts, as seconds and as a date; redirects are not followed', async () => {
  const { id } = await create();
  const pauseAfter = async (code: number, headers: Record<string, string>) => {
    receiver.answer = status(code, '', headers);
    await change();
    await deliver(app);
    const [delivery = assert.fail()] = await deliveriesOf(id);
    assert.equal(delivery.attempts[0]?.statusCode, code);
    const at = Date.parse(delivery.nextAttemptAt ?? '');
    app.system.clock.advance(61_000);
    return (at - app.system.clock.now().getTime() + 61_000) / 1_000;
  };
  assert.ok((await pauseAfter(429, { 'retry-after': '3600' })) > 3_500);
  const date = new Date(app.system.clock.now().getTime() + 7_200_000).toUTCString();
  assert.ok((await pauseAfter(503, { 'retry-after': date })) > 7_000);
  assert.ok((await pauseAfter(500, { 'retry-after': '3600' })) < 60, 'only of 429 and 503');
  for (const code of [301, 302, 307, 308])
    assert.ok((await pauseAfter(code, { location: '/elsewhere' })) < 60, `${code} is a failure`);
  assert.deepEqual([...new Set(receiver.messages.map(({ path }) => path))], ['/hook']);
});

test('410 disables an endpoint at once; a good test enables it, and what was missed is replayed', async () => {
  const { id } = await create();
  receiver.answer = status(410);
  await change();
  await deliver(app);
  const disabled = await get(id);
  assert.deepEqual([disabled.status, disabled.disabledReason], ['Disabled', 'Gone']);
  const from = app.system.clock.now().toISOString();
  await change();
  await change();
  await deliver(app);
  assert.equal(receiver.messages.length, 1, 'nothing is sent to a disabled endpoint');
  receiver.answer = status(500);
  await vendor.call('POST', `/api/webhooks/${id}/test`, { type: 'order.paid' });
  await sendDue(app);
  assert.equal((await get(id)).status, 'Disabled', 'a test that fails enables nothing');
  receiver.answer = status(204);
  await vendor.call('POST', `/api/webhooks/${id}/test`, { type: 'order.paid' });
  await sendDue(app);
  assert.equal((await get(id)).status, 'Enabled');
  assert.equal(receiver.events().at(-1)?.type, 'order.paid');
  await vendor.call('POST', `/api/webhooks/${id}/replay`, { from });
  await sendDue(app);
  assert.deepEqual(
    receiver
      .events()
      .slice(-2)
      .map(({ type }) => type),
    ['product.updated', 'product.updated'],
  );
  assert.equal((await get(id)).replay, undefined);
});

test('after a failure, later events of the subject wait, for a minute at most; others do not', async () => {
  await create();
  receiver.answer = (response, { body }) => {
    const { subject } = JSON.parse(body);
    response.writeHead(subject.id === 'app' ? 500 : 204).end();
  };
  await change('app');
  await change('app');
  await change('synth');
  await deliver(app);
  const arrivals = () => receiver.events().map(({ subject }) => `${subject.id} ${subject.sequence}`);
  const first = arrivals();
  assert.equal(first.filter((text) => text.startsWith('app')).length, 1, 'the second waits');
  assert.equal(first.filter((text) => text.startsWith('synth')).length, 1);
  await change('app');
  await deliver(app);
  assert.equal(arrivals().length, 2, 'also one that happens later');
  receiver.answer = status(204);
  app.system.clock.advance(6_000);
  await sendDue(app);
  const sequences = receiver
    .events()
    .filter(({ subject }) => subject.id === 'app')
    .map(({ subject }) => subject.sequence);
  assert.deepEqual(sequences, [sequences[0], ...sequences.slice(1).toSorted((a, b) => a - b)]);
  assert.equal(sequences.length, 4, 'once the first has arrived, the others follow in order');
  receiver.answer = status(500);
  await change('app');
  await deliver(app);
  await change('app');
  await deliver(app);
  const before = receiver.messages.length;
  app.system.clock.advance(55_000);
  await sendDue(app);
  assert.equal(receiver.messages.length, before + 1, 'only the first is tried again');
  app.system.clock.advance(10_000);
  await sendDue(app);
  assert.equal(receiver.messages.length, before + 2, 'the second waits no longer');
});

test('an endpoint without one success is mailed about on day one and four, and disabled after five days', async () => {
  const { id } = await create();
  receiver.answer = status(500);
  const mails = async () => {
    const { reader } = app.system.database;
    const rows = await reader
      .tables<MailTables>()
      .selectFrom('mails')
      .select(['subject', 'recipient'])
      .where('kind', '=', 'webhook')
      .execute();
    return rows.map(({ subject, recipient }) => `${recipient}: ${subject.replace(/127\S+/, 'HOST')}`);
  };
  await change();
  await deliver(app);
  for (let hours = 0; hours < 5 * 24; hours += 6) {
    app.system.clock.advance(6 * 3_600_000);
    await watchEndpoints(app.system);
    if (hours === 12) assert.deepEqual(await mails(), []);
    if (hours === 24) assert.equal((await mails()).length, 1);
  }
  const failing = 'seller@example.com: Webhooks to HOST are failing';
  assert.deepEqual(await mails(), [failing, failing, 'seller@example.com: Webhooks to HOST are disabled']);
  const { status: state, disabledReason } = await get(id);
  assert.deepEqual([state, disabledReason], ['Disabled', 'Failing']);
});

test('deliveries show what was sent, where and when, without signatures; who may not read the data sees no body', async () => {
  const { id } = await create();
  await change();
  await deliver(app);
  const [message = assert.fail()] = receiver.messages;
  await vendor.call('PATCH', `/api/webhooks/${id}`, { payload: 'thin', url: `${receiver.url}/moved` });
  const [delivery] = await deliveriesOf(id);
  const { url, headers = {}, body } = delivery?.request ?? {};
  assert.deepEqual([url, body], [receiver.url, message.body], 'as it was then');
  for (const name of ['webhook-id', 'webhook-timestamp', 'content-type', 'user-agent'])
    assert.equal(headers[name], message.headers[name], name);
  assert.ok(!Object.keys(headers).some((name) => name.includes('signature')), Object.keys(headers).join());
  const narrow = await merchantOf(app, app.demo, 'webhooks:read');
  const page = await narrow.call<{ items: Delivery[] }>('GET', `/api/webhooks/${id}/deliveries`);
  assert.deepEqual([page.items[0]?.request?.url, page.items[0]?.request?.body], [receiver.url, undefined]);
  await change();
  await deliver(app);
  const [thin] = await deliveriesOf(id);
  assert.equal(thin?.request?.url, `${receiver.url}/moved`);
  assert.equal(thin?.request?.body, receiver.messages[1]?.body);
});

test('what was sent about a customer, and what was answered, goes with the customer, also if the answer comes later', async () => {
  const { id } = await create({ types: ['customer.*'] });
  const shop = shopOf(app);
  const [first, second] = [await shop.shopper(), await shop.shopper()];
  const deliveriesText = async () => JSON.stringify(await deliveriesOf(id));
  receiver.answer = (response, { body }) => {
    const respond = () => response.writeHead(200).end(body);
    if (!body.includes(second.email) || receiver.messages.length > 2) return void respond();
    const erase = async (): Promise<void> => {
      await vendor.call('DELETE', `/api/customers/${second.id}`);
      await followEvents(app);
    };
    erase().then(respond, () => response.destroy());
  };
  await deliver(app);
  const during = await deliveriesText();
  assert.match(during, new RegExp(first.email));
  assert.doesNotMatch(during, new RegExp(second.email), 'deleted while the message was under way');
  await vendor.call('DELETE', `/api/customers/${first.id}`);
  await followEvents(app);
  assert.doesNotMatch(await deliveriesText(), new RegExp(first.email));
});

test('deliveries go when events do, after 30 days', async () => {
  const { id } = await create();
  await change();
  await deliver(app);
  app.system.clock.advance(29 * DAY_MS);
  assert.equal(await purgeDeliveries(app.system), 0);
  await change();
  await deliver(app);
  app.system.clock.advance(2 * DAY_MS);
  assert.ok((await purgeDeliveries(app.system)) > 0);
  while ((await purgeDeliveries(app.system)) > 0);
  assert.equal((await deliveriesOf(id)).length, 1);
});
