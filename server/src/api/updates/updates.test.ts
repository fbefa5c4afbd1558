import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { XMLParser } from 'fast-xml-parser';
import { parse as parseYaml } from 'yaml';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import {
  type NewFile,
  publish,
  type ReleaseFacts,
  SPARKLE_SIGNATURE,
  TAURI_SIGNATURE,
} from '../../../test/updates.ts';

let app: TestApp;
let merchant: Merchant;
let shop: ReturnType<typeof shopOf>;
before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
  shop = shopOf(app);
});
after(() => app.close());

const sha = (algorithm: string, content: string, encoding: 'hex' | 'base64') =>
  createHash(algorithm).update(content).digest(encoding);

function get(path: string, headers: Record<string, string> = {}) {
  return app.inject({ url: `/api/public/updates/${path}`, headers });
}

/** The release of a product that is in the feed; `undefined` when there is none. */
async function offered(productId: string, channel = 'latest'): Promise<string | undefined> {
  const answer = await get(`${productId}/${channel}.yml`);
  return answer.statusCode === 404 ? undefined : parseYaml(answer.body).version;
}

const newProduct = () => shop.product({ downloadAccess: 'Everyone' });
const add = (
  productId: string,
  version: string,
  files: readonly NewFile[],
  more: Partial<ReleaseFacts> = {},
): Promise<void> => publish(app, merchant, { productId, version, ...more }, files);

interface AppcastItem {
  readonly title: string;
  readonly pubDate: string;
  readonly description?: { readonly '#text': string };
  readonly enclosure: Readonly<Record<string, string>>;
  readonly [element: string]: unknown;
}

/** The items of an appcast, with texts as parsed by Sparkle. */
function itemsOf(xml: string): AppcastItem[] {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    isArray: (name) => name === 'item',
  });
  const { rss } = parser.parse(xml);
  assert.equal(rss['xmlns:sparkle'], 'http://www.andymatuschak.org/xml-namespaces/sparkle');
  return rss.channel.item ?? [];
}

test('an appcast has the files of Mac and Windows with everything that Sparkle and WinSparkle read', async () => {
  const productId = await newProduct();
  const notes = 'Faster & <b>better</b> "ever" ]]>\u001b é 🎹';
  await add(
    productId,
    '1.2.0',
    [
      {
        name: 'App é.dmg',
        platform: 'Mac',
        arch: 'Universal',
        signatures: { sparkle: SPARKLE_SIGNATURE },
        buildVersion: '1042',
        minimumSystemVersion: '13.0',
      },
      { name: 'App.zip', platform: 'Mac' },
      { name: 'setup.exe', platform: 'Windows', arch: 'X64' },
      { name: 'setup.exe.blockmap', platform: 'Windows' },
      { name: 'app.AppImage', platform: 'Linux' },
    ],
    { description: notes, minimumSupportedVersion: '1.1.0' },
  );
  const answer = await get(`${productId}/stable/appcast.xml`);
  assert.equal(answer.headers['content-type'], 'application/xml; charset=utf-8');
  const [mac, windows, ...others] = itemsOf(answer.body);
  assert.deepEqual(others, []);
  const file = `http://latchkey.test/api/public/updates/${productId}/files/1.2.0`;
  assert.deepEqual(mac, {
    title: mac?.title,
    pubDate: 'Sun, 01 Mar 2026 12:00:00 GMT',
    'sparkle:version': '1042',
    'sparkle:shortVersionString': '1.2.0',
    'sparkle:minimumSystemVersion': '13.0',
    description: { 'sparkle:format': 'plain-text', '#text': notes.replaceAll('\u001b', '') },
    enclosure: {
      url: `${file}/Mac/App%20%C3%A9.dmg`,
      length: String('App é.dmg of 1.2.0'.length + 1),
      type: 'application/octet-stream',
      'sparkle:os': 'macos',
      'sparkle:edSignature': SPARKLE_SIGNATURE,
    },
  });
  assert.match(mac.title, /^App \d+ 1\.2\.0$/);
  assert.deepEqual(
    [windows?.['sparkle:version'], windows?.enclosure['sparkle:os'], windows?.['sparkle:criticalUpdate']],
    ['1.2.0', 'windows-x64', { 'sparkle:version': '1.1.0' }],
  );
  const download = await app.inject({ url: new URL(mac.enclosure['url'] ?? '').pathname });
  assert.deepEqual([download.statusCode, download.body], [200, 'App é.dmg of 1.2.0']);
  const part = { url: new URL(mac.enclosure['url'] ?? '').pathname, headers: { range: 'bytes=0-2' } };
  assert.deepEqual([(await app.inject(part)).statusCode, (await app.inject(part)).body], [206, 'App']);
  assert.equal(itemsOf((await get(`${productId}/stable/appcast.xml?platform=Windows`)).body).length, 1);
  assert.equal(
    itemsOf((await get(`${productId}/stable/appcast.xml?platform=Windows&arch=Arm64`)).body).length,
    0,
  );
});

