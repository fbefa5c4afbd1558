import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { CommandError } from '../failure.ts';
import { coreClient } from './core-client.ts';

const isText = (body: unknown): body is string => typeof body === 'string';

test('a key is never sent to where a server redirects', async () => {
  const requests: (string | undefined)[] = [];
  const thief = createServer((request, response) => {
    requests.push(request.url);
    response.writeHead(302, { location: '/stolen' }).end();
  }).listen(0, '127.0.0.1');
  await once(thief, 'listening');
  try {
    const address = thief.address();
    assert.ok(typeof address === 'object' && address !== null);
    const client = coreClient(
      { baseUrl: `http://127.0.0.1:${address.port}`, apiKey: 'lk_secret' },
      { fetch, wait: async () => undefined, say: () => undefined },
    );
    await assert.rejects(client.find('/api/products', isText), CommandError);
    assert.ok(!requests.includes('/stolen'));
  } finally {
    thief.close();
    thief.closeAllConnections();
  }
});

test('a wrong address is reported at once, and a server that is away is tried again', async () => {
  const waits: number[] = [];
  const clientWith = (code: string) =>
    coreClient(
      { baseUrl: 'https://keys.example.invalid', apiKey: 'lk_secret' },
      {
        fetch: async () => {
          const cause = Object.assign(new Error(`${code} keys.example.invalid`), { code });
          throw new TypeError('fetch failed', { cause });
        },
        wait: async (milliseconds) => waits.push(milliseconds),
        say: () => undefined,
      },
    );
  await assert.rejects(clientWith('ENOTFOUND').find('/api/products', isText), {
    exitCode: 4,
    message: /^no server has this name: ENOTFOUND keys\.example\.invalid; check --url or LATCHKEY_URL/,
  });
  for (const code of ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'])
    await assert.rejects(clientWith(code).find('/api/products', isText), {
      exitCode: 4,
      message: /^the certificate of the server is not valid here: /,
    });
  await assert.rejects(clientWith('ERR_SSL_WRONG_VERSION_NUMBER').find('/api/products', isText), {
    message: /^the server does not speak https at this port: /,
  });
  const blocked = coreClient(
    { baseUrl: 'http://127.0.0.1:9', apiKey: 'lk_secret' },
    { fetch, wait: async (milliseconds) => waits.push(milliseconds), say: () => undefined },
  );
  await assert.rejects(blocked.find('/api/products', isText), {
    message: /^this port is not one for HTTP: /,
  });
  assert.deepEqual(waits, []);
  await assert.rejects(clientWith('ECONNREFUSED').find('/api/products', isText), { exitCode: 4 });
  assert.equal(waits.length, 7);
});
