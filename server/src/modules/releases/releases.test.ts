import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { until } from '../../../test/waiting.ts';
import { testContext } from '../../../test/context.ts';
import { openTestSystem, type TestSystem } from '../../../test/harness.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Account, createAccount } from '../accounts/index.ts';
import { createProduct, loadCatalog } from '../catalog/index.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import { transaction } from '../../platform/context/context.ts';
import { useFiles } from './uploads/store-uploads.ts';
import {
  addFile,
  completeUpload,
  createRelease,
  createReleaseFromFiles,
  findRelease,
  loadCurrentDownloads,
  prepareUpload,
  publishRelease,
  purgeUnusedFiles,
  sweepJob,
} from './index.ts';

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
  system.clock.hold('it compares the time of the publication with the clock');
  await createReleaseFromFiles(testContext(system, account), {
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
});

test('a stored file is unchanged, and its size and hash are returned', async () => {
  const [download] = (await loadCurrentDownloads(testContext(system, account))).get('app') ?? [];
  assert.ok(download);
  const storageKeys = await system.storage.read(download.storageKey);
  assert.equal(storageKeys && (await buffer(storageKeys.stream)).toString(), 'the bytes of one.dmg');
  assert.equal(download.sizeBytes, 'the bytes of one.dmg'.length);
  assert.match(download.sha256, /^[0-9a-f]{64}$/);
});

test('a newer release takes the place of an older one, and publishing again keeps the date', async () => {
  await createReleaseFromFiles(testContext(system, account), {
    productId: 'app',
    version: '1.1.0',
    files: [file('two.zip')],
    isPublished: true,
  });
  assert.deepEqual(await currentNames(), ['two.zip']);
  const first = await findRelease(testContext(system, account), { productId: 'app', version: '1.0.0' });
  system.clock.advance(60_000);
  const old = { productId: 'app', version: '1.0.0' };
  assert.deepEqual(await publishRelease(testContext(system, account), old), first);
  assert.deepEqual(await currentNames(), ['two.zip'], 'to publish an old one again changes nothing');
  const again = await publishRelease(testContext(system, account), old, { makesCurrent: true });
  assert.deepEqual(again.publishedAt, first?.publishedAt);
  assert.deepEqual(
    await findRelease(testContext(system, account), { productId: 'app', version: '1.0.0' }),
    again,
  );
  assert.deepEqual(await currentNames(), ['one.dmg', 'one.zip']);
});

test('a version that is taken is a conflict, and its file is removed after a day', async () => {
  system.clock.hold('it removes files in the last millisecond of the day');
  const storageKeys: string[] = [];
  const { storage } = system;
  const recordingPut: typeof storage.put = (key, content) => {
    storageKeys.push(key);
    return storage.put(key, content);
  };
  const again = createReleaseFromFiles(
    testContext({ ...system, storage: { ...storage, put: recordingPut } }, account),
    {
      productId: 'app',
      version: '1.1.0',
      files: [file('three.zip')],
    },
  );
  await assert.rejects(again, (error) => error instanceof Problem && error.errorType === 'ReleaseExists');
  const [key = ''] = storageKeys;
  system.clock.advance(24 * 3_600_000);
  assert.equal(await purgeUnusedFiles(system), 0);
  system.clock.advance(1);
  assert.equal(await purgeUnusedFiles(system), 1);
  const worker = startJobWorker(system, { [sweepJob.kind]: sweepJob.handler(system) });
  await worker.drain();
  await worker.stop();
  assert.equal(await storage.stat(key), undefined);
  const [current] = (await loadCurrentDownloads(testContext(system, account))).get('app') ?? [];
  assert.notEqual(await storage.stat(current?.storageKey ?? ''), undefined, 'files of releases stay');
});