test('an update below which Sparkle counts by builds is critical up to the build of the minimum', async () => {
  const productId = await newProduct();
  const mac = (buildVersion: string) => [{ name: 'App.dmg', platform: 'Mac', buildVersion }];
  await add(productId, '1.0.0', mac('100'));
  await add(productId, '1.1.0', mac('110'), { minimumSupportedVersion: '1.0.0' });
  await add(productId, '1.2.0', mac('120'), { minimumSupportedVersion: '0.9.0' });
  const items = itemsOf((await get(`${productId}/stable/appcast.xml`)).body);
  assert.deepEqual(
    items.map((item) => [item['sparkle:version'], item['sparkle:criticalUpdate']]),
    [
      ['120', undefined],
      ['110', { 'sparkle:version': '100' }],
      ['100', undefined],
    ],
  );
});

test('subscribers of a channel get its newest release, or the stable one where that is higher', async () => {
  const productId = await newProduct();
  const setup = [{ name: 'setup.exe', platform: 'Windows' }];
  await add(productId, '1.0.0', setup);
  await add(productId, '1.1.0', setup, { channel: 'beta' });
  assert.deepEqual([await offered(productId), await offered(productId, 'beta')], ['1.0.0', '1.1.0']);
  const channels = itemsOf((await get(`${productId}/beta/appcast.xml`)).body);
  assert.deepEqual(
    channels.map((item) => [item['sparkle:version'], item['sparkle:channel']]),
    [
      ['1.1.0', 'beta'],
      ['1.0.0', undefined],
    ],
  );
  await add(productId, '1.2.0', setup);
  assert.deepEqual([await offered(productId), await offered(productId, 'beta')], ['1.2.0', '1.2.0']);
  assert.equal(await offered(productId, 'alpha'), '1.2.0', 'a channel without releases has the stable ones');
  await merchant.call('POST', `/api/products/${productId}/releases/1.0.0/publish?makeCurrent=true`);
  assert.deepEqual([await offered(productId), await offered(productId, 'beta')], ['1.0.0', '1.1.0']);
});

test('a release is in the feeds as long as it is published and not yanked, and its files with it', async () => {
  const productId = await newProduct();
  const setup = [{ name: 'setup.exe', platform: 'Windows' }];
  await add(productId, '1.0.0', setup);
  await add(productId, '1.1.0', setup, { isPublished: false });
  const file = `${productId}/files/1.1.0/Windows/setup.exe`;
  assert.equal(await offered(productId), '1.0.0');
  assert.equal((await get(file)).statusCode, 404);
  const release = `/api/products/${productId}/releases/1.1.0`;
  await merchant.call('POST', `${release}/publish`);
  assert.deepEqual([await offered(productId), (await get(file)).statusCode], ['1.1.0', 200]);
  await merchant.call('POST', `${release}/yank`, { reason: 'It does not start.' });
  assert.deepEqual([await offered(productId), (await get(file)).statusCode], ['1.0.0', 404]);
  assert.equal(itemsOf((await get(`${productId}/stable/appcast.xml`)).body).length, 1);
  await merchant.call('POST', `${release}/restore`);
  assert.equal(await offered(productId), '1.1.0');
  for (const name of ['Mac/setup.exe', 'Windows/other.exe', 'Windows/..%2Fsetup.exe'])
    assert.equal((await get(`${productId}/files/1.0.0/${name}`)).statusCode, 404, name);
});

