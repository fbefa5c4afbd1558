import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createProduct } from '../../modules/catalog/index.ts';

let development: TestApp;
let production: TestApp;
before(async () => {
  development = await startTestApp();
  production = await startTestApp({ NODE_ENV: 'production' });
});
after(async () => {
  await development.close();
  await production.close();
});

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('while people develop, the bare address says where everything is, and each of its links leads there', async () => {
  const home = await development.inject({ url: '/', headers: BROWSER });
  assert.equal(home.statusCode, 200);
  assert.match(String(home.headers['content-type']), /^text\/html/);
  assert.match(home.body, /Try Demo Audio/);
  const links = [...home.body.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);
  for (const link of ['/docs/', '/shop', '/api/customer/storefront']) assert.ok(links.includes(link), link);
  assert.equal(links.filter((link) => link.startsWith('/dev/guide/')).length, 21);
  for (const url of links) {
    const { statusCode } = await development.inject({ url, headers: BROWSER });
    // The pages of the shop, to which its header leads, too, may not be built.
    const isOfShop = !/^\/(api|dev|docs)\//.test(url);
    assert.ok(statusCode === 200 || (isOfShop && statusCode === 503), `${url} ${statusCode}`);
  }
  const guide = await development.inject({ url: '/dev/guide', headers: BROWSER });
  assert.equal(guide.headers.location, '/dev/guide/walk.md', 'the guide begins with its first page');
  assert.match(home.body, /Open the address that the server printed/, 'no link that leads nowhere');
  assert.match(
    (await development.inject({ url: '/dev/mail', headers: { ...BROWSER, host: 'localhost' } })).body,
    /Open the address that the server printed/,
  );
  assert.ok(
    !home.body.includes(development.system.mailsKey),
    'the page is for anyone who can reach the server',
  );
});

test('a page of the server runs nothing, and loads the typeface of the shop alone', async () => {
  const { headers, body } = await development.inject({ url: '/', headers: BROWSER });
  const policy = String(headers['content-security-policy']);
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='(?: 'sha256-[\w+/]{43}=')?; font-src 'self'; form-action 'self'; base-uri 'none'; /,
  );
  assert.doesNotMatch(body, /<script|<link (?!rel="preload" as="font")|<img|style=/);
});

test('in production the bare address leads to the shop of the vendor whose host it is, else to the site', async () => {
  const { system, other } = production;
  const leadsTo = async () => (await production.injectAs(other, { url: '/' })).headers.location;
  await updateSettings(testContext(system, other), { websiteUrl: 'https://other.example/' });
  assert.equal(await leadsTo(), 'https://other.example/');
  await updateSettings(testContext(system, other), { storefrontUrl: 'https://shop.other.example/buy' });
  assert.equal(await leadsTo(), 'https://shop.other.example/buy');
});

test('in production the bare address of a vendor without a site, or whose site it is, leads to the hosted shop', async () => {
  const { system, demo } = production;
  for (const storefrontUrl of [undefined, 'http://demo.latchkey.test/']) {
    await updateSettings(testContext(system, demo), { storefrontUrl });
    const home = await production.inject({ url: '/', headers: BROWSER });
    assert.deepEqual([home.statusCode, home.headers.location], [302, '/shop']);
  }
});

test('a name is text on a page, whatever it holds', async () => {
  const { system, demo } = development;
  const { renameAccount } = await import('../../modules/accounts/index.ts');
  await renameAccount(testContext(system, demo), 'A <b>&</b> B');
  const { body } = await development.inject({ url: '/', headers: BROWSER });
  assert.match(body, /<h2>Try A (?:&lt;|&#60;)b(?:>|&gt;)&amp;(?:&lt;|&#60;)\/b(?:>|&gt;) B<\/h2>/);
  await renameAccount(testContext(system, demo), 'Demo Audio');
});

test('sites of the vendor may frame the pages of the shop and the account, but nobody those that approve a device or change an account', async () => {
  const { system, demo } = production;
  const ctx = testContext(system, demo);
  await updateSettings(ctx, { origins: ['https://www.demo.example'] });
  await createProduct(ctx, { id: 'one', name: 'One' });
  const ancestors = async (url: string) => {
    const { statusCode, headers } = await production.inject({ url, headers: BROWSER });
    assert.ok([200, 503].includes(statusCode), url);
    return String(headers['content-security-policy']).match(/frame-ancestors ([^;]*)/)?.[1];
  };
  const paths = [
    '/shop',
    '/shop/products/one',
    '/cart',
    '/sign-in',
    '/sign-up',
    '/account/orders',
    '/redeem',
  ];
  for (const path of [...paths, '/account']) {
    assert.equal(await ancestors(`${path}?embedded=1`), 'https://www.demo.example', path);
    assert.equal(await ancestors(path), "'none'", path);
  }
  for (const path of ['/activate/1', '/account/reset-password', '/account/details', '/account/details/'])
    for (const query of ['embedded=1', 'preview=look']) {
      assert.equal(await ancestors(`${path}?${query}`), "'none'", path);
    }
  // The dashboard alone shows previews, which the pages and the server tell by the same query.
  for (const query of ['preview=look', 'embedded=1&preview=look', 'embedded=1&x?&preview=look'])
    assert.equal(await ancestors(`/account?${query}`), "'self'", query);
  for (const query of [
    'embedded=1&x=preview=look',
    'embedded=1&preview=lookout',
    'embedded=1&preview=&preview=look',
  ])
    assert.equal(await ancestors(`/account?${query}`), 'https://www.demo.example', query);
});

test('development features do not exist in production', async () => {
  for (const url of ['/dev/guide', '/dev/guide/operating.md', '/dev/mail'])
    assert.equal((await production.inject({ url })).statusCode, 404, url);
  for (const url of ['/dev/try/checkout', '/dev/try/activation', '/dev/try/reversals'])
    assert.equal((await production.inject({ method: 'POST', url })).statusCode, 404, url);
});

test('an address that leads nowhere is a page to browsers and a problem to programs', async () => {
  const person = await production.inject({ url: '/no/such/page', headers: BROWSER });
  assert.equal(person.statusCode, 404);
  assert.match(String(person.headers['content-type']), /^text\/html/);
  assert.match(person.body, /<h1>Page not found<\/h1>/);
  assert.match(person.body, /<a class="button" href="\/shop">Go to the shop/);
  const requests = [
    { url: '/no/such/page', headers: { accept: 'application/json' } },
    { url: '/no/such/page', headers: { accept: '*/*' } },
    { url: '/no/such/page' },
    { method: 'POST' as const, url: '/no/such/page', headers: BROWSER },
    { url: '/api/customer/orders/0198a000-0000-7000-8000-000000000001', headers: BROWSER },
  ];
  const malformed = { url: '/api/bundles/%ff', headers: BROWSER };
  const unknown = { url: '/api/no/such/route', headers: BROWSER };
  for (const request of [...requests, unknown, malformed]) {
    const { statusCode, headers } = await production.inject(request);
    assert.equal(statusCode, request === malformed ? 400 : 404);
    assert.match(String(headers['content-type']), /^application\/problem\+json/);
  }
});

test('a page under a host of no account is a page that says so', async () => {
  const { statusCode, headers, body } = await production.app.inject({
    url: '/',
    headers: { ...BROWSER, host: 'nobody.latchkey.test' },
  });
  assert.equal(statusCode, 404);
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.match(body, /No vendor uses this address\./);
});
