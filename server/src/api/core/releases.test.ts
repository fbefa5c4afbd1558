import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import { uploadFile } from '../../../test/uploads.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

let app: TestApp;
let merchant: Merchant;
let shop: ReturnType<typeof shopOf>;
before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
  shop = shopOf(app);
});
after(() => app.close());

interface Release {
  readonly version: string;
  readonly channel: string;
  readonly description: string | null;
  readonly minimumSupportedVersion: string | null;
  readonly publishedAt: string | null;
  readonly yankedAt: string | null;
  readonly yankReason: string | null;
  readonly downloadUrl: string;
  readonly hostedDownloadUrl: string;
  readonly downloads: readonly {
    readonly name: string;
    readonly key: string;
    readonly platform: string;
    readonly size: number;
    readonly directUrl: string;
    readonly downloadUrl: string;
    readonly hostedDownloadUrl: string;
  }[];
}

function versionOf(text: string) {
  const [major, minor, patch] = text.split('.').map(Number);
  return { major, minor, patch };
}

async function file(content = 'a program', platform = 'Windows', name = 'setup.exe') {
  return { name, platform, key: await uploadFile(app, merchant, content) };
}

function add(productId: string, version: string, more: object = {}, query = '') {
  const body = { version: versionOf(version), downloads: [], ...more };
  return merchant.send('POST', `/api/products/${productId}/releases/new${query}`, body);
}

const NOW = '?publishImmediately=true';

async function publishNow(productId: string, version: string, more: object = {}): Promise<Release> {
  const answer = await add(productId, version, more, NOW);
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json();
}

async function current(productId: string): Promise<string | null> {
  const product = await merchant.call<{ currentReleaseVersion: string | null }>(
    'GET',
    `/api/products/${productId}`,
  );
  return product.currentReleaseVersion;
}

function storefrontFiles(productId: string): Promise<string[]> {
  return app.inject({ url: '/api/customer/storefront' }).then((answer) => {
    const product = answer.json().products.find(({ id }: { id: string }) => id === productId);
    return (product?.downloads ?? []).map(({ name }: { name: string }) => name);
  });
}

function eventsOf(productId: string, type: string) {
  return merchant
    .call<{ items: { data: Record<string, unknown>; actor: { kind: string } }[] }>(
      'GET',
      `/api/audit?subject=product/${productId}&type=${type}`,
    )
    .then(({ items }) => items);
}

test('a release is made of uploaded files, and reaches storefront, inventory and tokens when it is published', async () => {
  app.system.clock.hold('it compares the time of the publication with the clock');
  const productId = await shop.product({ downloadAccess: 'Everyone' });
  const owner = await shop.shopper();
  await shop.give(owner, productId);
  const answer = await add(productId, '1.2.0', { description: 'New', downloads: [await file()] });
  assert.equal(answer.statusCode, 201);
  const release = answer.json<Release>();
  assert.deepEqual(
    [release.version, release.channel, release.description, release.publishedAt, release.yankedAt],
    ['1.2.0', 'stable', 'New', null, null],
  );
  assert.deepEqual([release.downloads[0]?.size, release.downloads.length], [9, 1]);
  assert.deepEqual([await current(productId), await storefrontFiles(productId)], [null, []]);

  const published = await merchant.call<Release>('POST', `/api/products/${productId}/releases/1.2.0/publish`);
  assert.equal(published.publishedAt, app.system.clock.now().toISOString());
  assert.deepEqual([await current(productId), await storefrontFiles(productId)], ['1.2.0', ['setup.exe']]);
  const owned = (await shop.get(owner, `products/${productId}`)).json();
  assert.deepEqual([owned.currentVersion, owned.downloads[0].name], ['1.2.0', 'setup.exe']);
  assert.equal(claimsOf(await shop.activate(owner, productId, 'a'))['p:rel'], '1.2.0');
  const direct = new URL(published.downloads[0]?.directUrl ?? '');
  assert.equal((await app.inject({ url: direct.pathname })).statusCode, 302);
  const page = `${direct.origin}/account/products/${productId}`;
  const pages = [published, published.downloads[0]].flatMap((part) => [
    part?.hostedDownloadUrl,
    part?.downloadUrl,
  ]);
  assert.deepEqual(pages, [page, page, page, page]);
  const own = 'https://shop.example.com';
  for (const [settings, downloadUrl] of [
    [{ storefrontUrl: own }, own],
    [{ storefrontUrl: own, productPageUrl: `${own}/products` }, `${own}/products/${productId}`],
    [{ storefrontUrl: undefined, productPageUrl: `${own}/p/` }, `${own}/p/${productId}`],
  ] as const) {
    await updateSettings(app.ctx, settings);
    const path = `/api/products/${productId}/releases/1.2.0`;
    const { downloads, ...links } = await merchant.call<Release>('GET', path);
    assert.deepEqual(
      [links.downloadUrl, downloads[0]?.downloadUrl, links.hostedDownloadUrl],
      [downloadUrl, downloadUrl, page],
    );
  }
  await updateSettings(app.ctx, { productPageUrl: undefined });
  const [created] = await eventsOf(productId, 'release.created');
  assert.deepEqual(
    [created?.data, created?.actor.kind],
    [{ version: '1.2.0', channel: 'stable', files: 1 }, 'ApiKey'],
  );
  assert.equal((await eventsOf(productId, 'release.published')).length, 1);
});

