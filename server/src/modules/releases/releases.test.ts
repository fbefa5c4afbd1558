import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { testContext } from '../../../test/context.ts';
import { openTestSystem, type TestSystem } from '../../../test/harness.ts';
import { Problem } from '../../kernel/problem.ts';
import { listEvents } from '../../platform/journal/store.ts';
import { type Account, createAccount } from '../accounts/index.ts';
import { createProduct, loadCatalog } from '../catalog/index.ts';
import { createRelease, loadCurrentDownloads, publishRelease } from './index.ts';
import { findRelease } from './store.ts';

let system: TestSystem;
let account: Account;
let close: () => Promise<void>;

before(async () => {
  ({ system, close } = await openTestSystem());
  account = await createAccount(system, { id: 'demo', name: 'Demo Audio', isDefault: true });
  await createProduct(testContext(system, account), { id: 'app', name: 'App' });
});
after(() => close());

function file(name: string, platform: 'Windows' | 'Mac' | 'Linux' = 'Windows') {
  return { name, platform, content: Buffer.from(`the bytes of ${name}`) };
}

async function currentNames(): Promise<string[]> {
  return ((await loadCurrentDownloads(testContext(system, account))).get('app') ?? []).map(
    ({ name }) => name,
  );
}

test('files can be had once their release is published, and the product is at its version', async () => {
  await createRelease(testContext(system, account), {
    productId: 'app',
    version: '1.0.0',
    files: [file('one.zip'), file('one.dmg', 'Mac')],
  });
  assert.deepEqual(await currentNames(), []);
  assert.equal((await loadCatalog(testContext(system, account))).product('app')?.currentVersion, null);
  const published = await publishRelease(testContext(system, account), {
    productId: 'app',
    version: '1.0.0',
  });
  assert.deepEqual(published.publishedAt, system.clock.now());
  assert.deepEqual(await currentNames(), ['one.dmg', 'one.zip']);
  assert.equal((await loadCatalog(testContext(system, account))).product('app')?.currentVersion, '1.0.0');
  const events = await listEvents(system.database.reader, account.id, { limit: 2 });
  assert.deepEqual(
    events.slice(0, 2).map(({ type, data }) => [type, data]),
    [
      ['release.published', { version: '1.0.0' }],
      ['product.changed', { before: { currentVersion: null }, after: { currentVersion: '1.0.0' } }],
    ],
  );
});

test('a stored file is the one that was given, and its size and hash are told', async () => {
  const [download] = (await loadCurrentDownloads(testContext(system, account))).get('app') ?? [];
  assert.ok(download);
  const content = await system.storage.read(download.storageKey);
  assert.equal(content && (await buffer(content.stream)).toString(), 'the bytes of one.dmg');
  assert.equal(download.sizeBytes, 'the bytes of one.dmg'.length);
  assert.match(download.sha256, /^[0-9a-f]{64}$/);
});

test('a newer release takes the place of an older one, and publishing again keeps the date', async () => {
  await createRelease(testContext(system, account), {
    productId: 'app',
    version: '1.1.0',
    files: [file('two.zip')],
    isPublished: true,
  });
  assert.deepEqual(await currentNames(), ['two.zip']);
  const first = await findRelease(system.database.reader, account.id, 'app', '1.0.0');
  system.clock.advance(60_000);
  const again = await publishRelease(testContext(system, account), { productId: 'app', version: '1.0.0' });
  assert.deepEqual(again.publishedAt, first?.publishedAt);
  assert.deepEqual(await findRelease(system.database.reader, account.id, 'app', '1.0.0'), again);
  assert.deepEqual(await currentNames(), ['one.dmg', 'one.zip']);
});

test('a version that is taken is a conflict, and leaves no file behind', async () => {
  const keys: string[] = [];
  const counting = {
    ...system,
    storage: {
      ...system.storage,
      read: system.storage.read.bind(system.storage),
      stat: system.storage.stat.bind(system.storage),
      put: (key: string, content: Parameters<typeof system.storage.put>[1]) => {
        keys.push(key);
        return system.storage.put(key, content);
      },
      delete: (key: string) => system.storage.delete(key),
    },
  };
  const again = createRelease(testContext(counting, account), {
    productId: 'app',
    version: '1.1.0',
    files: [file('three.zip')],
  });
  await assert.rejects(again, (error) => error instanceof Problem && error.errorType === 'ReleaseExists');
  assert.equal(keys.length, 1);
  for (const key of keys) assert.equal(await system.storage.stat(key), undefined);
});

test('the files of two platforms may have one name', async () => {
  const files = [file('same.zip'), file('same.zip', 'Linux')];
  const input = { productId: 'app', version: '1.2.0', files, isPublished: true };
  await createRelease(testContext(system, account), input);
  assert.deepEqual(await currentNames(), ['same.zip', 'same.zip']);
});

test('every mistake of a release is told, before anything is stored', async () => {
  const files = [file('a/b.zip'), file('same.zip'), file('same.zip'), file('..')];
  const wrong = createRelease(testContext(system, account), { productId: 'app', version: '1.2', files });
  await assert.rejects(wrong, (error) => {
    assert.ok(error instanceof Problem);
    assert.deepEqual(Object.keys(error.errors ?? {}), [
      'version',
      'files[0].name',
      'files[2].name',
      'files[3].name',
    ]);
    return true;
  });
  const unknown = createRelease(testContext(system, account), {
    productId: 'nothing',
    version: '1.0.0',
    files: [],
  });
  await assert.rejects(unknown, (error) => error instanceof Problem && error.status === 404);
  const unpublished = publishRelease(testContext(system, account), { productId: 'app', version: '9.9.9' });
  await assert.rejects(unpublished, (error) => error instanceof Problem && error.status === 404);
});