test('an object that replaces a measured file in a bucket is refused by the size of the copy', async () => {
  const ctx = testContext(system, account);
  const { key } = await transaction(ctx, (tx) =>
    prepareUpload(tx, { contentType: 'application/zip', size: 3 }),
  );
  const part = `uploads/${key}/part-00001`;
  await system.storage.put(part, Buffer.from('longer'));
  const list = async () => [{ key: part, size: 3 }];
  const racing = { ...system, storage: { ...system.storage, list } };
  await assert.rejects(
    completeUpload(testContext(racing, account), key),
    (error) => error instanceof Problem && /must have 3 bytes/.test(String(error.errors?.['body'])),
  );
  const limited = { ...racing, config: { ...system.config, uploadLimitBytes: 5 } };
  await assert.rejects(
    completeUpload(testContext(limited, account), key),
    (error) => error instanceof Problem && error.errorType === 'PayloadTooLarge',
  );
  assert.deepEqual(await system.storage.list(`uploads/${key}`), [{ key: part, size: 6 }]);
});

test('completing an upload that was completed in between returns the same file', async () => {
  const ctx = testContext(system, account);
  const { key } = await transaction(ctx, (tx) => prepareUpload(tx, { contentType: 'application/zip' }));
  await system.storage.put(`uploads/${key}/part-00001`, Buffer.from('bytes'));
  const list: typeof system.storage.list = async (folder) => {
    const entries = await system.storage.list(folder);
    await completeUpload(ctx, key);
    return entries;
  };
  const racing = { ...system, storage: { ...system.storage, list } };
  const whole = await completeUpload(testContext(racing, account), key);
  assert.deepEqual(whole, await completeUpload(ctx, key));
});

async function isLockAwaited(): Promise<boolean> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting.execute(system.database.reader.tables<unknown>())).rows.length > 0;
}

test('a file that a release takes while unused files are removed stays, and one that is removed is refused', async () => {
  const ctx = testContext(system, account);
  const [first, second] = [
    await addFile(ctx, Buffer.from('taken')),
    await addFile(ctx, Buffer.from('removed')),
  ];
  system.clock.advance(24 * 3_600_000 + 1);
  const input = (version: string, key: string) => ({
    productId: 'app',
    version,
    downloads: [{ name: 'late.zip', platform: 'Windows' as const, key }],
  });
  let purging: Promise<number> | undefined;
  await transaction(ctx, async (tx) => {
    // Like a release that takes the file and is not committed yet.
    assert.equal((await useFiles(tx, account.id, [first.key])).length, 1);
    purging = purgeUnusedFiles(system);
    // SQLite has one writer; on PostgreSQL the removal has seen the file as unused by now, and waits for its row.
    if (system.database.engine === 'postgres') await until('the removal to wait', isLockAwaited);
  });
  await purging;
  const late = createRelease(ctx, input('3.0.0', second.key));
  await assert.rejects(late, (error) => error instanceof Problem && error.errorType === 'InvalidInput');
  const { version } = await createRelease(ctx, input('3.0.0', first.key));
  assert.equal(version, '3.0.0');
});

test('the files of two platforms may have one name', async () => {
  const files = [file('same.zip'), file('same.zip', 'Linux')];
  const input = { productId: 'app', version: '1.2.0', files, isPublished: true };
  await createReleaseFromFiles(testContext(system, account), input);
  assert.deepEqual(await currentNames(), ['same.zip', 'same.zip']);
});

test('every mistake of a release is reported before anything is stored', async () => {
  const files = [file('a/b.zip'), file('same.zip'), file('same.zip'), file('..')];
  const wrong = createReleaseFromFiles(testContext(system, account), {
    productId: 'app',
    version: '1.2',
    files,
  });
  await assert.rejects(wrong, (error) => {
    assert.ok(error instanceof Problem);
    assert.deepEqual(Object.keys(error.errors ?? {}), [
      'version',
      'downloads[0].name',
      'downloads[2].name',
      'downloads[3].name',
    ]);
    return true;
  });
  const unknown = createReleaseFromFiles(testContext(system, account), {
    productId: 'nothing',
    version: '1.0.0',
    files: [],
  });
  await assert.rejects(unknown, (error) => error instanceof Problem && error.status === 404);
  const unpublished = publishRelease(testContext(system, account), { productId: 'app', version: '9.9.9' });
  await assert.rejects(unpublished, (error) => error instanceof Problem && error.status === 404);
});
