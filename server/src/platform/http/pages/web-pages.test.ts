import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fastify } from 'fastify';
import { readConfig } from '../../config.ts';
import { registerRouteConfig } from '../server/access.ts';
import type { App } from '../server/app.ts';
import { registerHeaders } from '../answers/headers.ts';
import { registerWebPages } from './web-pages.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Shop</title>');
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
});
after(() => rm(folder, { recursive: true, force: true }));

async function pages(from: string, origins: readonly string[] = []): Promise<App> {
  const app: App = fastify();
  registerRouteConfig(app);
  registerHeaders(app, readConfig({}));
  await registerWebPages(app, { folder: from, paths: ['/checkout/*'], framedBy: () => origins });
  return app;
}

test('serves one page under every path of the web app, revalidated each time', async () => {
  const response = await (await pages(folder)).inject({ url: '/checkout/some/order?token=x' });
  assert.deepEqual([response.statusCode, response.headers['cache-control']], [200, 'no-cache']);
  assert.match(response.body, /<title>Shop/);
});

test('serves hashed assets forever, and nothing outside their folder', async () => {
  const app = await pages(folder);
  const asset = await app.inject({ url: '/assets/main-1a2b.js' });
  assert.match(String(asset.headers['cache-control']), /max-age=31536000, immutable/);
  for (const url of ['/assets/../index.html', '/assets/%2e%2e/index.html', '/assets/none.js']) {
    assert.equal((await app.inject({ url })).statusCode, 404, url);
  }
});

test('sends the compressed copy of an asset to clients that accept it, and says so', async () => {
  const app = await pages(folder);
  await writeFile(join(folder, 'assets', 'main-1a2b.js.br'), 'as if it were Brotli');
  const packed = await app.inject({
    url: '/assets/main-1a2b.js',
    headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
  });
  assert.equal(packed.body, 'as if it were Brotli');
  assert.equal(packed.headers['content-encoding'], 'br');
  assert.match(String(packed.headers['content-type']), /^(?:text|application)\/javascript/);
  assert.match(String(packed.headers['cache-control']), /max-age=31536000, immutable/);
  const plain = await app.inject({ url: '/assets/main-1a2b.js' });
  assert.deepEqual([plain.body, plain.headers['content-encoding']], ['export {};', undefined]);
  for (const { headers } of [packed, plain]) assert.match(String(headers['vary']), /accept-encoding/i);
});

test('lets nobody frame a page, but for a whitelisted origin that asks for the embedded one', async () => {
  const app = await pages(folder, ['https://shop.example.com', 'https://www.example.com']);
  const alone = await app.inject({ url: '/checkout/1' });
  assert.equal(alone.headers['x-frame-options'], 'DENY');
  assert.match(String(alone.headers['content-security-policy']), /frame-ancestors 'none'/);
  const framed = await app.inject({ url: '/checkout/1?embedded=true' });
  assert.equal(framed.headers['x-frame-options'], undefined);
  assert.match(
    String(framed.headers['content-security-policy']),
    /frame-ancestors https:\/\/shop\.example\.com https:\/\/www\.example\.com;/,
  );
  const nobody = await (await pages(folder)).inject({ url: '/checkout/1?embedded=true' });
  assert.match(String(nobody.headers['content-security-policy']), /frame-ancestors 'none'/);
});

test('runs no script but its own on any page', async () => {
  const { headers } = await (await pages(folder)).inject({ url: '/checkout/1' });
  assert.match(String(headers['content-security-policy']), /script-src 'self';/);
});

test('says how to build the pages when they are not there', async () => {
  const response = await (await pages(join(folder, 'nowhere'))).inject({ url: '/checkout/1' });
  assert.deepEqual(
    [response.statusCode, response.body],
    [503, 'The web pages are not built: run "npm run build".\n'],
  );
});
