import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildApp } from '../../app.ts';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import type { Config } from '../../platform/config.ts';
import type { App } from '../../platform/http/route/app.ts';
import { activeSigningKey } from '../../modules/signing-keys/index.ts';

let started: TestApp;
before(async () => {
  started = await startTestApp();
});
after(() => started.close());

test('GET /api/public/vendors/current names the vendor of the host', async () => {
  const { demo, other, inject, injectAs, system } = started;
  const url = '/api/public/vendors/current';
  const plain = { logoUrl: null, locale: 'en', links: {}, brand: { colorScheme: 'auto', links: [] } };
  assert.deepEqual((await inject({ url })).json(), {
    id: 'demo',
    name: demo.name,
    shopUrl: 'http://latchkey.test/shop',
    ...plain,
  });
  assert.deepEqual((await injectAs(other, { url })).json(), {
    id: 'other',
    name: other.name,
    shopUrl: 'http://other.latchkey.test/shop',
    ...plain,
  });
  const settings = {
    logoUrl: 'https://demo.example/logo.svg',
    websiteUrl: 'https://demo.example/',
    storefrontUrl: 'https://shop.demo.example/',
    locale: 'de',
    links: { terms: 'https://demo.example/terms', imprint: 'https://demo.example/imprint' },
    brand: {
      accentColor: '#0a7B3c',
      colorScheme: 'dark' as const,
      iconUrl: 'https://demo.example/icon.png',
      footerText: 'Made in Hamburg.\nSold worldwide.',
      links: [{ label: 'Blog', url: 'https://demo.example/blog' }],
    },
  };
  const seller = { email: 'help@demo.example', address: ['Hafenstraße 1'] };
  await updateSettings(testContext(system, demo), { ...settings, seller });
  assert.deepEqual((await inject({ url })).json(), {
    id: 'demo',
    email: 'help@demo.example',
    name: demo.name,
    shopUrl: settings.storefrontUrl,
    ...settings,
  });
});

test('a host of the platform that names no account is 404', async () => {
  const response = await started.inject({
    url: '/api/public/vendors/current',
    headers: { host: 'nobody.latchkey.test' },
  });
  assert.equal(response.statusCode, 404);
  assert.equal(response.json().errorType, 'NotFound');
});

