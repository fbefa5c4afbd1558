import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { startTestApp } from '../../../../test/harness.ts';
import { answerUnparsable } from './unroutable.ts';

test('a path that is not percent-encoded UTF-8 is a problem like any other, and not repeated', async () => {
  const app = await startTestApp();
  try {
    for (const part of ['%zz', '%', '%ed%a0%80', '%c0%80', '%f4%90%80%80']) {
      const response = await app.inject({ url: `/api/licenses/${part}?code=secret` });
      assert.equal(response.statusCode, 400, part);
      assert.equal(response.headers['content-type'], 'application/problem+json');
      assert.equal(response.json<{ errorType: string }>().errorType, 'MalformedRequest');
      assert.doesNotMatch(response.body, /secret/);
    }
    const long = await app.inject({ url: `/api/customer/orders/${'x'.repeat(600)}` });
    assert.equal(long.statusCode, 404);
    assert.equal(long.json<{ errorType: string }>().errorType, 'NotFound');
  } finally {
    await app.close();
  }
});

test('input that is not an HTTP request, or not a complete one, gets a problem, and its connection is closed', async () => {
  const app = await startTestApp();
  try {
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const [address] = app.app.addresses();
    assert.ok(typeof address === 'object');
    const cases: [request: string, status: number][] = [
      ['HELO latchkey\r\n\r\n', 400],
      [
        'POST /api/client/licenses/app/validate HTTP/1.1\r\nhost: demo.latchkey.test\r\ncontent-length: 9\r\n\r\nabc',
        408,
      ],
      [`GET / HTTP/1.1\r\nhost: demo.latchkey.test\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ];
    for (const [request, status] of cases) {
      const socket: Socket = connect({ host: '127.0.0.1', port: address.port });
      await once(socket, 'connect');
      socket.end(request);
      const answer: string = await text(socket);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} .*content-type: application/problem\\+json`, 's'));
      assert.equal(JSON.parse(body).status, status);
    }
    const long = await fetch(`http://127.0.0.1:${address.port}/readyz?meta=${'x'.repeat(24_000)}`);
    assert.equal(long.status, 200, 'a long URL is no reason to refuse');
  } finally {
    await app.close();
  }
});

test('a request that came too slowly gets a response, and its connection is destroyed even if the client never ends it', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const accepted = once(server, 'connection');
  const client = connect({ host: '127.0.0.1', port: address.port, allowHalfOpen: true });
  try {
    const [socket] = await accepted;
    const answer = text(client);
    answerUnparsable(Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    assert.match(await answer, /^HTTP\/1\.1 408 .*"errorType":"RequestTimeout"/s);
    if (!socket.closed) await once(socket, 'close');
    assert.equal(socket.destroyed, true);
  } finally {
    client.destroy();
    server.close();
  }
});

test('a body that is absent is an empty one, and one that is null is refused', async () => {
  const app = await startTestApp();
  try {
    const order = {
      method: 'PATCH',
      url: '/api/customer/orders/0f8e5b5c-3b1a-4c57-9a77-2f6a0b1c9d11',
    } as const;
    const headers = { 'content-type': 'application/json' };
    for (const request of [order, { ...order, headers }, { ...order, headers, payload: '{}' }]) {
      assert.equal((await app.inject(request)).statusCode, 200);
    }
    const refused = await app.inject({ ...order, headers, payload: 'null' });
    assert.equal(refused.statusCode, 400);
    assert.deepEqual(refused.json<{ errors: unknown }>().errors, { body: ['The body must be an object.'] });
  } finally {
    await app.close();
  }
});
