import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fastify } from 'fastify';
import { readConfig } from '../../config.ts';
import { registerRouteConfig, type App } from '../route/app.ts';
import { registerHeaders } from '../server/headers.ts';
import type { PageBrand, PageListing } from './branded-html.ts';
import type { FirstLoad } from './first-load.ts';
import { registerWebPages } from './web-pages.ts';
import type { ForeignSources } from './page-policy.ts';

/** The input of the build; the build keeps the parts that depend on the vendor. */
const WEB_PAGE = new URL('../../../../../web/index.html', import.meta.url);

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), await readFile(WEB_PAGE));
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
});
after(() => rm(folder, { recursive: true, force: true }));

async function pages(
  from: string,
  origins: readonly string[] = [],
  foreign?: ForeignSources,
  brand: PageBrand = { colorScheme: 'auto', locale: 'en' },
  listing?: PageListing,
): Promise<App> {
  const app: App = fastify();
  registerRouteConfig(app);
  registerHeaders(app, readConfig({}));
  await registerWebPages(app, {
    folder: from,
    paths: ['/checkout/*'],
    elsewhere: () => undefined,
    isMissing: async ({ url }) => url.endsWith('/missing'),
    framedBy: (_request, { isPreview }) => (isPreview ? ["'self'"] : origins),
    foreignSources: async (_request, { isFramed }) => (isFramed ? foreign : undefined),
    brandOf: () => brand,
    listingOf: async () => listing,
    firstLoadOf: async ({ url }) => (url.endsWith('/first') ? FIRST_LOAD : undefined),
  });
  return app;
}

const FIRST_LOAD: FirstLoad = {
  page: 'checkout',
  language: 'de',
  answers: new Map([['/api/some?a=1&b="2"', { json: '{"text":"</script><b>"}', etag: undefined }]]),
  content: '<h1>First</h1>',
};

test('a page names the files that it loads next, and contains the responses that it would ask for', async () => {
  const texts = { en: ['assets/en.js'], de: ['assets/de.js'] };
  const files = { checkout: { files: ['assets/pay.js', 'assets/pay.css'], texts } };
  await writeFile(join(folder, 'pages.json'), JSON.stringify(files));
  const app = await pages(folder);
  const { body } = await app.inject({ url: '/checkout/first' });
  const links = body.match(/(?:modulepreload" fetchpriority="low|stylesheet)" crossorigin href="[^"]*/g);
  assert.deepEqual(links, [
    'stylesheet" crossorigin href="/assets/pay.css',
    'modulepreload" fetchpriority="low" crossorigin href="/assets/pay.js',
    'modulepreload" fetchpriority="low" crossorigin href="/assets/de.js',
  ]);
  assert.match(body, /<div id="first" aria-hidden="true" inert><h1>First<\/h1><\/div>/);
  const [, path, json = ''] =
    /<script type="application\/json" data-answer="([^"]*)">(.*?)<\/script>/.exec(body) ?? [];
  assert.equal(path, '/api/some?a=1&amp;b=&quot;2&quot;');
  assert.deepEqual(JSON.parse(json), { text: '</script><b>' }, 'no text of a vendor ends the element');
  assert.doesNotMatch(
    (await app.inject({ url: '/checkout/other' })).body,
    /modulepreload|data-answer|id="first"/,
  );
  await rm(join(folder, 'pages.json'));
  assert.doesNotMatch((await (await pages(folder)).inject({ url: '/checkout/first' })).body, /modulepreload/);
});

test('serves one page under every path of the web app, revalidated each time', async () => {
  const response = await (await pages(folder)).inject({ url: '/checkout/some/order?token=x' });
  assert.deepEqual([response.statusCode, response.headers['cache-control']], [200, 'no-cache']);
  assert.match(response.body, /<title>Latchkey/);
});

test('the page of something that does not exist is sent with 404', async () => {
  const response = await (await pages(folder)).inject({ url: '/checkout/missing' });
  assert.deepEqual([response.statusCode, response.headers['cache-control']], [404, 'no-cache']);
  assert.match(response.body, /<title>Latchkey/);
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
  for (const flag of ['true', '1']) {
    const framed = await app.inject({ url: `/checkout/1?embedded=${flag}` });
    assert.equal(framed.headers['x-frame-options'], undefined);
    assert.match(
      String(framed.headers['content-security-policy']),
      /frame-ancestors https:\/\/shop\.example\.com https:\/\/www\.example\.com;/,
    );
  }
  const nobody = await (await pages(folder)).inject({ url: '/checkout/1?embedded=true' });
  assert.match(String(nobody.headers['content-security-policy']), /frame-ancestors 'none'/);
});

test('a preview of the look asks who may frame it, and is none for the origins of embedded pages', async () => {
  const app = await pages(folder, ['https://shop.example.com']);
  for (const url of ['/checkout/1?preview=look', '/checkout/1?embedded=true&preview=look']) {
    const { headers } = await app.inject({ url });
    assert.equal(headers['x-frame-options'], undefined);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'self';/);
  }
});

test('runs no script but its own on any page', async () => {
  const { headers } = await (await pages(folder)).inject({ url: '/checkout/1' });
  assert.match(String(headers['content-security-policy']), /script-src 'self';/);
});