test('a platform is offered the newest release that has a file for it', async () => {
  const productId = await newProduct();
  await add(productId, '1.0.0', [
    { name: 'setup.exe', platform: 'Windows' },
    { name: 'app.zip', platform: 'Mac' },
  ]);
  await add(productId, '1.1.0', [{ name: 'setup.exe', platform: 'Windows' }]);
  const mac = await get(`${productId}/latest-mac.yml`);
  assert.deepEqual([parseYaml(mac.body).version, await offered(productId)], ['1.0.0', '1.1.0']);
  await add(productId, '1.2.0', [{ name: 'everywhere.zip', platform: 'Universal' }]);
  assert.equal(parseYaml((await get(`${productId}/latest-mac.yml`)).body).version, '1.2.0');
  assert.equal(await offered(productId), '1.1.0', 'a ZIP file installs nothing on Windows');
});

test('the files of electron-updater name sizes, SHA-512 and processors, those of Linux one processor each', async () => {
  app.system.clock.hold('it compares the date of the feed with that of the publication');
  const productId = await newProduct();
  await add(
    productId,
    '2.0.0',
    [
      { name: 'app.dmg', platform: 'Mac', arch: 'Arm64' },
      { name: 'app.zip', platform: 'Mac', arch: 'Arm64' },
      { name: 'app.AppImage', platform: 'Linux', arch: 'X64' },
      { name: 'app-arm64.AppImage', platform: 'Linux', arch: 'Arm64' },
      { name: 'app.deb', platform: 'Linux' },
    ],
    { description: 'Key: \'value\'\n- #1 "new"\n' },
  );
  const base = `http://latchkey.test/api/public/updates/${productId}/files/2.0.0`;
  const mac = parseYaml((await get(`${productId}/latest-mac.yml`)).body, { version: '1.1' });
  const sha512 = sha('sha512', 'app.zip of 2.0.0', 'base64');
  const zip = `${base}/Mac/app.zip?arch=arm64`;
  assert.deepEqual([mac.version, mac.path, mac.sha512], ['2.0.0', zip, sha512]);
  assert.deepEqual(
    [mac.releaseNotes, mac.releaseDate],
    ['Key: \'value\'\n- #1 "new"\n', app.system.clock.now().toISOString()],
  );
  assert.deepEqual(mac.files[0], { url: zip, sha512, size: 16 });
  assert.equal(mac.files[1].url, `${base}/Mac/app.dmg?arch=arm64`);
  const urlsOf = async (feed: string): Promise<string[]> =>
    parseYaml((await get(`${productId}/${feed}`)).body).files.map(({ url }: { url: string }) => url);
  assert.deepEqual(await urlsOf('latest-linux.yml'), [`${base}/Linux/app.AppImage?arch=x64`]);
  assert.deepEqual(await urlsOf('latest-linux-arm64.yml'), [`${base}/Linux/app-arm64.AppImage`]);
  assert.deepEqual(await urlsOf('latest-linux-ia32.yml'), [`${base}/Linux/app.deb`]);
  for (const feed of ['latest.yml', 'latest-mac.yaml', 'Latest-mac.yml', '-mac.yml'])
    assert.equal((await get(`${productId}/${feed}`)).statusCode, 404, feed);
});

