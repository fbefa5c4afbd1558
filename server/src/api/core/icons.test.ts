import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import { jobHandlers } from '../../jobs.ts';
import sharp from 'sharp';
import { imageSizesJob, imageSweepJob } from '../../modules/catalog/index.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';

let app: TestApp;
let merchant: Merchant;

before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
  await merchant.call('POST', '/api/products', { id: 'app', name: 'App' });
});
after(() => app.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

function upload(bytes: Buffer, mediaType = 'image/png', headers: Record<string, string> = {}) {
  return merchant.send('PUT', '/api/products/app/icon', bytes, { 'content-type': mediaType, ...headers });
}

test('an icon is served to everyone, to be kept forever', async () => {
  const answer = await upload(PNG);
  assert.equal(answer.statusCode, 200, answer.body);
  const { iconUrl } = answer.json<{ iconUrl: string }>();
  const { pathname } = new URL(iconUrl);
  const icon = await app.inject({ url: pathname });
  assert.deepEqual(icon.rawPayload, PNG);
  assert.deepEqual(
    ['content-type', 'content-length', 'cache-control', 'x-content-type-options'].map(
      (name) => icon.headers[name],
    ),
    ['image/png', String(PNG.length), 'public, max-age=31536000, immutable', 'nosniff'],
  );
  const again = await app.inject({
    url: pathname,
    headers: { 'if-none-match': `"other", W/${String(icon.headers['etag'])}` },
  });
  assert.deepEqual([again.statusCode, again.body, again.headers['content-type']], [304, '', undefined]);
  const storefront = await app.inject({ url: '/api/customer/storefront' });
  assert.equal(storefront.json().products[0].iconUrl, iconUrl);
  assert.equal((await merchant.call<{ iconUrl: string }>('GET', '/api/products/app')).iconUrl, iconUrl);
});

test('a bundle has an icon of its own, which a product of the same name does not get', async () => {
  await merchant.call('POST', '/api/products', { id: 'pack', name: 'Pack' });
  await merchant.call('POST', '/api/bundles', { id: 'pack', name: 'Pack', productIds: ['app'] });
  const bytes = Buffer.concat([PNG, Buffer.from('of the bundle')]);
  const answer = await merchant.send('PUT', '/api/bundles/pack/icon', bytes, { 'content-type': 'image/png' });
  assert.equal(answer.statusCode, 200, answer.body);
  const { iconUrl } = answer.json<{ iconUrl: string }>();
  const icon = await app.inject({ url: new URL(iconUrl).pathname });
  assert.deepEqual([icon.statusCode, icon.rawPayload], [200, bytes]);
  const iconOf = async (url: string) => (await merchant.call<{ iconUrl: string | null }>('GET', url)).iconUrl;
  assert.deepEqual([await iconOf('/api/bundles/pack'), await iconOf('/api/products/pack')], [iconUrl, null]);
  await merchant.call('DELETE', '/api/bundles/pack/icon');
  assert.equal((await app.inject({ url: new URL(iconUrl).pathname })).statusCode, 404);
});

test('the type of an icon depends on its bytes, not on its name', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const refused = await upload(svg);
  assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['body']]);
  assert.equal((await upload(svg, 'image/svg+xml')).statusCode, 415);
  assert.equal((await upload(Buffer.alloc(0))).statusCode, 400);
  const gif = await upload(Buffer.from('GIF89a…'), 'image/png');
  assert.match(gif.json().iconUrl, /\.gif$/);
});

test('an icon larger than a megabyte is refused', async () => {
  const large = Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]);
  assert.equal((await upload(large)).statusCode, 413);
});

test('an icon of another account, or of no item any more, is unknown', async () => {
  const { pathname } = new URL((await upload(PNG)).json<{ iconUrl: string }>().iconUrl);
  assert.equal((await app.injectAs(app.other, { url: pathname })).statusCode, 404);
  const removed = await merchant.call<{ iconUrl: null }>('DELETE', '/api/products/app/icon');
  assert.equal(removed.iconUrl, null);
  assert.equal((await app.inject({ url: pathname })).statusCode, 404);
  for (const name of ['..%2F..%2Fsecret', 'x.png', '%2e%2e']) {
    assert.equal((await app.inject({ url: `/api/public/icons/${name}` })).statusCode, 404, name);
  }
});

