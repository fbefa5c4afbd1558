import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

let app: TestApp;
let merchant: Merchant;
before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
});
after(() => app.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const WEBP = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1');
const URL_OF_VENDOR = 'https://cdn.demo.example/logo.png';

function upload(bytes: Buffer, mediaType = 'image/png', headers: Record<string, string> = {}) {
  return merchant.send('PUT', '/api/settings/logo', bytes, { 'content-type': mediaType, ...headers });
}

async function logoOfVendor(): Promise<string | null> {
  const answer = await app.inject({ url: '/api/public/vendors/current' });
  return answer.json<{ logoUrl: string | null }>().logoUrl;
}

test('a logo that is uploaded comes before an address, on pages and in mails, until it is removed', async () => {
  await updateSettings(app.ctx, { logoUrl: URL_OF_VENDOR });
  const answer = await upload(PNG);
  assert.equal(answer.statusCode, 200, answer.body);
  const { logo, logoFile, logoUrl } = answer.json<Record<string, string>>();
  assert.match(logoFile ?? '', /^[0-9a-f]{64}\.png$/);
  assert.equal(logo, `${app.system.config.publicUrl}/api/public/logos/${logoFile}`);
  assert.equal(logoUrl, URL_OF_VENDOR);
  assert.equal(await logoOfVendor(), logo);
  const mail = await merchant.call<{ html: string }>('POST', '/api/mail-texts/receipt/en/preview', {});
  assert.ok(mail.html.includes(logo ?? assert.fail()), mail.html);

  const removed = await merchant.send('DELETE', '/api/settings/logo');
  assert.equal(removed.statusCode, 200, removed.body);
  assert.deepEqual([removed.json().logo, removed.json().logoFile], [URL_OF_VENDOR, undefined]);
  assert.equal(await logoOfVendor(), URL_OF_VENDOR);
});

test('everyone reads it, to be kept forever, and mails that were sent keep the one before', async () => {
  const urls: string[] = [];
  for (const bytes of [PNG, Buffer.concat([PNG, Buffer.from('another')])]) {
    const { pathname } = new URL((await upload(bytes)).json<{ logo: string }>().logo);
    urls.push(pathname);
    const image = await app.inject({ url: pathname });
    assert.deepEqual(image.rawPayload, bytes);
    assert.deepEqual(
      ['content-type', 'cache-control', 'x-content-type-options'].map((name) => image.headers[name]),
      ['image/png', 'public, max-age=31536000, immutable', 'nosniff'],
    );
  }
  const [first, second] = urls;
  assert.notEqual(first, second);
  assert.equal((await app.inject({ url: first ?? '' })).statusCode, 200);
});

test('another account does not have it, and neither has a file of another name', async () => {
  const { pathname } = new URL((await upload(PNG)).json<{ logo: string }>().logo);
  const elsewhere = await app.injectAs(app.other, { method: 'GET', url: pathname });
  assert.equal(elsewhere.statusCode, 404, elsewhere.body);
  for (const name of ['logo.png', `${'0'.repeat(64)}.png`, `..%2Fother%2F${'0'.repeat(64)}.png`])
    assert.equal((await app.inject({ url: `/api/public/logos/${name}` })).statusCode, 404, name);
});

test('what is no image that mails show is refused, and so is what is too large, and an older revision', async () => {
  const before = (await merchant.call<Record<string, unknown>>('GET', '/api/settings'))['logoFile'];
  const webp = await upload(WEBP);
  assert.deepEqual(
    [webp.statusCode, webp.json().errors],
    [400, { body: ['The body must be a PNG, JPEG or GIF image.'] }],
  );
  assert.equal((await upload(PNG, 'image/webp')).statusCode, 415);
  assert.equal((await upload(Buffer.alloc(1024 * 1024 + 1))).statusCode, 413);
  assert.equal((await upload(PNG, 'image/png', { 'if-match': '"r1"' })).statusCode, 412);
  const patch = await merchant.send('PATCH', '/api/settings', { logoFile: `${'0'.repeat(64)}.png` });
  assert.equal(patch.statusCode, 400, patch.body);
  const after = (await merchant.call<Record<string, unknown>>('GET', '/api/settings'))['logoFile'];
  assert.equal(after, before);
});

test('it needs settings:write', async () => {
  const headers = { ...(await app.apiKey(app.demo, 'settings:read')), 'content-type': 'image/png' };
  for (const method of ['PUT', 'DELETE'] as const) {
    const payload = method === 'PUT' ? { payload: PNG } : {};
    const answer = await app.inject({ method, url: '/api/settings/logo', headers, ...payload });
    assert.equal(answer.statusCode, 403, answer.body);
  }
});