test('Tauri gets signed files alone, by target, and 204 when it has the newest version', async () => {
  app.system.clock.hold('it compares the date of the feed with that of the publication');
  const productId = await newProduct();
  const signatures = { tauri: TAURI_SIGNATURE };
  assert.equal((await get(`${productId}/stable/tauri.json`)).statusCode, 404);
  await add(
    productId,
    '1.4.0',
    [
      { name: 'App.app.tar.gz', platform: 'Mac', arch: 'Universal', signatures },
      { name: 'App.dmg', platform: 'Mac', arch: 'Universal' },
      { name: 'app.deb', platform: 'Linux', arch: 'X64', signatures },
      { name: 'app.AppImage', platform: 'Linux', arch: 'X64', signatures },
      { name: 'setup.exe', platform: 'Windows', arch: 'X64', signatures },
      { name: 'setup.msi', platform: 'Windows', signatures },
    ],
    { description: 'New' },
  );
  const { platforms, ...about } = (await get(`${productId}/stable/tauri.json`)).json();
  assert.deepEqual(about, { version: '1.4.0', notes: 'New', pub_date: app.system.clock.now().toISOString() });
  const base = `http://latchkey.test/api/public/updates/${productId}/files/1.4.0`;
  const app0 = { url: `${base}/Mac/App.app.tar.gz`, signature: TAURI_SIGNATURE };
  assert.deepEqual([platforms['darwin-aarch64'], platforms['darwin-x86_64-app']], [app0, app0]);
  const names = (target: string) => platforms[target]?.url.slice(base.length);
  assert.deepEqual(
    ['windows-x86_64', 'windows-x86_64-nsis', 'windows-aarch64', 'windows-aarch64-msi'].map(names),
    ['/Windows/setup.exe', '/Windows/setup.exe', '/Windows/setup.msi', '/Windows/setup.msi'],
  );
  assert.deepEqual(['linux-x86_64', 'linux-x86_64-deb', 'linux-aarch64', 'windows-x86_64-msi'].map(names), [
    '/Linux/app.AppImage',
    '/Linux/app.deb',
    undefined,
    undefined,
  ]);
  const ask = (target: string) => get(`${productId}/stable/tauri/${target}`);
  const update = await ask('darwin/aarch64/1.3.9');
  assert.deepEqual(update.json(), { ...about, ...app0 });
  const debian = await ask('linux/x86_64/1.0.0?bundle=deb');
  assert.equal(debian.json().url, `${base}/Linux/app.deb`);
  for (const [version, status] of [
    ['1.4.0', 204],
    ['1.4.1', 204],
    ['2.0.0-beta.1', 204],
    ['1.4.0-beta.1', 200],
    ['unknown', 200],
  ] as const)
    assert.equal((await ask(`darwin/aarch64/${version}`)).statusCode, status, version);
  assert.equal((await ask('linux/aarch64/1.0.0')).statusCode, 204, 'no file for the processor');
  assert.equal((await ask('plan9/aarch64/1.0.0')).statusCode, 400);
});