test('an icon is set for the revision that was read', async () => {
  const { etag } = (await merchant.send('GET', '/api/products/app')).headers;
  assert.equal((await upload(PNG, 'image/png', { 'if-match': String(etag) })).statusCode, 200);
  assert.equal((await upload(PNG, 'image/png', { 'if-match': String(etag) })).statusCode, 412);
});

interface Image {
  readonly id: string;
  readonly url: string;
  readonly alt: string;
  readonly position: number;
}

const IMAGES = '/api/products/app/images';

async function addImage(query = '', bytes: Buffer = PNG, headers: Record<string, string> = {}) {
  return merchant.send('POST', `${IMAGES}${query}`, bytes, { 'content-type': 'image/png', ...headers });
}

async function newImage(query = ''): Promise<Image> {
  const answer = await addImage(query);
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json<Image>();
}

async function imagesOf(url: string): Promise<readonly string[]> {
  return (await merchant.call<{ images: Image[] }>('GET', url)).images.map(({ id }) => id);
}

async function runJobs(kind: string): Promise<void> {
  const worker = startJobWorker(app.system, jobHandlers(app.system), { onlyKinds: [kind] });
  await worker.drain();
  await worker.stop();
}

function smallerOf(url: string, widths: readonly number[]) {
  const form = (width: number, format: string) => url.replace(/\.[a-z]+$/, `-${width}.${format}`);
  return widths.map((width) => ({ width, avif: form(width, 'avif'), webp: form(width, 'webp') }));
}

/** Removes the files that nothing uses; `hours` later. */
async function sweep(hours = 0): Promise<readonly string[]> {
  app.system.clock.advance(hours * 3_600_000);
  await runJobs(imageSweepJob.kind);
  return (await app.system.storage.list('images')).map(({ key }) => key.slice(key.lastIndexOf('/') + 1));
}