test('releases are listed with the highest version first, in pages', async () => {
  const productId = await shop.product({});
  for (const version of ['1.9.0', '1.10.0', '0.9.9', '10.0.0', '1.9.10'])
    await publishNow(productId, version);
  const versions: string[] = [];
  let next: string | null = `/api/products/${productId}/releases?pageSize=2`;
  while (next !== null) {
    const page: { items: Release[]; next: string | null } = await merchant.call('GET', next);
    versions.push(...page.items.map(({ version }) => version));
    next = page.next;
  }
  assert.deepEqual(versions, ['10.0.0', '1.10.0', '1.9.10', '1.9.0', '0.9.9']);
  assert.equal((await merchant.send('GET', '/api/products/unknown/releases')).statusCode, 404);
});

test('every mistake of a new release is named by its field, and nothing of it is kept', async () => {
  const productId = await shop.product({});
  const good = await file();
  const wrong = await add(productId, '1.0.0', {
    channel: 'Beta!',
    minimumSupportedVersion: '2.0.0',
    downloads: [
      { ...good, name: 'a/b' },
      { ...good, name: 'other.exe' },
    ],
  });
  assert.deepEqual(Object.keys(wrong.json().errors).toSorted(), [
    'channel',
    'downloads[0].name',
    'downloads[1].key',
    'minimumSupportedVersion',
  ]);
  const foreign = await merchantOf(app, app.other);
  const { key } = await foreign.call<{ key: string }>(
    'POST',
    '/api/downloads/prepare?contentType=application/zip',
  );
  const unknown = await add(productId, '1.0.0', {
    downloads: [good, { ...good, name: 'b', key: 'unknown' }, { ...good, name: 'c', key }],
  });
  assert.deepEqual(
    [unknown.statusCode, Object.keys(unknown.json().errors)],
    [400, ['downloads[1].key', 'downloads[2].key']],
  );
  assert.equal((await merchant.send('GET', `/api/products/${productId}/releases/1.0.0`)).statusCode, 404);
  const created = await add(productId, '1.0.0', { downloads: [good] });
  assert.equal(created.statusCode, 201, 'the key can still be used');
  const again = await add(productId, '1.0.0', {});
  assert.deepEqual(
    [again.statusCode, again.json().errorType, again.json().instance],
    [409, 'ReleaseExists', '1.0.0'],
  );
  assert.equal((await add('unknown', '1.0.0')).statusCode, 404);
});

