import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import { jobHandlers } from '../../jobs.ts';
import { addDomains, removeDomains } from '../../modules/accounts/index.ts';
import { createProduct, mediaSweepJob } from '../../modules/catalog/index.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';

let app: TestApp;
let merchant: Merchant;
before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
  await merchant.call('POST', '/api/products', { id: 'app', name: 'App' });
  await merchant.call('POST', '/api/bundles', { id: 'pack', name: 'Pack', productIds: ['app'] });
  const variation = { id: 'pack-once', name: 'Once', prices: { EUR: 40, USD: 44.5 } };
  await merchant.call('POST', '/api/bundles/pack/variations', variation);
});
after(() => app.close());

interface Media {
  readonly id: string;
  readonly url: string;
  readonly position: number;
}

const MEDIA = '/api/products/app/media';
const MEGABYTE = 1024 * 1024;

/** A sound of about a second, which differs from others by its name. */
function sound(name = '', bytes = 8_000): Buffer {
  const head = Buffer.from('RIFF\u0001\u0002\u0003\u0004WAVEfmt ');
  return Buffer.concat([head, Buffer.from(name), Buffer.alloc(bytes - head.length - name.length, 7)]);
}

function upload(
  bytes: Buffer | Readable,
  title = 'A sound',
  { url = MEDIA, ...headers }: Record<string, string> = {},
) {
  return merchant.send('POST', `${url}?title=${encodeURIComponent(title)}`, bytes, {
    'content-type': 'audio/wav',
    ...headers,
  });
}

async function newMedia(name: string, title = name): Promise<Media> {
  const answer = await upload(sound(name), title);
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json<Media>();
}

async function idsOf(url: string): Promise<readonly string[]> {
  return (await merchant.call<{ media: Media[] }>('GET', url)).media.map(({ id }) => id);
}

/** Removes the files that nothing uses; `hours` later. */
async function sweep(hours = 0): Promise<number> {
  app.system.clock.advance(hours * 3_600_000);
  const worker = startJobWorker(app.system, jobHandlers(app.system), { onlyKinds: [mediaSweepJob.kind] });
  await worker.drain();
  await worker.stop();
  return (await app.system.storage.list('media')).length;
}

