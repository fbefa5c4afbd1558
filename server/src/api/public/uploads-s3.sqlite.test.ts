import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { text as streamText } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { loadCurrentDownloads } from '../../modules/releases/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import { type S3Server, startS3Server } from '../../../test/s3-server.ts';
import { BINARY, prepare, type Upload } from '../../../test/uploads.ts';

let server: S3Server;
let app: TestApp;
let merchant: Merchant;
let productId: string;
before(async () => {
  server = await startS3Server();
  app = await startTestApp(server.environment);
  merchant = await merchantOf(app);
  productId = await shopOf(app).product({ downloadAccess: 'Everyone' });
});
after(async () => {
  app.system.storage.close();
  await app.close();
  await server.close();
});

const MEBIBYTE = 1_048_576;
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

async function send(url: string | undefined, body: Buffer<ArrayBuffer> | string): Promise<number> {
  assert.ok(url);
  assert.ok(url.startsWith(server.endpoint), `${url} leads to the bucket`);
  const answer = await fetch(url, { method: 'PUT', headers: { 'content-type': BINARY }, body });
  await answer.text();
  return answer.status;
}

function add(patch: number, key: string) {
  return merchant.send('POST', `/api/products/${productId}/releases/new?publishImmediately=true`, {
    version: { major: 1, minor: 0, patch },
    downloads: [{ name: 'setup.exe', key, platform: 'Windows' }],
  });
}

test('a file goes to the bucket, is hashed with its first release, and comes from the bucket', async () => {
  const upload = await prepare(merchant);
  const early = await add(1, upload.key);
  assert.deepEqual([early.statusCode, Object.keys(early.json().errors)], [400, ['downloads[0].key']]);
  assert.equal(await send(upload.url, 'a program'), 200);
  const release = await add(1, upload.key);
  assert.equal(release.statusCode, 201, release.body);
  assert.equal(release.json().downloads[0].sha256, sha256('a program'));
  assert.equal(await send(upload.url, 'another program'), 200, 'the link still works');
  const url = `/api/customer/inventory/products/${productId}/download/Windows/latest`;
  const { statusCode, headers } = await app.inject({ url });
  const location = String(headers.location);
  assert.deepEqual([statusCode, location.startsWith(server.endpoint)], [302, true]);
  assert.match(location, /X-Amz-Expires=900/);
  const query = new URL(location).searchParams;
  assert.match(query.get('response-content-disposition') ?? '', /^attachment; filename="setup\.exe"/);
  const [file] = (await loadCurrentDownloads(app.ctx)).get(productId) ?? [];
  assert.ok(new URL(location).pathname.endsWith(`/${file?.storageKey}`));
  const content = await app.system.storage.read(file?.storageKey ?? '');
  assert.equal(content && (await streamText(content.stream)), 'a program', 'and changes nothing of the file');
});

test('parts go to the bucket, those that are missing are listed, and the whole is hashed', async () => {
  const content = Buffer.alloc(16 * MEBIBYTE + 5, 'parts of a file');
  const upload = await prepare(merchant, `&size=${content.length}&multipart=true`);
  assert.equal(await send(upload.parts?.[1]?.url, content.subarray(-5)), 200);
  assert.equal(await send(upload.parts?.[0]?.url, 'too short'), 403);
  const complete = `/api/downloads/${upload.key}/complete`;
  assert.equal((await merchant.send('POST', complete)).json().errorType, 'UploadIncomplete');
  const view = await merchant.call<Upload>('GET', `/api/downloads/${upload.key}`);
  assert.deepEqual(
    view.parts?.map(({ isStored }) => isStored),
    [false, true],
  );
  assert.equal(await send(view.parts?.[0]?.url, content.subarray(0, 16 * MEBIBYTE)), 200);
  const whole = await merchant.call<Upload>('POST', complete);
  assert.deepEqual([whole.status, whole.size, whole.sha256], ['Complete', content.length, sha256(content)]);
  assert.equal((await app.system.storage.list(`uploads/${upload.key}`)).length, 1, 'the parts are gone');
});
