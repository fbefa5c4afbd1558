import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fastify } from 'fastify';
import { readConfig } from '../../config.ts';
import { registerRouteConfig, type App } from '../route/app.ts';
import { registerHeaders } from '../server/headers.ts';
import { registerDashboardPages } from './dashboard-pages.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-dashboard-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>Dashboard</title>');
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
});
after(() => rm(folder, { recursive: true, force: true }));

async function pages(from: string, uploadOrigin?: string): Promise<App> {
  const app: App = fastify();
  registerRouteConfig(app);
  registerHeaders(app, readConfig({}));
  await registerDashboardPages(app, from, uploadOrigin);
  return app;
}

test('every path of the dashboard is its one page, which may load from here alone and be framed by nobody', async () => {
  const app = await pages(folder);
  for (const url of ['/dashboard', '/dashboard/orders/1?x=2']) {
    const { statusCode, headers, body } = await app.inject({ url });
    assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-cache']);
    assert.match(body, /<title>Dashboard/);
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "media-src 'self'",
      "frame-ancestors 'none'",
      "form-action 'none'",
    ])
      assert.ok(policy.includes(part), policy);
    assert.doesNotMatch(policy, /unsafe|https:|\*/);
    assert.equal(headers['x-frame-options'], 'DENY');
  }
});

test('it sends files to the bucket of the account, and to no other place', async () => {
  const app = await pages(folder, 'https://files.example.com');
  const policy = String((await app.inject({ url: '/dashboard' })).headers['content-security-policy']);
  assert.match(policy, /; connect-src 'self' https:\/\/files\.example\.com;/);
  assert.equal(policy.split('https:').length, 2, policy);
});

test('its assets are kept forever, and nothing outside their folder is served', async () => {
  const app = await pages(folder);
  const asset = await app.inject({ url: '/dashboard/assets/main-1a2b.js' });
  assert.match(String(asset.headers['cache-control']), /max-age=31536000, immutable/);
  for (const url of ['/dashboard/assets/../index.html', '/dashboard/assets/none.js'])
    assert.doesNotMatch((await app.inject({ url })).body, /export/, url);
});

test('without a build it says how to make one', async () => {
  const { statusCode, body } = await (await pages(join(folder, 'nowhere'))).inject({ url: '/dashboard' });
  assert.deepEqual([statusCode, body], [503, 'The dashboard is not built: run "npm run build".\n']);
});
