import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { testContext } from '../test/context.ts';
import { startTestApp, type TestApp } from '../test/harness.ts';
import { accountContents, deleteAccount, fileRemovalJob } from './account-deletion.ts';
import { makeDemo } from './cli/demo/make-demo.ts';
import { jobHandlers } from './jobs.ts';
import { Problem } from './kernel/problem.ts';
import {
  accountByHost,
  createAccount,
  findAccount,
  setDefaultAccount,
  updateSettings,
} from './modules/accounts/index.ts';
import { createBundle, createProduct, setIcon } from './modules/catalog/index.ts';
import { listDownloads } from './modules/releases/index.ts';
import { accountTables, countRowsOf } from './platform/database/account-tables.ts';
import { startJobWorker } from './platform/jobs/start-job-worker.ts';
import type { JobTables } from './platform/jobs/tables.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await makeDemo(app.system);
});
after(() => app.close());

/** The number of an account's rows in each table, without empty tables. */
async function rowsOf(accountId: string): Promise<Map<string, number>> {
  const { reader } = app.system.database;
  const tables = (await accountTables(reader)).filter((table) => table !== 'change_versions');
  const counts = new Map<string, number>();
  for (const table of tables) {
    const rows = await countRowsOf(reader, table, accountId);
    if (rows > 0) counts.set(table, rows);
  }
  return counts;
}

/** An order, a trial and an activation request, in addition to the content of the demo shop. */
async function useShop(): Promise<void> {
  const device = () => ({ deviceName: 'Studio', deviceSignature: randomUUID() });
  const answers = [
    await app.inject({
      method: 'PATCH',
      url: `/api/customer/orders/${randomUUID()}`,
      payload: {
        items: [{ type: 'Product', productId: 'demo-app', variationId: 'demo-app-perpetual', quantity: 1 }],
      },
    }),
    await app.inject({ method: 'POST', url: '/api/client/trials/demo-app/request', payload: device() }),
    await app.inject({ method: 'POST', url: '/api/client/activations/demo-app/request', payload: device() }),
  ];
  for (const { statusCode, body } of answers) assert.equal(statusCode, 200, body);
}

test('every row that an account has is found by the schema, whatever tables there are', async () => {
  await useShop();
  const tables = await accountTables(app.system.database.reader);
  assert.equal(new Set(tables).size, tables.length);
  assert.ok(tables.indexOf('activations') < tables.indexOf('licenses'), tables.join());
  assert.ok(tables.indexOf('licenses') < tables.indexOf('customers'), tables.join());
  assert.ok((await rowsOf('demo')).size >= 15, [...(await rowsOf('demo')).keys()].join());
});

test('the default account is deleted only when no other is there', async () => {
  await assert.rejects(
    deleteAccount(app.ctx),
    (error) => error instanceof Problem && error.errorType === 'DefaultAccountNeeded',
  );
  assert.ok((await rowsOf('demo')).size >= 15);
});

