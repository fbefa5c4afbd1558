import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { followEvents } from '../../../test/events/scenarios.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { shopOf } from '../../../test/inventory.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { stockShop } from '../../../test/shop.ts';
import { until } from '../../../test/waiting.ts';
import { startReceiver, verify } from '../../../test/webhooks/receiver.ts';
import { changeOperator } from '../../modules/operators/index.ts';
import type { AccountsTables } from '../../modules/accounts/tables.ts';
import type { OperatorTables } from '../../modules/operators/tables.ts';
import { tailEvents } from '../../cli/tail-events.ts';
import { listApiKeys, revokeApiKey, updateSettings } from '../../modules/accounts/index.ts';
import { lastSequence } from '../../modules/events/index.ts';

let app: TestApp;
let vendor: Merchant;
let url: string;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await merchantOf(app);
  await followEvents(app);
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  url = `http://127.0.0.1:${address.port}`;
});
after(() => app.close());

let changes = 0;
async function change(): Promise<void> {
  changes += 1;
  await vendor.call('PATCH', '/api/products/app', { tagline: `Tagline ${changes}` });
  await followEvents(app);
}

/** Follows the stream until `stop`, with what it has printed and said. */
async function tail(
  options: { type?: string; after?: string; forward?: string; secret?: string } = {},
  ...scopes: string[]
) {
  const { 'api-key': key } = await app.apiKey(app.demo, ...scopes);
  const ending = new AbortController();
  const printed: string[] = [];
  const remarks: string[] = [];
  const ended = tailEvents({
    ...options,
    url,
    key,
    signal: ending.signal,
    print: (line) => printed.push(line),
    say: (line) => remarks.push(line),
  });
  return {
    printed,
    remarks,
    ended,
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
}

test('the stream sends events as they happen, those after an id first, and forwards them signed', async () => {
  await change();
  const receiver = await startReceiver();
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const follower = await tail({ after: '0', type: 'product.*', forward: receiver.url, secret });
  const hasAll = async () => {
    const latest = await lastSequence(app.ctx);
    return receiver.events().at(-1)?.sequence === latest;
  };
  await until('the events so far', hasAll);
  await change();
  await until('the next event', hasAll);
  await follower.stop();
  await receiver.close();
  const sequences = receiver.events().map(({ sequence }) => sequence);
  assert.deepEqual(
    sequences,
    sequences.toSorted((one, other) => one - other),
  );
  assert.ok(receiver.events().every(({ type }) => type === 'product.updated'));
  for (const message of receiver.messages) verify(secret, message);
  const { items } = await vendor.call<{ items: { sequence: number }[] }>('GET', '/api/events?pageSize=1');
  const [last = ''] = follower.printed.slice(-1);
  assert.deepEqual(JSON.parse(last.replace(/^\d+ \S+ /, '')), items[0]);
});

test('a stream without an id begins with the next event', async () => {
  const follower = await tail();
  await until('the stream to be open', async () => {
    await change();
    return follower.printed.length > 0;
  });
  await follower.stop();
  const { items } = await vendor.call<{ items: { sequence: number }[] }>('GET', '/api/events?pageSize=1');
  assert.ok(Number(follower.printed[0]?.split(' ')[0]) > (items[0]?.sequence ?? 0) - changes);
});

test('a key sees only the data that it may read, and a stream of another account has none of it', async () => {
  const narrow = await tail({ after: '0' }, 'events:read');
  await until('an event', () => narrow.printed.length > 0);
  await narrow.stop();
  assert.match(narrow.printed[0] ?? '', /"data":\{"id":"[^"]+","link":"[^"]+"\}/);
  const refused = await tail({}, 'audit:read');
  await assert.rejects(refused.ended, /the server refused: 403/);
  const wrong = await tail({ type: 'shoe.*' });
  await assert.rejects(wrong.ended, /there is no type shoe/);
  const id = await vendor.send('GET', '/api/events/stream', undefined, { 'last-event-id': 'x' });
  assert.equal(id.statusCode, 400);
  const foreign = await app.apiKey(app.other);
  const answer = await fetch(`${url}/api/events/stream`, { headers: foreign });
  assert.equal(answer.status, 401, 'the key of another account does not open this one');
});

test('a stream ends soon after its key is revoked', async () => {
  const { 'api-key': key } = await app.apiKey(app.demo, 'events:read');
  const [apiKey] = await listApiKeys(app.ctx);
  const response = await fetch(`${url}/api/events/stream`, { headers: { 'api-key': key } });
  assert.equal(response.status, 200);
  await revokeApiKey(app.ctx, apiKey?.id ?? '');
  await assert.rejects(response.text());
});

/** Opens a stream with a key, whose reader ends with `cancel`. */
async function open(key: Record<string, string>): Promise<Response> {
  return fetch(`${url}/api/events/stream`, { headers: key });
}

test('a key, and an account, hold as many streams as the settings allow; one that is closed makes room', async () => {
  await updateSettings(app.ctx, { limits: { eventStreams: 3, eventStreamsPerKey: 2 } });
  const [one, two] = [await app.apiKey(app.demo, 'events:read'), await app.apiKey(app.demo, 'events:read')];
  const streams = [await open(one), await open(one)];
  const ofKey = await open(one);
  assert.deepEqual([ofKey.status, ofKey.headers.get('retry-after')], [429, '5']);
  assert.match(await ofKey.text(), /This API key has 2 open streams/);
  streams.push(await open(two));
  const ofAccount = await open(two);
  assert.equal(ofAccount.status, 429);
  assert.match(await ofAccount.text(), /The account has 3 open streams/);
  await streams.pop()?.body?.cancel();
  await until('room for another stream', async () => {
    const next = await open(two);
    if (next.status === 200) streams.push(next);
    return next.status === 200;
  });
  for (const stream of streams) await stream.body?.cancel();
  await updateSettings(app.ctx, { limits: { eventStreams: 0, eventStreamsPerKey: 0 } });
});

test('an operator reads the stream with their role; their windows take no stream from an API key, and it ends with the session', async () => {
  await updateSettings(app.ctx, { limits: { eventStreams: 2, eventStreamsPerKey: 1 } });
  const support = await operatorAtWork(app, 'Support');
  const key = await app.apiKey(app.demo, 'events:read');
  const [first, second] = [await open(support.headers), await open(support.headers)];
  assert.deepEqual([first.status, second.status], [200, 429]);
  assert.match(await second.text(), /This operator has 1 open streams/);
  let ofKey = await open(key);
  // Streams of the test before may not have ended yet.
  await until('room for a key', async () => {
    if (ofKey.status !== 200) ofKey = await open(key);
    return ofKey.status === 200;
  });
  const [finance, other] = [await operatorAtWork(app, 'Finance'), await operatorAtWork(app, 'ReadOnly')];
  const ofFinance = await open(finance.headers);
  assert.equal(ofFinance.status, 200);
  assert.match(await (await open(other.headers)).text(), /The team has 2 open streams/);
  const elsewhere = await operatorAtWork(app, 'Owner', app.other);
  assert.equal(
    (await open(elsewhere.headers)).status,
    401,
    'the session of another account does not open this one',
  );
  await ofKey.body?.cancel();
  await ofFinance.body?.cancel();
  assert.equal((await support.call('DELETE', '/api/operator/session')).statusCode, 204);
  await assert.rejects(first.text());
  await updateSettings(app.ctx, { limits: { eventStreams: 0, eventStreamsPerKey: 0 } });
});

test('an event shows what its reader may read when it is sent, not when the stream began', async () => {
  const { operator, headers: session } = await operatorAtWork(app, 'Support');
  const key = await app.apiKey(app.demo, 'events:read', 'customers:read');
  const [apiKey] = await listApiKeys(app.ctx);
  const customer = await shopOf(app).shopper();
  await followEvents(app);
  const readers = await Promise.all(
    [session, key].map(async (headers) => {
      const { body } = await fetch(`${url}/api/events/stream?type=customer.*`, { headers });
      const stream = body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      /** The data of the next event. */
      const next = async (): Promise<Record<string, unknown>> => {
        let line: string | undefined;
        for (; line === undefined; [, line] = /\ndata: (.*)\n\n/.exec(text) ?? [])
          text += (await stream?.read())?.value ?? '';
        text = '';
        return JSON.parse(line).data;
      };
      await stream?.read();
      return { next, end: () => stream?.cancel() };
    }),
  );
  const fieldsNow = async (): Promise<string[][]> => {
    changes += 1;
    await vendor.call('PATCH', `/api/customers/${customer.id}`, { name: `Ada ${changes}` });
    await followEvents(app);
    const events = await Promise.all(readers.map(({ next }) => next()));
    return events.map((data) => Object.keys(data).toSorted());
  };
  for (const fields of await fieldsNow()) assert.ok(fields.includes('email'), fields.join());
  await changeOperator(app.ctx, operator.id, { role: 'Developer' });
  await app.system.database.transaction((tx) =>
    tx
      .tables<AccountsTables>()
      .updateTable('apiKeys')
      .set({ scopes: ['events:read'] })
      .where('accountId', '=', app.demo.id)
      .where('id', '=', apiKey?.id ?? '')
      .execute(),
  );
  for (const fields of await fieldsNow()) assert.deepEqual(fields, ['id', 'link']);
  for (const { end } of readers) await end();
});

test('a stream is no use of the session: nobody stays signed in by a window that they have left', async () => {
  const { operator, headers } = await operatorAtWork(app, 'Support');
  const lastUse = () =>
    app.system.database.reader
      .tables<OperatorTables>()
      .selectFrom('operatorSessions')
      .select('lastUsedAt')
      .where('operatorId', '=', operator.id)
      .executeTakeFirstOrThrow();
  const stream = await open(headers);
  const before = await lastUse();
  app.system.clock.advance(120_000);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  // It says so after it has looked at the session again.
  for (let text = ''; !text.includes(': nothing new'); text += (await reader?.read())?.value ?? '')
    await change();
  await reader?.cancel();
  assert.deepEqual(await lastUse(), before);
});

test('a server that stops ends its streams: clients see a complete answer, and connect again', async () => {
  const other = await startTestApp();
  await other.app.listen({ port: 0, host: '127.0.0.1' });
  const address = other.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const headers = await other.apiKey(other.demo, 'events:read');
  const stream = await fetch(`http://127.0.0.1:${address.port}/api/events/stream`, { headers });
  assert.equal(stream.status, 200);
  const [text] = await Promise.all([stream.text(), other.close()]);
  assert.match(text, /^: events/);
});

test('HEAD asks for no stream, which would never end', async () => {
  const headers = await app.apiKey(app.demo, 'events:read');
  const answer = await app.inject({ method: 'HEAD', url: '/api/events/stream', headers });
  assert.equal(answer.statusCode, 404);
});