test('the files of a release are replaced as a whole, and one whose key is sent again stays', async () => {
  const productId = await shop.product({ downloadAccess: 'Everyone' });
  const [first, second, third] = [await file('1'), await file('2', 'Mac'), await file('3', 'Linux')];
  await publishNow(productId, '1.0.0', { description: 'Old', downloads: [first, second] });
  const url = `/api/products/${productId}/releases/1.0.0`;
  const replaced = await merchant.call<Release>('PUT', url, { downloads: [second, third] });
  assert.deepEqual(replaced.downloads.map(({ key }) => key).toSorted(), [second.key, third.key].toSorted());
  assert.equal(replaced.description, 'Old', 'what is not sent stays');
  assert.deepEqual(await storefrontFiles(productId), ['setup.exe', 'setup.exe']);
  const [change] = await eventsOf(productId, 'release.changed');
  assert.deepEqual(Object.keys(Object(change?.data['after'])), ['files']);
  const published = await merchant.call<Release>('PUT', `${url}${NOW}`, {
    downloads: [],
    description: 'New',
  });
  assert.deepEqual([published.description, published.downloads], ['New', []]);
  assert.deepEqual(await storefrontFiles(productId), []);
  const unknown = `/api/products/${productId}/releases/9.0.0`;
  assert.equal((await merchant.send('PUT', unknown, { downloads: [] })).statusCode, 404);
  assert.equal((await merchant.send('PUT', url, {})).statusCode, 400);
});

test('a file is added by POST and PUT, in place of one with the same platform and name', async () => {
  const productId = await shop.product({ downloadAccess: 'Everyone' });
  await publishNow(productId, '1.0.0');
  const url = `/api/products/${productId}/releases/1.0.0/add-download`;
  const [first, other, same] = [await file('one'), await file('other', 'Mac'), await file('longer')];
  await merchant.call('POST', url, first);
  await merchant.call('PUT', url, other);
  const { downloads } = await merchant.call<Release>('PUT', url, same);
  assert.deepEqual(
    downloads.map(({ platform, key, size }) => [platform, key, size]),
    [
      ['Mac', other.key, 5],
      ['Windows', same.key, 6],
    ],
  );
  assert.deepEqual(await storefrontFiles(productId), ['setup.exe', 'setup.exe']);
  const twice = await merchant.send('POST', url, { ...other, name: 'other name' });
  assert.deepEqual([twice.statusCode, Object.keys(twice.json().errors)], [400, ['key']]);
  const wrong = await merchant.send('POST', url, { ...first, name: '..', key: 'unknown' });
  assert.deepEqual([wrong.statusCode, Object.keys(wrong.json().errors)], [400, ['name']]);
  const unknown = await merchant.send('POST', url, { ...first, key: 'unknown' });
  assert.deepEqual([unknown.statusCode, Object.keys(unknown.json().errors)], [400, ['key']]);
});

test('a release of another channel is for those who choose it, until it becomes stable', async () => {
  const productId = await shop.product({ downloadAccess: 'Everyone' });
  await publishNow(productId, '1.0.0', { downloads: [await file('stable')] });
  await publishNow(productId, '2.0.0', { channel: 'beta', downloads: [await file('beta')] });
  assert.equal(await current(productId), '1.0.0');
  const latest = async (channel: string) => {
    const path = `products/${productId}/download/Windows/latest?redirect=false&channel=${channel}`;
    const answer = await app.inject({ url: `/api/customer/inventory/${path}` });
    return /files\/[^/]+\/([^/]+)\//.exec(answer.json().location)?.[1];
  };
  assert.deepEqual(
    [await latest('stable'), await latest('beta'), await latest('x')],
    ['1.0.0', '2.0.0', '1.0.0'],
  );
  await publishNow(productId, '3.0.0', { downloads: [await file('newer')] });
  assert.equal(await latest('beta'), '3.0.0', 'a stable version that is higher is for everybody');
  const url = `/api/products/${productId}/releases`;
  await merchant.call('PATCH', `${url}/2.0.0`, { channel: 'stable' });
  assert.equal(await current(productId), '3.0.0', 'a lower version does not take its place');
  await merchant.call('PATCH', `${url}/3.0.0`, { channel: 'beta' });
  assert.equal(await current(productId), '2.0.0');
  await merchant.call('PATCH', `${url}/3.0.0`, { channel: 'stable', minimumSupportedVersion: '2.0.0' });
  assert.equal(await current(productId), '3.0.0');
  const versioned = (await app.inject({ url: `/api/customer/inventory/products/${productId}` })).json();
  assert.deepEqual([versioned.version, versioned.minimumSupportedVersion], ['3.0.0', '2.0.0']);
  const cleared = await merchant.call<Release>('PATCH', `${url}/3.0.0`, { minimumSupportedVersion: null });
  assert.equal(cleared.minimumSupportedVersion, null);
});

