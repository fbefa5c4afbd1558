import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { createLog } from '../../src/platform/log.ts';
import { startTestApp, type TestApp } from '../harness.ts';

// An attacker chooses the account, or fills a cache with the responses of another one.

const VENDOR = '/api/public/vendors/current';
const PROXY = '10.1.2.3';

async function vendorThrough(app: TestApp, remoteAddress: string, forwardedHost: string) {
  const headers = { host: 'demo.latchkey.test', 'x-forwarded-host': forwardedHost };
  return app.app.inject({ url: VENDOR, headers, remoteAddress });
}

describe('X-Forwarded-Host', () => {
  test('means nothing behind a trusted proxy, unless a setting of its own says so', async () => {
    const app = await startTestApp({ LATCHKEY_TRUSTED_PROXIES: '10.0.0.0/8' });
    try {
      const answer = await vendorThrough(app, PROXY, 'other.latchkey.test');
      assert.equal(answer.json().id, 'demo');
    } finally {
      await app.close();
    }
  });

  test('that a trusted proxy sends in vain is in the log once, and a stranger puts nothing there', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const app = await startTestApp({ LATCHKEY_TRUSTED_PROXIES: '10.0.0.0/8' }, log);
    const send = (remoteAddress: string) =>
      app.app.inject({
        url: VENDOR,
        headers: { 'x-forwarded-host': 'other.latchkey.test', 'x-forwarded-for': '192.0.2.9' },
        remoteAddress,
      });
    const warnings = () => lines.filter((line) => line.includes('LATCHKEY_TRUST_FORWARDED_HOST'));
    try {
      await send('192.0.2.1');
      assert.equal(warnings().length, 0);
      for (let count = 0; count < 3; count += 1) await send(PROXY);
      assert.equal(warnings().length, 1);
    } finally {
      await app.close();
    }
  });

  test('means nothing from others where it is switched on, and caches tell its answers apart', async () => {
    const app = await startTestApp({
      LATCHKEY_TRUSTED_PROXIES: '10.0.0.0/8',
      LATCHKEY_TRUST_FORWARDED_HOST: 'true',
    });
    try {
      const answer = await vendorThrough(app, PROXY, 'other.latchkey.test');
      assert.equal(answer.json().id, 'other');
      assert.match(String(answer.headers.vary), /\bX-Forwarded-Host\b/);
      const keys = { url: '/api/public/license-key.pem', headers: { host: 'demo.latchkey.test' } };
      const cacheable = await app.app.inject({ ...keys, remoteAddress: PROXY });
      assert.match(String(cacheable.headers['cache-control']), /public/);
      assert.match(String(cacheable.headers.vary), /\bX-Forwarded-Host\b/);
      assert.equal((await vendorThrough(app, '192.0.2.1', 'other.latchkey.test')).json().id, 'demo');
    } finally {
      await app.close();
    }
  });
});

describe('a connection', () => {
  let app: TestApp;
  let port: number;
  before(async () => {
    app = await startTestApp();
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const [address] = app.app.addresses();
    port = typeof address === 'object' ? address.port : 0;
  });
  after(() => app.close());

  test('with two Host headers is refused, whichever comes first', async () => {
    for (const [first, second] of [
      ['demo.latchkey.test', 'other.latchkey.test'],
      ['other.latchkey.test', 'demo.latchkey.test'],
      ['demo.latchkey.test', 'demo.latchkey.test'],
    ]) {
      const socket = connect({ host: '127.0.0.1', port });
      await once(socket, 'connect');
      socket.write(
        `GET ${VENDOR} HTTP/1.1\r\nHost: ${first}\r\nhOST: ${second}\r\nconnection: close\r\n\r\n`,
      );
      const answer = await text(socket);
      assert.match(answer, /^HTTP\/1\.1 400 /);
      assert.match(answer, /more than one Host header/);
      assert.doesNotMatch(answer, /Demo Audio|Other Vendor/);
    }
  });

  test('that is refused does not stay half open when its client never ends it', async () => {
    const open = new Set<Socket>();
    app.app.server.on('connection', (socket: Socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    const clients = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
        socket.on('error', () => undefined).resume();
        await once(socket, 'connect');
        socket.write('HELO latchkey\r\n\r\n');
        await once(socket, 'end');
        return socket;
      }),
    );
    assert.ok(open.size > 0, 'the server has ended its side, and gives the client a moment to do the same');
    const signal = AbortSignal.timeout(60_000);
    await Promise.all([...open].map((socket) => once(socket, 'close', { signal })));
    assert.equal(open.size, 0);
    for (const client of clients) client.destroy();
  });
});