test('allows no style but that of its files', async () => {
  const { headers } = await (await pages(folder)).inject({ url: '/checkout/1' });
  assert.match(String(headers['content-security-policy']), /style-src 'self';/);
});

test('has the colors, the theme, the icon and the language of the vendor in what the browser reads first', async () => {
  const plain = (await (await pages(folder)).inject({ url: '/checkout/1' })).body;
  assert.match(plain, /<html lang="en">[^]*content="light dark"[^]*rel="icon" type="image/);
  const brand: PageBrand = {
    accentColor: '#FFE600',
    colorScheme: 'dark',
    locale: 'de-AT',
    iconUrl: 'https://shop.example/i.png?a=1&b="><script>',
  };
  const { body } = await (await pages(folder, [], undefined, brand)).inject({ url: '/checkout/1' });
  assert.match(body, /<html lang="de-AT" data-mantine-color-scheme="dark" data-brand-scheme="dark">/);
  assert.match(body, /<meta name="color-scheme" content="dark" \/>/);
  assert.match(
    body,
    /<link rel="icon" href="https:\/\/shop.example\/i.png\?a=1&amp;b=&quot;&gt;&lt;script&gt;" \/>/,
  );
  assert.match(body, /<link rel="stylesheet" href="\/brand\/ffe600\/style.css" \/><\/head>/);
});

test('keeps every page from search engines, but for one with a listing, outside of a frame', async () => {
  const noIndex = /<meta name="robots" content="noindex" \/>/;
  assert.match((await (await pages(folder)).inject({ url: '/checkout/1' })).body, noIndex);
  const url = 'https://shop.example.com/shop';
  const listing = { title: 'A & B', description: '"Synths" $& <more>', url };
  const brand: PageBrand = { colorScheme: 'auto', locale: 'en' };
  const app = await pages(folder, [], undefined, brand, listing);
  const { body } = await app.inject({ url: '/checkout/1' });
  assert.doesNotMatch(body, /noindex/);
  assert.ok(body.includes('<title>A &amp; B</title>'));
  const description = '<meta name="description" content="&quot;Synths&quot; $&amp; &lt;more&gt;" />';
  assert.ok(body.includes(`${description}<link rel="canonical" href="${url}" />`));
  assert.match((await app.inject({ url: '/checkout/1?embedded=1' })).body, noIndex);
});

test('sends the colors of an accent forever, and nothing for what is no color', async () => {
  const app = await pages(folder);
  const style = await app.inject({ url: '/brand/ffe600/style.css' });
  assert.equal(style.headers['content-type'], 'text/css; charset=utf-8');
  assert.match(String(style.headers['cache-control']), /immutable/);
  assert.match(style.body, /--lk-fill:#ffe600;[^]*data-mantine-color-scheme='dark'[^]*--lk-link:#/);
  for (const accent of ['ffe60', 'ffe600a', 'red', '%7D%7Bx', 'gggggg'])
    assert.equal((await app.inject({ url: `/brand/${accent}/style.css` })).statusCode, 404, accent);
});

test('opens the policy for the hosts that a page needs, and only for the page that needs them', async () => {
  const sources = (name: string) => [`https://${name}.pay.example`];
  const app = await pages(folder, ['https://shop.example.com'], {
    scripts: sources('js'),
    frames: sources('form'),
    connections: sources('api'),
  });
  const policyOf = async (url: string) =>
    String((await app.inject({ url })).headers['content-security-policy']).split('; ');
  const strict = await policyOf('/checkout/1');
  const open = await policyOf('/checkout/1?embedded=true');
  assert.deepEqual(
    open.filter((part) => !strict.includes(part)),
    [
      "script-src 'self' https://js.pay.example",
      "style-src 'self' 'unsafe-inline'",
      'frame-src https://form.pay.example',
      "connect-src 'self' https://api.pay.example",
      'frame-ancestors https://shop.example.com',
    ],
  );
});

test('says how to build the pages when they are not there', async () => {
  const response = await (await pages(join(folder, 'nowhere'))).inject({ url: '/checkout/1' });
  assert.deepEqual(
    [response.statusCode, response.body],
    [503, 'The web pages are not built: run "npm run build".\n'],
  );
});

test('the script for other sites is for all of them, checked each time, and says when it is not built', async () => {
  const before = await (await pages(folder)).inject({ url: '/embed.js' });
  assert.deepEqual(
    [before.statusCode, before.headers['content-type'], before.body],
    [404, 'text/plain; charset=utf-8', 'The web pages are not built: run "npm run build".\n'],
  );
  await writeFile(join(folder, 'embed.js'), 'export {};');
  const app = await pages(folder);
  const headers = { origin: 'https://any.example', accept: '*/*' };
  const script = await app.inject({ url: '/embed.js', headers });
  assert.deepEqual([script.statusCode, script.body], [200, 'export {};']);
  assert.partialDeepStrictEqual(script.headers, {
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  const again = await app.inject({
    url: '/embed.js',
    headers: { ...headers, 'if-none-match': String(script.headers['etag']) },
  });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
});
