import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fastify } from 'fastify';
import { readConfig } from '../../config.ts';
import { registerRouteConfig, type App } from '../route/app.ts';
import { registerHeaders } from '../server/headers.ts';
import { type DashboardLoad, registerDashboardPages } from './dashboard-pages.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-dashboard-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    '<head><title>Dashboard</title><script type="module"></script></head><div id="root"></div>',
  );
  await writeFile(
    join(folder, 'pages.json'),
    JSON.stringify({
      '/': filesOf('home'),
      '/orders/$orderId': filesOf('order'),
      '/orders/print': filesOf('print'),
      '/sign-in': filesOf('sign-in'),
      '/forgotten': filesOf('forgotten'),
      $: filesOf('frame'),
    }),
  );
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
});
after(() => rm(folder, { recursive: true, force: true }));

function filesOf(name: string) {
  return {
    files: [`assets/${name}.js`, `assets/${name}.css`],
    texts: { en: ['assets/en.js'], de: ['assets/de.js'] },
  };
}

const NOTHING: DashboardLoad = { isSignedOut: false, answers: new Map() };

async function pages(from: string, uploadOrigin?: string, load: DashboardLoad = NOTHING): Promise<App> {
  const app: App = fastify();
  registerRouteConfig(app);
  registerHeaders(app, readConfig({}));
  await registerDashboardPages(app, {
    folder: from,
    uploadOrigin,
    loadOf: () => Promise.resolve(load),
    contentOf: ({ page, language }, locale) => `<p>${page} ${language} ${locale}</p>`,
  });
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

/** The names of the files of a page, without those that all have. */
async function filesAt(app: App, url: string, language = 'en'): Promise<string[]> {
  const { body } = await app.inject({ url, headers: { 'accept-language': language } });
  return Array.from(body.matchAll(/href="\/dashboard\/assets\/([^"]+)"/g), ([, file = '']) => file);
}

test('a page names the files of its route, styles first, and the texts in the language of the reader', async () => {
  const app = await pages(folder);
  assert.deepEqual(await filesAt(app, '/dashboard'), ['home.css', 'home.js', 'en.js']);
  assert.deepEqual(await filesAt(app, '/dashboard/?a=b/c', 'de-AT,en;q=0.5'), [
    'home.css',
    'home.js',
    'de.js',
  ]);
  assert.deepEqual(await filesAt(app, '/dashboard/orders/1?x', 'fr'), ['order.css', 'order.js', 'en.js']);
  assert.deepEqual(await filesAt(app, '/dashboard/orders/print'), ['print.css', 'print.js', 'en.js']);
  assert.deepEqual(await filesAt(app, '/dashboard/no/such/page'), ['frame.css', 'frame.js', 'en.js']);
});

test('without a session it names the files of the sign-in, or of a page that needs none', async () => {
  const app = await pages(folder, undefined, { ...NOTHING, isSignedOut: true });
  assert.deepEqual(await filesAt(app, '/dashboard/orders/1'), ['sign-in.css', 'sign-in.js', 'en.js']);
  assert.deepEqual(await filesAt(app, '/dashboard/forgotten'), ['forgotten.css', 'forgotten.js', 'en.js']);
});

test('a page with what belongs to one reader is stored nowhere', async () => {
  const answers = new Map([['/api/operator/session', { json: '{"name":"</script>"}', etag: '"7"' }]]);
  const { headers, body } = await (
    await pages(folder, undefined, { isSignedOut: false, answers })
  ).inject({ url: '/dashboard' });
  assert.equal(headers['cache-control'], 'no-store');
  assert.ok(
    body.includes(
      String.raw`data-answer="/api/operator/session" data-etag="&quot;7&quot;">{"name":"\u003c/script>"}</script>`,
    ),
    body,
  );
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

test('a page shows its content, in the language and the region of its reader, until its program runs', async () => {
  const app = await pages(folder);
  const contentFor = async (language: string) => {
    const { body } = await app.inject({
      url: '/dashboard/orders/1',
      headers: { 'accept-language': language },
    });
    return /<div id="first" aria-hidden="true" inert><p>([^<]*)<\/p><\/div><div id="root">/.exec(body)?.[1];
  };
  assert.equal(await contentFor('de,de-AT;q=0.9'), '/orders/$orderId de de-AT');
  assert.equal(await contentFor('en-GB,de;q=0.5'), '/orders/$orderId en en-GB');
  assert.equal(await contentFor('fr-FR,x-!,de;q=0.5'), '/orders/$orderId de de');
  assert.equal(await contentFor('fr-FR'), '/orders/$orderId en en');
});
