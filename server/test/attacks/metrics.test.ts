import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { ConfigError, readConfig } from '../../src/platform/config.ts';
import { serveMetrics } from '../../src/platform/http/metrics/metrics-server.ts';
import { startTestApp, type TestApp } from '../harness.ts';

// An attacker wants to learn which routes are called, how often, and how the process performs.

const TOKEN = 'a token for tests only';
let plain: TestApp;
let guarded: TestApp;
before(async () => {
  plain = await startTestApp();
  guarded = await startTestApp({ LATCHKEY_METRICS_TOKEN: TOKEN });
});
after(async () => {
  await plain.close();
  await guarded.close();
});

/** The response status of a metrics listener. */
function statusAt(
  port: number,
  headers: Record<string, string>,
  path = '/metrics',
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

describe('/metrics', () => {
  test('does not exist among the routes without a token, not even for this machine', async () => {
    for (const host of ['localhost:4242', '127.0.0.1', 'demo.latchkey.test'])
      assert.equal((await plain.app.inject({ url: '/metrics', headers: { host } })).statusCode, 404);
  });

  test('is shown only to callers with the token', async () => {
    const ask = (headers: Record<string, string>) => guarded.app.inject({ url: '/metrics', headers });
    for (const headers of [
      {},
      { host: 'localhost' },
      { authorization: TOKEN },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${TOKEN}x` },
      { authorization: `Bearer ${TOKEN.slice(0, -1)}` },
    ]) {
      const refused = await ask(headers);
      assert.deepEqual([refused.statusCode, refused.headers['www-authenticate']], [401, 'Bearer']);
    }
    await guarded.inject({ url: '/api/public/vendors/current' });
    const answer = await ask({ authorization: `Bearer ${TOKEN}` });
    assert.match(
      answer.body,
      /latchkey_http_request_seconds_count\{method="GET",route="\/api\/public\/vendors\/current",status="200"\}/,
    );
  });

  test('on a listener of its own answers this machine by its own names, and nothing but metrics', async () => {
    const { metrics } = plain.app;
    const metricsAddress = { host: '127.0.0.1', port: 0 };
    const { port, stop } = await serveMetrics(metrics, { metricsAddress, metricsToken: undefined });
    try {
      assert.equal(await statusAt(port, { host: 'localhost' }), 200);
      assert.equal(await statusAt(port, { host: 'evil.example' }), 403);
      assert.equal(await statusAt(port, { host: 'localhost' }, '/api/public/vendors/current'), 404);
    } finally {
      await stop();
    }
    const listener = await serveMetrics(metrics, { metricsAddress, metricsToken: TOKEN });
    try {
      assert.equal(await statusAt(listener.port, { host: 'localhost' }), 403);
      assert.equal(await statusAt(listener.port, { host: 'x', authorization: `Bearer ${TOKEN}` }), 200);
    } finally {
      await listener.stop();
    }
  });

  test('has no listener that others reach, unless it asks for a token', () => {
    const refused = (environment: Record<string, string>, message: RegExp): void =>
      assert.throws(
        () => readConfig(environment),
        (error) => error instanceof ConfigError && message.test(error.message),
      );
    for (const address of ['0.0.0.0:9464', '[::]:9464', '192.0.2.1:9464'])
      refused({ LATCHKEY_METRICS_ADDRESS: address }, /must be of this machine/);
    refused({ LATCHKEY_METRICS_ADDRESS: '9464' }, /an address and a port/);
    refused({ LATCHKEY_METRICS_TOKEN: 'short' }, /at least 16 characters/);
    const open = { LATCHKEY_METRICS_ADDRESS: '0.0.0.0:9464', LATCHKEY_METRICS_TOKEN: TOKEN };
    assert.deepEqual(readConfig(open).metricsAddress, { host: '0.0.0.0', port: 9464 });
    const own = readConfig({ LATCHKEY_METRICS_ADDRESS: '[::1]:9464' });
    assert.deepEqual(own.metricsAddress, { host: '::1', port: 9464 });
  });
});