test('neither an edit nor a second publication of a higher release undoes a rollback', async () => {
  const productId = await shop.product({});
  for (const version of ['1.9.0', '2.0.0']) await publishNow(productId, version);
  const url = `/api/products/${productId}/releases`;
  await merchant.call('POST', `${url}/1.9.0/publish?makeCurrent=true`);
  await merchant.call('PATCH', `${url}/2.0.0`, { description: 'It does not start.', channel: 'stable' });
  await merchant.call('PUT', `${url}/2.0.0`, { description: 'Broken.', downloads: [] });
  assert.equal(await current(productId), '1.9.0');
  await merchant.call('PUT', `${url}/2.0.0${NOW}`, { description: 'Repaired.', downloads: [] });
  await merchant.call('POST', `${url}/2.0.0/publish`);
  await merchant.call('POST', `${url}/2.0.0/add-download`, await file('again'));
  assert.equal(await current(productId), '1.9.0');
  await merchant.call('POST', `${url}/2.0.0/publish?makeCurrent=true`);
  assert.equal(await current(productId), '2.0.0', 'only makeCurrent brings it back');
});

test('to publish a fix of an old line, again too, never lowers the current version; only makeCurrent does', async () => {
  const productId = await shop.product({});
  for (const version of ['1.5.3', '2.2.0', '2.3.0']) await publishNow(productId, version);
  await publishNow(productId, '1.5.4', { securityFix: true });
  const url = `/api/products/${productId}/releases`;
  const publishAgain = () =>
    merchant
      .call('POST', `${url}/1.5.4/publish`)
      .then(() => merchant.call('PUT', `${url}/1.5.4${NOW}`, { downloads: [] }))
      .then(() => current(productId));
  assert.equal(await publishAgain(), '2.3.0');
  await merchant.call('POST', `${url}/2.2.0/publish?makeCurrent=true`);
  assert.equal(await publishAgain(), '2.2.0', 'a rollback stays');
  await publishNow(productId, '2.2.1');
  assert.equal(await publishAgain(), '2.2.1');
  await publishNow(productId, '2.4.0', { channel: 'beta' });
  const refused = (await merchant.send('POST', `${url}/2.4.0/publish?makeCurrent=true`)).json();
  assert.deepEqual([refused.status, Object.keys(refused.errors)], [400, ['makeCurrent']]);
});

test('a yanked release and its files are taken away at once, links that were given included, until it is restored', async () => {
  app.system.clock.hold('it compares the time of the withdrawal with the clock');
  const productId = await shop.product({ downloadAccess: 'Everyone' });
  await publishNow(productId, '1.0.0', { downloads: [await file('old')] });
  await publishNow(productId, '2.0.0', { downloads: [await file('bad')] });
  await publishNow(productId, '3.0.0', { channel: 'beta' });
  const inventory = `/api/customer/inventory/products/${productId}`;
  const { location } = (await app.inject({ url: `${inventory}/download/Windows/latest` })).headers;
  const link = new URL(String(location));
  const url = `/api/products/${productId}/releases/2.0.0`;
  const yanked = await merchant.call<Release>('POST', `${url}/yank`, { reason: 'It loses files.' });
  assert.deepEqual(
    [yanked.yankedAt, yanked.yankReason],
    [app.system.clock.now().toISOString(), 'It loses files.'],
  );
  assert.equal(await current(productId), '1.0.0');
  assert.equal((await app.inject({ url: `${inventory}?version=2.0.0` })).statusCode, 404);
  assert.equal((await app.inject({ url: link.pathname + link.search })).statusCode, 404);
  const direct = new URL(yanked.downloads[0]?.directUrl ?? '');
  assert.equal((await app.inject({ url: direct.pathname })).statusCode, 404);
  const refused = await merchant.send('POST', `${url}/publish`);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'ReleaseYanked']);
  const replaced = await merchant.send('PUT', `${url}${NOW}`, { downloads: [] });
  assert.deepEqual([replaced.statusCode, replaced.json().errorType], [409, 'ReleaseYanked']);
  const again = await merchant.call<Release>('POST', `${url}/yank`, { reason: 'Another reason.' });
  assert.equal(again.yankReason, 'It loses files.');
  const restored = await merchant.call<Release>('POST', `${url}/restore`);
  assert.deepEqual([restored.yankedAt, restored.yankReason, await current(productId)], [null, null, '2.0.0']);
  assert.equal((await app.inject({ url: link.pathname + link.search })).statusCode, 200);
  const events = ['release.yanked', 'release.restored'].map((type) => eventsOf(productId, type));
  assert.deepEqual(
    (await Promise.all(events)).map((rows) => rows.map(({ data }) => data)),
    [[{ version: '2.0.0', reason: 'It loses files.' }], [{ version: '2.0.0' }]],
  );
  await merchant.call('POST', `${url}/yank`, { reason: 'Still.' });
  await merchant.call('POST', `/api/products/${productId}/releases/1.0.0/yank`, { reason: 'Old.' });
  assert.equal(await current(productId), null, 'without a stable release there is no current one');
});

