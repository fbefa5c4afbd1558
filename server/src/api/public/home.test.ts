import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

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
  assert.ok(links.includes('/docs/') && links.includes('/api/customer/storefront'), links.join());
  assert.equal(links.filter((link) => link.startsWith('/dev/guide/')).length, 11);
  for (const url of links) {
    assert.equal((await development.inject({ url, headers: BROWSER })).statusCode, 200, url);
  }
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

test('the pages of the guide are pages, and each of their links on this server leads to one, anchors too', async () => {
  const read = async (url: string) => (await development.inject({ url, headers: BROWSER })).body;
  const pages = [...(await read('/')).matchAll(/href="(\/dev\/guide\/[^"]+)"/g)].map(([, link = '']) => link);
  for (const page of pages) {
    const html = await read(page);
    assert.match(html, /<h1 id=/);
    assert.doesNotMatch(html, /```|\]\(|^\| /m, page);
    for (const [, path = '', anchor] of html.matchAll(/href="((?!http)[^"#]*)(?:#([^"]*))?"/g)) {
      const target = path === '' ? html : await read(path);
      assert.ok(anchor === undefined || target.includes(`id="${anchor}"`), `${page}: ${path}#${anchor}`);
    }
  }
});

test('a page of the server runs nothing and loads nothing', async () => {
  const { headers, body } = await development.inject({ url: '/', headers: BROWSER });
  const policy = String(headers['content-security-policy']);
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; base-uri 'none'; /,
  );
  assert.doesNotMatch(body, /<script|<link|<img|style=/);
});

test('in production the bare address leads to the shop of the vendor whose host it is, else to the site', async () => {
  const { system, other } = production;
  const leadsTo = async () => (await production.injectAs(other, { url: '/' })).headers.location;
  await updateSettings(testContext(system, other), { websiteUrl: 'https://other.example/' });
  assert.equal(await leadsTo(), 'https://other.example/');
  await updateSettings(testContext(system, other), { storefrontUrl: 'https://shop.other.example/buy' });
  assert.equal(await leadsTo(), 'https://shop.other.example/buy');
});

test('in production the bare address of a vendor without a site, or whose site it is, says the name', async () => {
  const { system, demo } = production;
  for (const storefrontUrl of [undefined, 'http://demo.latchkey.test/']) {
    await updateSettings(testContext(system, demo), { storefrontUrl });
    const home = await production.inject({ url: '/', headers: BROWSER });
    assert.equal(home.statusCode, 200);
    assert.match(home.body, /<h1>Demo Audio<\/h1>/);
    assert.doesNotMatch(home.body, /\/dev\/|\/docs/);
  }
});

test('a name is text on a page, whatever it holds', async () => {
  const { system, demo } = production;
  const { renameAccount } = await import('../../modules/accounts/index.ts');
  await renameAccount(testContext(system, demo), 'A <b>&</b> B');
  const { body } = await production.inject({ url: '/', headers: BROWSER });
  assert.match(body, /<h1>A &lt;b>&amp;&lt;\/b> B<\/h1>|<h1>A &lt;b&gt;&amp;&lt;\/b&gt; B<\/h1>/);
  await renameAccount(testContext(system, demo), 'Demo Audio');
});

test('development features do not exist in production', async () => {
  for (const url of ['/dev/guide/operating.md', '/dev/mail'])
    assert.equal((await production.inject({ url })).statusCode, 404, url);
  for (const url of ['/dev/try/checkout', '/dev/try/activation'])
    assert.equal((await production.inject({ method: 'POST', url })).statusCode, 404, url);
});

test('an address that leads nowhere is a page to browsers and a problem to programs', async () => {
  const person = await production.inject({ url: '/no/such/page', headers: BROWSER });
  assert.equal(person.statusCode, 404);
  assert.match(String(person.headers['content-type']), /^text\/html/);
  assert.match(person.body, /<h1>Page not found<\/h1>/);
  assert.match(person.body, /<a class="button" href="\/">/);
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