test('an account is deleted with every row and file, and the others keep theirs', async () => {
  const { system, demo, other } = app;
  await createProduct(testContext(system, other), { id: 'mine', name: 'Mine' });
  const shared = await setIcon(testContext(system, other), { type: 'Product', id: 'mine' }, PNG);
  await setIcon(testContext(system, demo), { type: 'Product', id: 'demo-app' }, PNG);
  const own = await setIcon(
    testContext(system, demo),
    { type: 'Product', id: 'demo-verb' },
    Buffer.concat([PNG, PNG]),
  );
  const image = Buffer.concat([PNG, PNG, PNG]);
  await createBundle(testContext(system, other), { id: 'pair', name: 'Pair', productIds: ['mine'] });
  const sharedByBundle = await setIcon(testContext(system, other), { type: 'Bundle', id: 'pair' }, image);
  await createBundle(testContext(system, demo), { id: 'ours', name: 'Ours', productIds: ['demo-app'] });
  const ownOfBundle = await setIcon(
    testContext(system, demo),
    { type: 'Bundle', id: 'ours' },
    Buffer.concat([image, PNG]),
  );
  await setIcon(testContext(system, demo), { type: 'Product', id: 'demo-synth' }, image);
  const release = { productId: 'demo-app', version: '1.2.0' };
  const [{ storageKey: file } = { storageKey: '' }] = await listDownloads(testContext(system, demo), release);
  assert.notEqual(await system.storage.stat(file), undefined);
  for (const { id } of [demo, other])
    for (const name of [
      `documents/${id}/receipt.pdf`,
      `images/${id}/image.png`,
      `media/${id}/sound`,
      `logos/${id}/a.png`,
    ])
      await system.storage.put(name, PNG);
  await setDefaultAccount(testContext(system, other));
  const others = await rowsOf('other');

  const { customers, licenses, orders } = await accountContents(testContext(system, demo));
  assert.deepEqual([customers, licenses, orders], [1, 2, 1]);
  const { rows, files } = await deleteAccount(testContext(system, demo));

  assert.ok(rows >= 30 && files >= 3, `${rows} rows, ${files} files`);
  assert.deepEqual([...(await rowsOf('demo'))], []);
  assert.equal(await findAccount(system, 'demo'), undefined);
  assert.equal((await accountByHost(system, 'demo.latchkey.test'))?.id, undefined);
  assert.equal((await accountByHost(system, 'anything.example'))?.id, 'other');
  assert.equal((await app.inject({ url: '/api/public/vendors/current' })).statusCode, 404);
  assert.equal(await system.storage.stat(file), undefined);
  assert.equal(await system.storage.stat(own.iconKey ?? ''), undefined);
  const folders = ['documents', 'images', 'logos', 'media'].map((folder) => system.storage.list(folder));
  const left = (await Promise.all(folders)).flat();
  assert.deepEqual(
    left.map(({ key }) => key),
    ['documents/other/receipt.pdf', 'images/other/image.png', 'logos/other/a.png', 'media/other/sound'],
  );
  assert.equal(await system.storage.stat(ownOfBundle.iconKey ?? ''), undefined);
  for (const { iconKey } of [shared, sharedByBundle])
    assert.notEqual(await system.storage.stat(iconKey ?? ''), undefined, 'the icon of another account');
  assert.deepEqual(await rowsOf('other'), others);
  await assert.rejects(
    deleteAccount(testContext(system, demo)),
    (error) => error instanceof Problem && error.errorType === 'NotFound',
  );
});

test('the files of a deleted account are removed by a job, too, should the process end before', async () => {
  const { system } = app;
  const jobs = await system.database.reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', fileRemovalJob.kind)
    .execute();
  assert.equal(jobs.length, 4);
  await system.storage.put('releases/left-behind', PNG);
  const leftBehind = [
    'documents/demo/left-behind.pdf',
    'images/demo/left-behind.png',
    'media/demo/left-behind',
  ];
  for (const key of leftBehind) await system.storage.put(key, PNG);
  const payload = { keys: ['releases/left-behind', 'releases/gone-already'] };
  await system.database.transaction((tx) => fileRemovalJob.enqueue(system, tx, { payload }));
  const worker = startJobWorker(system, jobHandlers(system), { onlyKinds: [fileRemovalJob.kind] });
  await worker.drain();
  await worker.stop();
  for (const key of ['releases/left-behind', ...leftBehind])
    assert.equal(await system.storage.stat(key), undefined);
});

test('an account that is created again under the id starts empty, without the data of the previous one', async () => {
  const { system } = app;
  const account = await createAccount(system, { id: 'demo', name: 'New Audio' });
  await updateSettings(testContext(system, account), { currencies: ['USD'] });
  assert.equal((await findAccount(system, 'demo'))?.name, 'New Audio');
  const storefront = await app.inject({ url: '/api/customer/storefront' });
  assert.deepEqual(storefront.json<{ products: unknown[] }>().products, []);
});

test('any other failure ends the deletion immediately', async () => {
  const { system } = app;
  let attempts = 0;
  const transaction: typeof system.database.transaction = async () => {
    attempts += 1;
    throw new Error('the disk is full');
  };
  const database = { ...system.database, transaction };
  await assert.rejects(deleteAccount(testContext({ ...system, database }, app.demo)), /the disk is full/);
  assert.equal(attempts, 1);
});

test('a request of the account that comes in between makes the deletion begin again', async () => {
  const { system } = app;
  const account = await findAccount(system, 'demo');
  assert.ok(account);
  let refusals = 2;
  const transaction: typeof system.database.transaction = async (work) => {
    if (refusals === 0) return system.database.transaction(work);
    refusals -= 1;
    throw Object.assign(new Error('still referenced'), { code: '23503' });
  };
  await deleteAccount(testContext({ ...system, database: { ...system.database, transaction } }, account));
  assert.equal(refusals, 0);
  assert.equal(await findAccount(system, 'demo'), undefined);
});
