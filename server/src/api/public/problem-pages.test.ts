import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ NODE_ENV: 'production' });
});
after(() => app.close());

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** The page for a browser that prefers these languages. */
async function pageAt(url: string, languages = 'en-US,en;q=0.9') {
  return app.inject({ url, headers: { accept: HTML, 'accept-language': languages } });
}

test('a page that says why there is no other has the name, the logo, the icon, the colors and the theme of its vendor', async () => {
  const plain = (await pageAt('/nowhere')).body;
  assert.match(plain, /<b aria-hidden="true">DA<\/b>\s*<span>Demo Audio<\/span>/);
  for (const way of ['/shop">Shop', '/account">My products', '/withdraw">Withdraw from contract here'])
    assert.ok(plain.includes(`<a href="${way}</a>`), `the shop's frame: ${way}`);
  for (const way of ['/account" aria-label="Account"', '/cart" aria-label="Cart"'])
    assert.ok(plain.includes(`<a class="tool" href="${way}`), `the shop's frame: ${way}`);
  assert.ok(plain.includes('<p>Sold by Demo Audio.</p>'));
  assert.doesNotMatch(plain, /<img|rel="icon"/);
  await updateSettings(testContext(app.system, app.demo), {
    logoUrl: 'https://cdn.example.com/logo.png?a="><script>',
    links: { imprint: 'https://demo.example/imprint', terms: 'https://demo.example/terms' },
    brand: {
      accentColor: '#ffe600',
      colorScheme: 'dark',
      iconUrl: 'https://icons.example.com/icon.png',
      footerText: 'Made in <Graz>.',
      links: [{ label: 'Blog & news', url: 'https://demo.example/blog?a="b' }],
    },
  });
  const { body, headers, statusCode } = await pageAt('/nowhere');
  assert.equal(statusCode, 404);
  assert.match(body, /<img src="https:\/\/cdn\.example\.com\/logo\.png\?a=[^"<>]*" alt="">/);
  assert.match(body, /<link rel="icon" href="https:\/\/icons\.example\.com\/icon\.png">/);
  assert.match(body, /:root\{color-scheme:dark;--accent:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)/);
  assert.match(body, /--button:light-dark\(#ffe600,#ffe600\)/);
  assert.doesNotMatch(body, /<script|style=/);
  const [, foot = ''] = /<footer class="vendor">([^]*)<\/footer>/.exec(body) ?? [];
  assert.deepEqual(
    [...foot.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, url, label]) => [url, label]),
    [
      ['https://demo.example/blog?a=&quot;b', 'Blog &amp; news'],
      ['https://demo.example/terms', 'Terms'],
      ['https://demo.example/imprint', 'Imprint'],
      ['/withdraw', 'Withdraw from contract here'],
    ],
  );
  assert.match(foot, /<p>Made in &lt;Graz&gt;\.<\/p>/);
  const policy = String(headers['content-security-policy']).split('; ');
  const sheets = [...body.matchAll(/<style>([^]*?)<\/style>/g)].map(([, text = '']) => text);
  assert.equal(sheets.length, 2);
  const sources = sheets.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  assert.ok(policy.includes(`style-src ${sources.join(' ')}`), 'the browser applies both');
  assert.ok(policy.includes('img-src https://cdn.example.com https://icons.example.com'));
  const elsewhere = await app.injectAs(app.other, { url: '/nowhere', headers: { accept: HTML } });
  assert.doesNotMatch(elsewhere.body, /Demo Audio|ffe600/, 'another account has its own');
});

test('such a page is in the language that its address, its reader or its vendor asks for, the first of them', async () => {
  const languageAt = async (url: string, languages: string) => {
    const { body } = await pageAt(url, languages);
    const german = body.includes('<h1>Seite nicht gefunden</h1>');
    assert.equal(german, body.includes('>Zum Shop<'));
    assert.match(body, german ? /<html lang="de">/ : /<html lang="en">/);
    return german ? 'de' : 'en';
  };
  assert.equal(await languageAt('/nowhere', 'fr-FR,de-AT;q=0.8,en;q=0.5'), 'de');
  assert.equal(await languageAt('/nowhere', 'en-GB,de;q=0.8'), 'en');
  assert.equal(await languageAt('/nowhere?locale=de', 'en-GB'), 'de');
  assert.equal(await languageAt('/nowhere?locale=xx', 'fr'), 'en');
  await updateSettings(testContext(app.system, app.demo), { locale: 'de-CH' });
  assert.equal(await languageAt('/nowhere', 'fr'), 'de');
});

test('its foot leads to the same page in the other language, and never to another host', async () => {
  const { body } = await pageAt('//evil.example/nowhere?a=%22%3E&locale=en');
  const [, foot = ''] = /<footer class="vendor">([^]*)<\/footer>/.exec(body) ?? [];
  const links = [...foot.matchAll(/<a href="([^"]*)" lang="(..)" hreflang="(..)"( aria-current="true")?>/g)];
  assert.deepEqual(
    links.map(([, ...parts]) => parts),
    [
      ['?a=%22%3E&amp;locale=en', 'en', 'en', ' aria-current="true"'],
      ['?a=%22%3E&amp;locale=de', 'de', 'de', undefined],
    ],
  );
  assert.doesNotMatch(foot, /evil/);
});

test('an expired link of a mail is a page to a browser, which leads to the orders, and a problem to a program', async () => {
  const id = '0198a000-0000-7000-8000-000000000001';
  const links = [
    `/api/public/documents/${id}/zzzz~none/document.pdf`,
    '/api/customer/inventory/files/demo-app/1.0.0/none?expires=1&signature=none',
  ];
  for (const url of links) {
    const person = await pageAt(url);
    assert.equal(person.statusCode, 404);
    assert.match(String(person.headers['content-type']), /^text\/html/, url);
    assert.match(person.body, /<h1>This link no longer works<\/h1>/);
    assert.doesNotMatch(person.body, /Reference/, 'nothing has failed that anybody would look up');
    assert.match(person.body, /<a class="button" href="\/account\/orders">Go to my orders<\/a>/);
    assert.match(String(person.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256/);
    const program = await app.inject({ url });
    assert.match(String(program.headers['content-type']), /^application\/problem\+json/);
    assert.equal(program.json<{ reason: string }>().reason, 'LinkExpired');
  }
});
