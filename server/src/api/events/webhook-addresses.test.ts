import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, test } from 'node:test';
import { deliver, type Receiver, startReceiver } from '../../../test/webhooks/receiver.ts';
import { webhookDesk } from '../../../test/webhooks/webhook-desk.ts';

/** In production, this machine is no receiver. */
const OUTSIDE = { NODE_ENV: 'production' };

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

/** A proxy that leads every name to this machine, and remembers what it was asked for. */
async function startProxy() {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '');
    requests.push(`${incoming.method} ${url.host}`);
    const { method, headers } = incoming;
    const forwarded = request(url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502);
      answer.pipe(response);
    });
    incoming.pipe(forwarded);
  });
  server.on('connect', ({ url = '' }, socket: Socket) => {
    requests.push(`CONNECT ${url}`);
    const there = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      there.pipe(socket).pipe(there);
    });
    for (const end of [socket, there]) {
      sockets.add(end);
      end.on('error', () => undefined);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('with a proxy in the settings of the server, every message goes through it; what leads inside is still refused', async () => {
  const proxy = await startProxy();
  const desk = await webhookDesk({ LATCHKEY_WEBHOOK_PROXY: proxy.url });
  try {
    const { host } = new URL(receiver.url);
    const { id } = await desk.create(receiver.url);
    await desk.change();
    await deliver(desk.app);
    assert.equal((await desk.deliveriesOf(id))[0]?.status, 'Delivered');
    assert.deepEqual([proxy.requests, receiver.messages.length], [[`POST ${host}`], 1]);
    const namedHost = `receiver.example:${new URL(receiver.url).port}`;
    await desk.create(`https://${namedHost}/hook`);
    await desk.change();
    await deliver(desk.app);
    assert.ok(proxy.requests.includes(`CONNECT ${namedHost}`), 'the proxy decides about names');
    const inside = await desk.vendor.send('POST', '/api/webhooks', {
      url: 'https://169.254.169.254/',
      types: ['*'],
    });
    assert.equal(inside.statusCode, 400);
  } finally {
    await desk.app.close();
    proxy.close();
  }
});

test('an internal receiver gets messages only if the operator lists its network', async () => {
  const url = receiver.url;
  const closed = await webhookDesk(OUTSIDE);
  try {
    const refused = await closed.vendor.send('POST', '/api/webhooks', { url, types: ['*'] });
    assert.deepEqual(refused.json().errors?.url, [
      'The url must begin with https://.',
      'The url must not lead into a private or reserved network.',
    ]);
  } finally {
    await closed.app.close();
  }
  const open = await webhookDesk({ ...OUTSIDE, LATCHKEY_WEBHOOK_NETWORKS: '127.0.0.0/8' });
  try {
    const { id } = await open.create(url);
    await open.change();
    await deliver(open.app);
    assert.equal((await open.deliveriesOf(id))[0]?.status, 'Delivered');
    assert.equal(receiver.messages.length, 1);
  } finally {
    await open.app.close();
  }
});