test('a sound is on the page of its item, and everyone can play it, whole or in parts', async () => {
  app.system.clock.hold('it compares when the sound was added with the clock');
  const bytes = sound('first');
  const { etag } = (await merchant.send('GET', MEDIA)).headers;
  const answer = await upload(bytes, 'A short loop');
  const media = answer.json<Media>();
  const view = { kind: 'Audio', url: media.url, mediaType: 'audio/wav', title: 'A short loop' };
  const createdAt = app.system.clock.now().toISOString();
  assert.deepEqual(media, { ...view, id: media.id, size: bytes.length, position: 0, createdAt });
  assert.notEqual(answer.headers['etag'], etag, 'a sound is a change of the product');
  const page = await app.inject({ url: '/api/customer/storefront/products/app' });
  assert.deepEqual(page.json().details.media, [view]);
  const url = new URL(media.url).pathname;
  const whole = await app.inject({ url });
  assert.deepEqual([whole.statusCode, whole.rawPayload], [200, bytes]);
  assert.partialDeepStrictEqual(whole.headers, {
    'content-type': 'audio/wav',
    'content-length': String(bytes.length),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  assert.equal(whole.headers['content-disposition'], undefined);
  const part = await app.inject({ url, headers: { range: 'bytes=10-19' } });
  assert.deepEqual([part.statusCode, part.rawPayload], [206, bytes.subarray(10, 20)]);
  assert.partialDeepStrictEqual(part.headers, {
    'content-type': 'audio/wav',
    'content-range': `bytes 10-19/${bytes.length}`,
  });
  const beyond = await app.inject({ url, headers: { range: `bytes=${bytes.length}-` } });
  assert.deepEqual([beyond.statusCode, beyond.headers['content-range']], [416, `bytes */${bytes.length}`]);
  const headers = { 'if-none-match': String(whole.headers['etag']) };
  assert.equal((await app.inject({ url, headers })).statusCode, 304);
  for (const path of [`${url}x`, url.replace('.wav', '.mp4'), url.replace('.wav', '')])
    assert.equal((await app.inject({ url: path })).statusCode, 404, path);
  assert.equal(
    (await app.injectAs(app.other, { url })).statusCode,
    404,
    'not on the host of another account',
  );
  const event = await merchant.call<{ items: object[] }>('GET', '/api/audit?subject=product/app&pageSize=1');
  assert.partialDeepStrictEqual(event.items[0], {
    type: 'product.changed',
    data: { before: { media: [] }, after: { media: [{ id: media.id, title: 'A short loop' }] } },
  });
});

test('HEAD answers with the headers of a file, which it does not read', async (t) => {
  const media = await newMedia('for HEAD');
  const url = new URL(media.url).pathname;
  const read = t.mock.method(app.system.storage, 'read');
  const whole = await app.inject({ url });
  assert.equal(read.mock.callCount(), 1);
  for (const headers of [{}, { range: 'bytes=0-9' }]) {
    const head = await app.inject({ method: 'HEAD', url, headers });
    assert.deepEqual([head.statusCode, head.rawPayload.length], [200, 0]);
    for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges', 'cache-control'])
      assert.equal(String(head.headers[name]), String(whole.headers[name]), name);
  }
  assert.equal(read.mock.callCount(), 1);
  await merchant.call('DELETE', `${MEDIA}/${media.id}`);
  await sweep();
});

test('the pages of every domain of the account may play what its first domain serves', async () => {
  const [first, second] = ['shop.demo.example', 'apps.demo.example'] as const;
  await addDomains(app.ctx, [first, second]);
  const headers = { host: second, accept: 'text/html' };
  const product = await app.inject({
    url: '/api/customer/storefront/products/app',
    headers: { host: second },
  });
  assert.equal(new URL(product.json().details.media[0].url).hostname, first);
  const page = await app.inject({ url: '/shop', headers });
  const policy = String(page.headers['content-security-policy']).split('; ');
  assert.ok(policy.includes("media-src 'self' https:"), policy.join('\n'));
  await removeDomains(app.ctx, [first, second]);
});

test('a film is served as one, and the same file again is the one that is there', async () => {
  const bytes = Buffer.concat([Buffer.from('\u0000\u0000\u0000\u0020ftypisom'), Buffer.alloc(500)]);
  const send = () => upload(bytes, 'A film', { 'content-type': 'video/mp4' });
  const [first, again] = [await send(), await send()];
  assert.deepEqual([first.statusCode, first.json<Media>().id], [201, again.json<Media>().id]);
  assert.partialDeepStrictEqual(first.json(), { kind: 'Video', mediaType: 'video/mp4' });
  const film = await app.inject({ url: new URL(first.json<Media>().url).pathname });
  assert.equal(film.headers['content-type'], 'video/mp4');
  assert.equal(await sweep(), 2, 'the second file is gone at once');
});

test('the title and the place change, those of a bundle apart from those of its products', async () => {
  const ids = await idsOf(MEDIA);
  const [first = ''] = ids;
  const { etag } = (await merchant.send('GET', '/api/products/app')).headers;
  const stale = { 'if-match': String(etag) };
  const changes = { title: 'Later', position: 9 };
  assert.partialDeepStrictEqual(
    (await merchant.send('PATCH', `${MEDIA}/${first}`, changes, stale)).json(),
    changes,
  );
  assert.deepEqual(await idsOf(MEDIA), [...ids.slice(1), first]);
  for (const refusal of [
    await merchant.send('PATCH', `${MEDIA}/${first}`, changes, stale),
    await merchant.send('DELETE', `${MEDIA}/${first}`, undefined, stale),
    await upload(sound('stale'), 'Stale', stale),
  ])
    assert.equal(refusal.statusCode, 412, refusal.body);
  const wrong = await merchant.send('PATCH', `${MEDIA}/${first}`, { title: 'x'.repeat(201), position: 1e7 });
  assert.deepEqual(Object.keys(wrong.json().errors), ['title', 'position']);
  const blank = await merchant.send('PATCH', `${MEDIA}/${first}`, { title: ' ' });
  assert.deepEqual(Object.keys(blank.json().errors), ['title']);
  assert.equal(
    (await merchant.send('POST', MEDIA, sound(), { 'content-type': 'audio/wav' })).statusCode,
    400,
  );
  const ofBundle = (
    await upload(sound('pack'), 'Of the pack', { url: '/api/bundles/pack/media' })
  ).json<Media>();
  assert.deepEqual(await idsOf('/api/bundles/pack/media'), [ofBundle.id]);
  const page = await app.inject({ url: '/api/customer/storefront/bundles/pack' });
  assert.equal(page.statusCode, 200, page.body);
  assert.equal(page.json().details.media[0].url, ofBundle.url);
  for (const url of [`/api/bundles/pack/media/${first}`, `${MEDIA}/${ofBundle.id}`])
    assert.equal((await merchant.send('DELETE', url)).statusCode, 404, url);
});

test('only what browsers play is taken, regardless of what the sender calls it, and nothing too large', async () => {
  for (const text of ['<html><script>alert(1)</script>', 'MZ', ''])
    assert.deepEqual(Object.keys((await upload(Buffer.from(text))).json().errors), ['body'], text);
  assert.equal((await upload(sound(), 'X', { 'content-type': 'text/html' })).statusCode, 415);
  const json = await merchant.send('POST', `${MEDIA}?title=X`, { a: 1 });
  assert.equal(json.statusCode, 400);
  const nowhere = await upload(sound('none'), 'X', { url: '/api/products/none/media' });
  assert.equal(nowhere.statusCode, 404);
  const large = await upload(sound('large', 20 * MEGABYTE + 1));
  assert.deepEqual([large.statusCode, large.json().detail], [413, 'A sound may have at most 20 MB here.']);
  assert.equal(large.headers['connection'], 'close');
  const largest = await upload(sound('largest', 20 * MEGABYTE), 'The largest');
  assert.equal(largest.statusCode, 201, largest.body);
  await merchant.call('DELETE', `${MEDIA}/${largest.json<Media>().id}`);
  // Without an announced size, what arrives is counted.
  async function* endless(head: Buffer) {
    yield head;
    for (;;) yield Buffer.alloc(MEGABYTE);
  }
  const streamed = await upload(Readable.from(endless(sound())));
  assert.deepEqual(
    [streamed.statusCode, streamed.json().detail],
    [413, 'A sound may have at most 20 MB here.'],
  );
  const head = Buffer.concat([Buffer.from('\u0000\u0000\u0000\u0020ftypmp42'), Buffer.alloc(100)]);
  const announced = { 'content-type': 'video/mp4', 'content-length': String(100 * MEGABYTE + 1) };
  const film = await upload(Readable.from(endless(head)), 'X', announced);
  assert.deepEqual([film.statusCode, film.json().detail], [413, 'A film may have at most 100 MB here.']);
});

test('an item has ten sounds and films at most, and files that became none or are no longer one are removed', async () => {
  for (let index = (await idsOf(MEDIA)).length; index < 9; index += 1) await newMedia(`number ${index}`);
  const answers = await Promise.all(['a', 'b', 'c'].map((name) => upload(sound(name))));
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  assert.deepEqual(statuses, [201, 409, 409]);
  assert.equal(answers.find(({ statusCode }) => statusCode === 409)?.json().errorType, 'TooManyMedia');
  const [first = ''] = await idsOf(MEDIA);
  const { url } = (await merchant.call<{ media: Media[] }>('GET', MEDIA)).media[0] ?? assert.fail();
  await merchant.call('DELETE', `${MEDIA}/${first}`);
  assert.equal((await app.inject({ url: new URL(url).pathname })).statusCode, 404);
  // Ten of the product, without the removed one, and one of the bundle.
  assert.equal(await sweep(12), 10);
  await newMedia('a last one');
});

test('the file of a removed sound goes, although another account has one with the same id', async () => {
  const { media } = await merchant.call<{ media: Media[] }>('GET', MEDIA);
  const id = media[0]?.id ?? assert.fail();
  const files = await sweep();
  await createProduct(testContext(app.system, app.other), { id: 'app', name: 'App' });
  await app.system.database.transaction(async (tx) => {
    const tables = tx.tables<{ itemMedia: { id: string; accountId: string } }>();
    const row = await tables
      .selectFrom('itemMedia')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await tables
      .insertInto('itemMedia')
      .values({ ...row, accountId: app.other.id })
      .execute();
  });
  await merchant.call('DELETE', `${MEDIA}/${id}`);
  assert.equal(await sweep(), files - 1);
});

test('a picture may stand for a film on another site, which shops only link to', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  );
  const url = '/api/products/app/images';
  const film = 'https://video.example/watch?v=1';
  const headers = { 'content-type': 'image/png' };
  const added = await merchant.send('POST', `${url}?videoUrl=${encodeURIComponent(film)}`, png, headers);
  assert.partialDeepStrictEqual(added.json(), { videoUrl: film });
  const pictureOf = async () =>
    (await app.inject({ url: '/api/customer/storefront/products/app' })).json().details.images[0];
  assert.equal((await pictureOf()).videoUrl, film);
  const image = `${url}/${added.json().id}`;
  for (const videoUrl of ['http://video.example/', 'javascript:alert(1)', 'https://a:b@video.example/'])
    assert.deepEqual(Object.keys((await merchant.send('PATCH', image, { videoUrl })).json().errors), [
      'videoUrl',
    ]);
  await merchant.call('PATCH', image, { alt: 'Still a film' });
  assert.equal((await pictureOf()).videoUrl, film);
  await merchant.call('PATCH', image, { videoUrl: null });
  assert.equal('videoUrl' in (await pictureOf()), false);
});