test('GET /.well-known/jwks.json has the public license key of the account and nothing private', async () => {
  const { demo, other, injectAs, system } = started;
  for (const account of [demo, other]) {
    const response = await injectAs(account, { url: '/.well-known/jwks.json' });
    const { kid } = await activeSigningKey(testContext(system, account), 'License');
    const { keys } = response.json();
    assert.equal(keys.length, 1);
    assert.deepEqual(Object.keys(keys[0]).toSorted(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
    assert.deepEqual([keys[0].kid, keys[0].alg, keys[0].use], [kid, 'RS256', 'sig']);
    assert.match(String(response.headers['cache-control']), /max-age=\d+/);
  }
});

test('GET /api/public/license-key.pem has the same key as SPKI and as PKCS#1', async () => {
  const { inject } = started;
  const url = '/api/public/license-key.pem';
  const spki = await inject({ url });
  const pkcs1 = await inject({ url: `${url}?format=pkcs1` });
  assert.match(spki.body, /^-----BEGIN PUBLIC KEY-----\n/);
  assert.match(pkcs1.body, /^-----BEGIN RSA PUBLIC KEY-----\n/);
  assert.equal(spki.headers['content-type'], 'application/x-pem-file');
  assert.equal((await inject({ url: `${url}?format=spki` })).body, spki.body);
  const [jwk] = (await inject({ url: '/.well-known/jwks.json' })).json().keys;
  const expected = createPublicKey({ key: jwk, format: 'jwk' });
  assert.ok(createPublicKey(spki.body).equals(expected));
  assert.ok(createPublicKey(pkcs1.body).equals(expected));
});

test('an unknown format is refused by name', async () => {
  const response = await started.inject({ url: '/api/public/license-key.pem?format=der' });
  assert.equal(response.statusCode, 400);
  assert.deepEqual(Object.keys(response.json().errors), ['format']);
});

test('health and readiness are the same on every host, and are not cached', async () => {
  for (const url of ['/healthz', '/readyz']) {
    const response = await started.inject({ url, headers: { host: 'nobody.latchkey.test' } });
    assert.equal(response.statusCode, 200);
    assert.deepEqual(response.json(), { status: 'ok' });
    assert.equal(response.headers['cache-control'], 'no-store');
  }
});

test('the API reference is a page with what it needs', async () => {
  const page = await started.inject({ url: '/docs/' });
  assert.match(page.body, /<meta name="robots" content="noindex" \/>/, 'the same on every instance');
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /^<!doctype html>/);
  const scripts = [...page.body.matchAll(/src="([^"]+\.js)"/g)].map(([, path = '']) => path);
  assert.equal(scripts.length, 3);
  for (const url of scripts) {
    const script = await started.inject({ url });
    assert.deepEqual(
      [script.statusCode, script.headers['content-type']],
      [200, 'text/javascript; charset=utf-8'],
    );
  }
  assert.match(
    page.body,
    /<main id="loading".*<h2 id="identity">.*<code>POST \/api\/customer\/identity\/sign-in<\/code>: Sign in/s,
    'the text can be read before the program has loaded',
  );
  const start = await started.inject({ url: '/docs/start.js' });
  assert.match(start.body, /'#loading'\)\.remove\(\);\nScalar/);
  assert.match(start.body, /openapi\.json/);
  assert.equal((await started.inject({ url: '/docs' })).headers['location'], '/docs/');
  const unknown = await started.inject({ url: '/docs/nothing' });
  assert.equal(unknown.headers['content-type'], 'application/problem+json');
});

/** The application with a data folder that does not exist yet, so that it cannot write a file. */
async function withoutDataFolder(
  changes: Partial<Config>,
  work: (app: App, dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = join(started.system.config.dataDir, 'absent');
  const config = { ...started.system.config, ...changes, dataDir };
  const app = await buildApp({ ...started.system, config });
  try {
    await work(app, dataDir);
  } finally {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

test('a process whose disk takes no file is not ready, and tries again only after a while', () =>
  withoutDataFolder({}, async (app, dataDir) => {
    const refused = await app.inject({ url: '/readyz' });
    assert.equal(refused.statusCode, 503);
    assert.match(refused.json<{ detail: string }>().detail, /data folder is not writable/);
    assert.doesNotMatch(refused.body, /ENOENT/);
    assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200);
    await mkdir(dataDir);
    assert.equal((await app.inject({ url: '/readyz' })).statusCode, 503);
    started.system.clock.advance(5_000);
    assert.equal((await app.inject({ url: '/readyz' })).statusCode, 200);
  }));

const BUCKET = {
  bucket: 'releases',
  endpoint: undefined,
  region: 'eu-central-1',
  accessKeyId: undefined,
  secretAccessKey: undefined,
  usesPathStyle: false,
};

test('with files in a bucket the disk counts only where the database is on it, and the bucket never', () =>
  withoutDataFolder({ s3: BUCKET }, async (app) => {
    const expected = started.system.database.engine === 'sqlite' ? 503 : 200;
    assert.equal((await app.inject({ url: '/readyz' })).statusCode, expected);
  }));

test('a process without its database is alive and not ready', async () => {
  const broken = await startTestApp();
  try {
    assert.equal((await broken.inject({ url: '/readyz' })).statusCode, 200);
    await broken.system.database.close();
    assert.equal((await broken.inject({ url: '/healthz' })).statusCode, 200);
    const response = await broken.inject({ url: '/readyz' });
    assert.equal(response.statusCode, 503);
    assert.equal(response.headers['retry-after'], '2');
    assert.doesNotMatch(response.body, /sql|closed|postgres/i);
  } finally {
    await broken.close().catch(() => undefined);
  }
});