test('images are on the page of their item, with the size of the file, and everyone can see them', async () => {
  app.system.clock.hold('it compares when the image was added with the clock');
  const { etag } = (await merchant.send('GET', IMAGES)).headers;
  const added = await addImage('?alt=The%20main%20window');
  const image = added.json<Image>();
  const shape = { url: image.url, alt: 'The main window', width: 1, height: 1 };
  const view = { ...shape, smaller: smallerOf(image.url, [1]) };
  assert.deepEqual(image, {
    ...shape,
    id: image.id,
    position: 0,
    createdAt: app.system.clock.now().toISOString(),
  });
  assert.notEqual(added.headers['etag'], etag, 'an image is a change of the product');
  const second = await newImage();
  const page = await app.inject({ url: '/api/customer/storefront/products/app' });
  assert.deepEqual(page.json().details.images, [
    view,
    { ...view, url: second.url, alt: '', smaller: smallerOf(second.url, [1]) },
  ]);
  const { products } = (await app.inject({ url: '/api/customer/storefront' })).json();
  const covers = products.map(({ id, image: cover }: { id: string; image?: object }) => [id, cover]);
  assert.deepEqual(Object.fromEntries(covers).app, view, 'the first one is the picture of its card');
  const url = new URL(image.url).pathname;
  const file = await app.inject({ url });
  assert.deepEqual(file.rawPayload, PNG);
  assert.partialDeepStrictEqual(file.headers, {
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const headers = { 'if-none-match': String(file.headers['etag']) };
  assert.equal((await app.inject({ url, headers })).statusCode, 304);
  for (const path of [url, `${url}x`, url.replace('.png', '.jpg')]) {
    const stranger = path === url ? app.injectAs(app.other, { url }) : app.inject({ url: path });
    assert.equal((await stranger).statusCode, 404, path);
  }
  const event = await merchant.call<{ items: object[] }>('GET', '/api/audit?subject=product/app&pageSize=1');
  assert.partialDeepStrictEqual(event.items[0], {
    type: 'product.changed',
    data: {
      before: { images: [{ id: image.id }] },
      after: { images: [{ id: image.id }, { id: second.id }] },
    },
  });
});

test('the text and the place of an image change, those of a bundle apart from those of its products', async () => {
  const ids = await imagesOf(IMAGES);
  const [first = ''] = ids;
  const { etag } = (await merchant.send('GET', '/api/products/app')).headers;
  const changes = { alt: 'Later', position: 9 };
  const changed = await merchant.send('PATCH', `${IMAGES}/${first}`, changes, { 'if-match': String(etag) });
  assert.partialDeepStrictEqual(changed.json(), changes);
  assert.deepEqual(await imagesOf(IMAGES), [...ids.slice(1), first]);
  const stale = { 'if-match': String(etag) };
  for (const refusal of [
    await merchant.send('PATCH', `${IMAGES}/${first}`, changes, stale),
    await merchant.send('DELETE', `${IMAGES}/${first}`, undefined, stale),
    await addImage('', PNG, stale),
  ])
    assert.equal(refusal.statusCode, 412, refusal.body);
  const wrong = await merchant.send('PATCH', `${IMAGES}/${first}`, { alt: 'x'.repeat(301), position: 1e7 });
  assert.deepEqual(Object.keys(wrong.json().errors), ['alt', 'position']);
  const ofBundle = await merchant.send('POST', '/api/bundles/pack/images', PNG, {
    'content-type': 'image/png',
  });
  assert.deepEqual(await imagesOf('/api/bundles/pack/images'), [ofBundle.json().id]);
  for (const url of [`/api/bundles/pack/images/${first}`, `${IMAGES}/${ofBundle.json().id}`])
    assert.equal((await merchant.send('DELETE', url)).statusCode, 404, url);
});

test('only images that browsers can show are taken, with a size that they can show', async () => {
  const huge = Buffer.from(PNG);
  huge.writeUInt32BE(10_001, 16);
  for (const bytes of [Buffer.from('GIF89a…'), Buffer.from('<svg/>'), PNG.subarray(0, 20), huge])
    assert.deepEqual(Object.keys((await addImage('', bytes)).json().errors), ['body']);
  const sides =
    /at most 10,000 pixels in width and height and 40 million in all, and has ([\d,]+ × [\d,]+)\.$/;
  const refusedSize = async () => sides.exec((await addImage('', huge)).json().errors.body[0])?.[1];
  assert.match((await refusedSize()) ?? '', /^10,001 × \d+$/);
  huge.writeUInt32BE(6_401, 16);
  huge.writeUInt32BE(6_250, 20);
  assert.equal(await refusedSize(), '6,401 × 6,250');
  assert.equal((await addImage('', Buffer.from('GIF89a'), { 'content-type': 'image/gif' })).statusCode, 415);
  const large = await addImage('', Buffer.alloc(5 * 1024 * 1024 + 1));
  assert.deepEqual([large.statusCode, large.json().detail], [413, 'The body may have at most 5 MB here.']);
  const nowhere = await merchant.send('POST', '/api/products/none/images', PNG, {
    'content-type': 'image/png',
  });
  assert.equal(nowhere.statusCode, 404);
});

test('an item has ten images at most, and files that became none of any or are no longer one are removed', async () => {
  while ((await imagesOf(IMAGES)).length < 9) await newImage();
  const answers = await Promise.all([addImage(), addImage(), addImage()]);
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  assert.deepEqual(statuses, [201, 409, 409]);
  assert.equal(answers.find(({ statusCode }) => statusCode === 409)?.json().errorType, 'TooManyImages');
  const ids = [...(await imagesOf(IMAGES)), ...(await imagesOf('/api/bundles/pack/images'))];
  assert.equal(ids.length, 11);
  const [first = ''] = ids;
  await merchant.call('DELETE', `${IMAGES}/${first}`);
  assert.equal((await app.inject({ url: `/api/public/images/${first}.png` })).statusCode, 404);
  const rest = ids.slice(1).map((id) => `${id}.png`);
  // Three uploads were refused after they were stored: one for a stale revision, two for their number.
  assert.equal((await sweep()).length, rest.length + 3, 'the file of the removed image is gone');
  assert.deepEqual((await sweep(2)).toSorted(), rest.toSorted());
  assert.equal((await app.inject({ url: `/api/public/images/${rest[0]}` })).statusCode, 200);
  await newImage();
});

/** A picture with a gradient, of this width. */
function photograph(width: number): Promise<Buffer> {
  const height = width / 2;
  const pixels = Buffer.from(
    Array.from({ length: width * height }, (_, at) => [
      (at % width) % 256,
      at % 251,
      (at / width) % 256,
    ]).flat(),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'Where it was taken' } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

test('an image has smaller forms in AVIF and WebP, from the first visitor on, and loses them with itself', async () => {
  await merchant.call('POST', '/api/products', { id: 'forms', name: 'Forms' });
  const bytes = await photograph(1_000);
  const url = '/api/products/forms/images';
  const { id, url: whole } = (
    await merchant.send('POST', url, bytes, { 'content-type': 'image/jpeg' })
  ).json();
  const page = await app.inject({ url: '/api/customer/storefront/products/forms' });
  const [{ smaller }] = page.json().details.images;
  assert.deepEqual(smaller, smallerOf(whole, [400, 800, 1_000]));
  const filesOf = async () => (await app.system.storage.list(`images/demo/${id}`)).length;
  const first = new URL(smaller[0]?.avif ?? '').pathname;
  const answers = await Promise.all([app.inject({ url: first }), app.inject({ url: first })]);
  assert.deepEqual([answers.map(({ statusCode }) => statusCode), await filesOf()], [[200, 200], 1]);
  await runJobs(imageSizesJob.kind);
  assert.equal(await filesOf(), 1, 'not while the vendor is busy');
  app.system.clock.advance(60_000);
  await runJobs(imageSizesJob.kind);
  assert.equal(await filesOf(), 6, 'all of them without a visitor');
  for (const { width, ...urls } of smaller)
    for (const [format, address] of Object.entries<string>(urls)) {
      const { headers, rawPayload } = await app.inject({ url: new URL(address).pathname });
      assert.partialDeepStrictEqual(headers, {
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=31536000, immutable',
      });
      const picture = await sharp(rawPayload).metadata();
      assert.deepEqual([picture.width, picture.height, picture.exif], [width, width / 2, undefined]);
      assert(rawPayload.length < bytes.length / 2, `${format}, ${width} wide: ${rawPayload.length} bytes`);
    }
  assert.equal((await app.injectAs(app.other, { url: first })).statusCode, 404);
  assert.equal((await app.inject({ url: first.replace('-400', '-401') })).statusCode, 404);
  await merchant.call('DELETE', `${url}/${id}`);
  await sweep();
  assert.equal(await filesOf(), 0);
  assert.equal((await app.inject({ url: first })).statusCode, 404);
});

test('the whole image stands in for a smaller form that cannot be made, and is not kept by browsers', async () => {
  const damaged = (await photograph(600)).subarray(0, 2_000);
  const added = await merchant.send('POST', '/api/products/forms/images', damaged, {
    'content-type': 'image/jpeg',
  });
  assert.equal(added.statusCode, 201, added.body);
  const [form] = smallerOf(added.json().url, [400]);
  const answer = await app.inject({ url: new URL(form?.avif ?? '').pathname });
  assert.deepEqual([answer.statusCode, answer.rawPayload], [200, damaged]);
  assert.deepEqual(
    [answer.headers['content-type'], answer.headers['cache-control']],
    ['image/jpeg', 'no-store'],
  );
});