test('a change of a release that somebody else changed first is refused', async () => {
  const productId = await shop.product({});
  const added = await add(productId, '1.0.0');
  const url = `/api/products/${productId}/releases/1.0.0`;
  const read = await merchant.send('GET', url);
  assert.equal(read.headers.etag, added.headers.etag);
  const stale = { 'if-match': String(read.headers.etag) };
  assert.equal((await merchant.send('PATCH', url, { description: 'Mine' }, stale)).statusCode, 200);
  const requests = [
    ['PATCH', url, { description: 'Other' }],
    ['PUT', url, { downloads: [] }],
    ['PUT', `${url}/add-download`, await file()],
    ['POST', `${url}/add-download`, await file()],
    ['POST', `${url}/publish`, undefined],
    ['POST', `${url}/yank`, { reason: 'Any' }],
    ['POST', `${url}/restore`, undefined],
  ] as const;
  for (const [method, path, body] of requests) {
    const answer = await merchant.send(method, path, body, stale);
    assert.deepEqual(
      [answer.statusCode, answer.json().errorType],
      [412, 'StaleRevision'],
      `${method} ${path}`,
    );
  }
  assert.equal((await merchant.call<Release>('GET', url)).description, 'Mine');
});

test('a repeated POST with its idempotency key gets the first answer', async () => {
  const productId = await shop.product({});
  const url = `/api/products/${productId}/releases/new`;
  const body = { version: versionOf('1.0.0'), downloads: [] };
  const send = () => merchant.send('POST', url, body, { 'idempotency-key': productId });
  const [first, second] = [await send(), await send()];
  assert.deepEqual([first.statusCode, second.statusCode], [201, 201]);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.deepEqual(second.json(), first.json());
});

test('releases need their own scopes, and another account sees none of them', async () => {
  const productId = await shop.product({});
  await publishNow(productId, '1.0.0');
  const url = `/api/products/${productId}/releases`;
  const reader = await merchantOf(app, app.demo, 'releases:read');
  assert.equal((await reader.send('GET', url)).statusCode, 200);
  for (const [method, path, body] of [
    ['POST', `${url}/new`, { version: versionOf('2.0.0'), downloads: [] }],
    ['PATCH', `${url}/1.0.0`, {}],
    ['POST', '/api/downloads/prepare?contentType=text/plain', undefined],
  ] as const)
    assert.equal((await reader.send(method, path, body)).statusCode, 403, path);
  const products = await merchantOf(app, app.demo, 'products:read', 'products:write');
  assert.equal((await products.send('GET', url)).statusCode, 403);
  const foreign = await merchantOf(app, app.other);
  for (const path of [url, `${url}/1.0.0`]) assert.equal((await foreign.send('GET', path)).statusCode, 404);
});
