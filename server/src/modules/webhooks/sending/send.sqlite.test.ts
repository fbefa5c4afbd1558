import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { createServer as createTlsServer } from 'node:https';
import { type Receiver, startReceiver, status } from '../../../../test/webhooks/receiver.ts';
import { systemClock } from '../../../kernel/clock.ts';
import type { AddressRules } from '../addresses/address-rules.ts';
import { openSender, type Outcome, type SenderOptions } from './send.ts';

const LOCAL: AddressRules = { allowedNetworks: [], allowsLoopback: true };
const MESSAGE = { headers: { 'content-type': 'application/json' }, body: '{}' };

let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.close());

async function send(url: string, options: Partial<SenderOptions> = {}): Promise<Outcome> {
  const sender = await openSender({ rules: LOCAL, clock: systemClock, ...options });
  try {
    return await sender.send(url, MESSAGE, new AbortController().signal);
  } finally {
    await sender.close();
  }
}

/** A server of bytes: what it does with each connection. */
async function bytes(handle: (socket: Socket) => void): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    handle(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function sendTo(handle: (socket: Socket) => void, options: Partial<SenderOptions> = {}) {
  const server = await bytes(handle);
  try {
    return await send(server.url, options);
  } finally {
    server.close();
  }
}

test('any 2xx is delivered, 410 ends it, everything else fails', async () => {
  const verdicts: Record<number, string> = {
    200: 'Delivered',
    201: 'Delivered',
    202: 'Delivered',
    299: 'Delivered',
    301: 'Failed',
    304: 'Failed',
    400: 'Failed',
    404: 'Failed',
    410: 'Gone',
    429: 'Failed',
    500: 'Failed',
    503: 'Failed',
  };
  for (const [code, verdict] of Object.entries(verdicts)) {
    receiver.answer = status(Number(code));
    const outcome = await send(receiver.url);
    assert.deepEqual([outcome.attempt.statusCode, outcome.verdict], [Number(code), verdict]);
  }
});

test('a receiver that does not answer, hangs, closes early or talks nonsense fails with a sentence', async () => {
  const limit = { timeLimitMs: 300 };
  const errorOf = async (handle: (socket: Socket) => void) => (await sendTo(handle, limit)).attempt.error;
  assert.equal(await errorOf(() => undefined), 'There was no answer within 0.3 seconds.');
  assert.equal(
    await errorOf((socket) => socket.write('HTTP/1.1 200 OK\r\nx: ')),
    'There was no answer within 0.3 seconds.',
  );
  assert.equal(await errorOf((socket) => socket.end()), 'The connection was closed.');
  assert.equal(
    await errorOf((socket) => socket.once('data', () => socket.destroy())),
    'The connection was closed.',
  );
  assert.match((await errorOf((socket) => socket.end('hello\r\n\r\n'))) ?? '', /^The request failed/);
  const closed = await bytes(() => undefined);
  closed.close();
  assert.equal((await send(closed.url)).attempt.error, 'The connection was refused.');
});

test('the status counts: an answer that stops in the middle, or never ends, is not waited for', async () => {
  const hanging = await sendTo((socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
  );
  assert.deepEqual([hanging.verdict, hanging.attempt.responseBody], ['Delivered', 'half']);
  let bytesSent = 0;
  const endless = await sendTo((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n');
    const chunk = 'x'.repeat(65_536);
    const write = (): void => {
      while (!socket.destroyed && socket.write(chunk)) bytesSent += chunk.length;
      bytesSent += chunk.length;
      if (!socket.destroyed) socket.once('drain', write);
    };
    write();
  });
  assert.deepEqual([endless.verdict, endless.attempt.responseBody?.length], ['Delivered', 2_048]);
  assert.ok(bytesSent < 50_000_000, `${bytesSent} bytes of a gigabyte were taken`);
});

test('a wrong certificate is not accepted', async () => {
  const { SELF_SIGNED } = await import('../../../../test/webhooks/certificate.ts');
  const server = createTlsServer(SELF_SIGNED, (_, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const outcome = await send(`https://127.0.0.1:${address.port}/`);
  server.close();
  assert.match(outcome.attempt.error ?? '', /^The certificate is not valid \(/);
});

test('the address that is checked is the one that is connected to, each time', async () => {
  const port = Number(new URL(receiver.url).port);
  receiver.answer = status(204);
  let answers = 0;
  // A resolver that names a permitted address when it is asked first, and a private one from then on.
  const resolve = async () => {
    answers += 1;
    return [{ address: answers === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
  };
  const rules: AddressRules = { allowedNetworks: ['127.0.0.1'], allowsLoopback: false };
  const url = `https://rebinding.example:${port}/`;
  const first = await send(url, { rules, resolve, timeLimitMs: 200 });
  const second = await send(url, { rules, resolve, timeLimitMs: 200 });
  assert.doesNotMatch(first.attempt.error ?? '', /private/, 'it was connected to, without TLS');
  assert.equal(second.attempt.error, 'The name leads into a private or reserved network.');
  assert.equal(answers, 2, 'once for each connection');
  const before = receiver.messages.length;
  for (const address of ['10.0.0.1', '::ffff:169.254.169.254', '64:ff9b::a00:1', 'fd00::1'])
    assert.match(
      (await send(url, { rules, resolve: async () => [{ address, family: 4 }] })).attempt.error ?? '',
      /private/,
    );
  const local = await send('https://127.0.0.2:9/', { rules });
  assert.match(local.attempt.error ?? '', /^The URL must/, 'a literal is checked without a lookup');
  assert.equal(receiver.messages.length, before);
});

test('a name that is not known fails with a sentence', async () => {
  const unknown = async () => {
    throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
  };
  const outcome = await send('https://nobody.example/', { resolve: unknown });
  assert.equal(outcome.attempt.error, 'The name of the host is not known.');
});

test('whoever stops the sender is not taken for a failure of the receiver', async () => {
  const server = await bytes(() => undefined);
  const sender = await openSender({ rules: LOCAL, clock: systemClock });
  const stop = new AbortController();
  const sending = sender.send(server.url, MESSAGE, stop.signal);
  stop.abort(new Error('the worker stops'));
  await assert.rejects(sending, /the worker stops/);
  await sender.close();
  server.close();
});