test('Velopack gets the packages of its channel with their kinds and hashes, and the files beside the list', async () => {
  const productId = await newProduct();
  const windows = (name: string) => ({ name, platform: 'Windows' });
  await add(productId, '1.0.0', [windows('My-App-1.0.0-full.nupkg')]);
  await add(productId, '1.0.1', [
    windows('My-App-1.0.1-full.nupkg'),
    windows('My-App-1.0.1-delta.nupkg'),
    windows('My-App-1.0.1-win-arm64-full.nupkg'),
    windows('My-App-win-Setup.exe'),
    { name: 'My-App-1.0.1-osx-full.nupkg', platform: 'Mac' },
  ]);
  const list = async (channel: string) =>
    (await get(`${productId}/stable/velopack/releases.${channel}.json?localVersion=1.0.0&arch=x64`)).json()
      .Assets;
  const full = 'My-App-1.0.1-full.nupkg';
  const [first, second, third, ...more] = await list('win');
  const assetOf = (name: string) => [first, second, third].find(({ FileName }) => FileName === name);
  assert.deepEqual(assetOf(full), {
    PackageId: 'My-App',
    Version: '1.0.1',
    Type: 'Full',
    FileName: full,
    SHA1: sha('sha1', `${full} of 1.0.1`, 'hex').toUpperCase(),
    SHA256: sha('sha256', `${full} of 1.0.1`, 'hex').toUpperCase(),
    Size: `${full} of 1.0.1`.length,
  });
  assert.equal(assetOf('My-App-1.0.1-delta.nupkg')?.Type, 'Delta');
  assert.equal(assetOf('My-App-1.0.0-full.nupkg')?.Version, '1.0.0');
  assert.deepEqual(more, []);
  for (const [channel, file] of [
    ['osx', 'My-App-1.0.1-osx-full.nupkg'],
    ['win-arm64', 'My-App-1.0.1-win-arm64-full.nupkg'],
  ] as const) {
    const assets = await list(channel);
    assert.deepEqual([assets.length, assets[0].PackageId, assets[0].FileName], [1, 'My-App', file]);
  }
  assert.deepEqual(await list('linux'), []);
  const answer = await get(`${productId}/stable/velopack/${full}`);
  assert.deepEqual([answer.statusCode, answer.body], [200, `${full} of 1.0.1`]);
  for (const name of ['other.nupkg', 'My-App-win-Setup.exe', 'releases.json'])
    assert.equal((await get(`${productId}/stable/velopack/${name}`)).statusCode, 404, name);
});

const FEEDS = ['latest.yml', 'stable/appcast.xml', 'stable/tauri.json', 'stable/tauri/windows/x86_64/0.9.0'];
const MORE = ['stable/velopack/releases.win.json', 'files/1.0.0/Windows/setup.exe'];

test('feeds and their files are for whom the downloads of the product are for, and for nobody of another account', async () => {
  const [owner, customer] = [await shop.shopper(), await shop.shopper()];
  const statuses = { Everyone: [200, 200, 200], Customer: [403, 200, 200], Owner: [403, 403, 200] };
  for (const access of ['Everyone', 'Customer', 'Owner'] as const) {
    const productId = await shop.product({ downloadAccess: access });
    const signatures = { tauri: TAURI_SIGNATURE };
    await add(productId, '1.0.0', [{ name: 'setup.exe', platform: 'Windows', signatures }]);
    await shop.give(owner, productId);
    const token = await shop.activate(owner, productId, 'a');
    const byToken = { authorization: `LicenseToken ${token}` };
    for (const feed of [...FEEDS, ...MORE]) {
      const path = `${productId}/${feed}`;
      const answers = [await get(path), await get(path, customer.headers), await get(path, byToken)];
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        statuses[access],
        path,
      );
      if (answers[0]?.statusCode === 403) assert.match(answers[0].json().detail, /LicenseToken/);
      const foreign = await app.injectAs(app.other, { url: `/api/public/updates/${path}`, headers: byToken });
      assert.equal(foreign.statusCode, 404, path);
    }
  }
  for (const feed of [...FEEDS, ...MORE]) assert.equal((await get(`unknown/${feed}`)).statusCode, 404, feed);
});

test('a feed may be cached for a moment, and is not sent again while it is the same', async () => {
  for (const [access, scope] of [
    ['Everyone', 'public'],
    ['Customer', 'private'],
    ['Owner', 'private'],
  ] as const) {
    const owner = await shop.shopper();
    const productId = await shop.product({ downloadAccess: access });
    const signatures = { tauri: TAURI_SIGNATURE };
    await add(productId, '1.0.0', [{ name: 'setup.exe', platform: 'Windows', signatures }]);
    await shop.give(owner, productId);
    for (const feed of [...FEEDS, 'stable/velopack/releases.win.json']) {
      const first = await get(`${productId}/${feed}`, owner.headers);
      assert.equal(first.headers['cache-control'], `${scope}, max-age=30`, feed);
      const again = { ...owner.headers, 'if-none-match': String(first.headers.etag) };
      assert.equal((await get(`${productId}/${feed}`, again)).statusCode, 304, feed);
    }
  }
});
