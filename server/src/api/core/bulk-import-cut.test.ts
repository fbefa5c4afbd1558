import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test, type TestContext } from 'node:test';
import { importAnswer, importsOf } from '../../../test/bulk-import.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { until, within } from '../../../test/waiting.ts';

let app: TestApp;
let headers: { 'api-key': string };
let port: number;
let productId: string;
let ownerId: string;
before(async () => {
  app = await startTestApp();
  headers = await app.apiKey(app.demo);
  const shop = shopOf(app);
  productId = await shop.product();
  ownerId = (await shop.shopper()).id;
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  port = portOf(app.app.addresses()[0]);
});
after(() => app.close());

function portOf(address: unknown): number {
  assert.ok(typeof address === 'object' && address !== null && 'port' in address);
  return Number(address.port);
}

const LINES = 20;

/** Lines of licenses that no other test imports. */
function fileOf(name: string): string {
  const lines = Array.from({ length: LINES }, (_, index) =>
    JSON.stringify({ ownerId, productId, externalId: `${name}-${index}` }),
  );
  return `${lines.join('\n')}\n`;
}

async function countStored(name: string): Promise<number> {
  const list = await app.inject({ url: `/api/licenses?pageSize=100&productFilter=${productId}`, headers });
  const items: { readonly externalId: string }[] = list.json().items;
  return items.filter(({ externalId }) => externalId.startsWith(`${name}-`)).length;
}

/** Begins an import over a connection, and waits until some of its lines are stored. */
async function begin(name: string, framing: string, start: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  socket.write(
    `POST /api/import/licenses HTTP/1.1\r\nhost: demo.latchkey.test\r\napi-key: ${headers['api-key']}\r\n` +
      `content-type: application/x-ndjson\r\n${framing}\r\n\r\n${start}`,
  );
  await until('some lines to be stored', async () => (await countStored(name)) > 0);
  return socket;
}

/** A piece of a chunked body. */
function chunk(content: string): string {
  return `${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n`;
}

const HALF = 0.525;

for (const [name, framing, start] of [
  ['length', (file: string) => `content-length: ${file.length}`, (part: string) => part],
  ['chunks', () => 'transfer-encoding: chunked', chunk],
  [
    'half-a-chunk',
    () => 'transfer-encoding: chunked',
    (part: string) => chunk(`${part}xxx`).slice(0, -'xxx\r\n'.length),
  ],
] as const)
  for (const end of ['end', 'destroy'] as const)
    test(`a body that breaks off (${name}, ${end}) keeps whole lines, is never called complete, and can be sent again`, async () => {
      const id = `${name}-${end}`;
      const file = fileOf(id);
      const part = file.slice(0, file.length * HALF);
      const socket = await begin(id, framing(file), start(part));
      const answer = end === 'end' ? text(socket) : Promise.resolve('');
      socket[end]();
      assert.doesNotMatch(await within('the connection to end', answer), /"completed"|HTTP\/1.1 200/);
      // Only then has the server seen the end.
      const again = await importsOf(app, headers)('licenses', file);
      const whole = part.split('\n').length - 1;
      assert.deepEqual([again.summary.exists, again.summary.created], [whole, LINES - whole]);
    });

test('a response begins when the body has ended, so that no proxy ends the body earlier', async (context) => {
  const proxyPort = await startGoProxy(context);
  const file = fileOf('proxy');
  const lines = file.trimEnd().split('\n');
  const request = httpRequest({
    host: '127.0.0.1',
    port: proxyPort,
    path: '/api/import/licenses',
    method: 'POST',
    headers: { ...headers, host: 'demo.latchkey.test', 'content-type': 'application/x-ndjson' },
  });
  const reply = once(request, 'response');
  for (const [index, line] of lines.entries()) {
    request.write(`${line}\n`);
    await until('the line to be stored', async () => (await countStored('proxy')) > index);
  }
  request.end();
  const [response] = await reply;
  const { results, summary } = importAnswer(await text(response));
  assert.deepEqual([summary.completed, summary.lines, results.length], [true, LINES, LINES]);
});

/**
 * A proxy that does what those written in Go do: once a response begins, it discards the rest of the body, and tells
 * the server that the body has ended.
 */
async function startGoProxy(context: TestContext): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port });
    let hasBegun = false;
    client.on('data', (bytes) => {
      if (!hasBegun) upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!hasBegun) upstream.write('0\r\n\r\n');
      hasBegun = true;
      client.write(bytes);
    });
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => socket.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return portOf(server.address());
}
