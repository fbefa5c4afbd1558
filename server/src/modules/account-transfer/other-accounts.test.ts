import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inTransaction } from '../../platform/context/context.ts';
import type { AnyRow } from '../../platform/database/table-rows.ts';
import { insertMovedAccount, movedAccount, refuseMovedAccount, terminalContext } from '../accounts/index.ts';
import { addFile } from '../releases/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { MOVED, smallExport } from '../../../test/small-export.ts';
import { checkNamedFiles, refuseForeignFiles } from './named-files.ts';
import { fileOf, logoOf } from './stored-files.ts';

let app: TestApp;
let folder: string;
before(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'latchkey-others-'));
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

function fileRow(): AnyRow & { readonly key: string; readonly storageKey: string } {
  const key = randomUUID();
  return { key, storageKey: `uploads/${key}/file-${randomUUID()}`, sizeBytes: 3, sha256: 'a'.repeat(64) };
}

function downloadOf({ key, storageKey, sizeBytes, sha256 }: AnyRow): AnyRow {
  return { downloadKey: key, storageKey, sizeBytes, sha256 };
}

test('rows of an export name no file but their own, and no icon but one', () => {
  const row = fileRow();
  assert.equal(fileOf('release_files', row)?.key, row.storageKey);
  for (const storageKey of [
    fileRow().storageKey,
    `releases/${row.key}`,
    `uploads/${row.key}/part-00001`,
    `uploads/${row.key}/file-`,
    `uploads/${row.key}/file-a/../../b`,
    `${row.storageKey}/b`,
  ])
    assert.throws(
      () => fileOf('release_files', { ...row, storageKey }),
      /file that is not its own/,
      storageKey,
    );
  assert.throws(() => fileOf('release_files', { ...row, key: 'a/b', storageKey: 'uploads/a/b/file-1' }));
  const hash = 'a'.repeat(64);
  assert.equal(fileOf('products', { iconKey: `icons/${hash}.png` })?.sha256, hash);
  assert.equal(fileOf('bundles', { iconKey: null }), undefined);
  for (const iconKey of [row.storageKey, `icons/${hash}.html`, `icons/${hash}`, 'icons/a.png'])
    assert.throws(() => fileOf('products', { iconKey }), /an icon that is none/, iconKey);
  assert.equal(logoOf({ id: 'demo', settings: { logoFile: `${hash}.png` } })?.key, `logos/demo/${hash}.png`);
  assert.equal(logoOf({ id: 'demo', settings: {} }), undefined);
  for (const logoFile of ['../other/a.png', `${hash}.png/..`, hash])
    assert.throws(() => logoOf({ id: 'demo', settings: { logoFile } }), /a logo that is none/, logoFile);
  const image = { accountId: 'demo', id: randomUUID(), extension: 'png', sha256: hash, sizeBytes: 1 };
  assert.equal(fileOf('item_images', image)?.key, `images/demo/${image.id}.png`);
  for (const wrong of [{ id: '../other/x' }, { extension: 'png/../x' }, { sha256: 'a' }])
    assert.throws(() => fileOf('item_images', { ...image, ...wrong }), /an image that is none/);
});

test('a download has the place, the size and the hash of its file', async () => {
  const { reader } = app.system.database;
  const [row, other] = [fileRow(), fileRow()];
  const check = async (download: AnyRow) => {
    const source = await smallExport(folder, { release_files: [row, other], release_downloads: [download] });
    return checkNamedFiles(reader, source.folder, source.manifest);
  };
  await check(downloadOf(row));
  for (const change of [
    { storageKey: fileRow().storageKey },
    { storageKey: other.storageKey },
    { sizeBytes: 4 },
    { sha256: 'b'.repeat(64) },
  ])
    await assert.rejects(check({ ...downloadOf(row), ...change }), /is not the file that it names/);
});

test('a file of another account here is refused', async () => {
  const { key } = await addFile(app.ctx, Buffer.from('file'));
  const { reader } = app.system.database;
  const row = { ...fileRow(), key, storageKey: `uploads/${key}/file-${randomUUID()}` };
  await refuseForeignFiles(reader, app.ctx.account.id, 'release_files', [row]);
  const { folder: place, manifest } = await smallExport(folder, { release_files: [row] });
  await assert.rejects(
    checkNamedFiles(reader, place, manifest),
    /another account of this instance has the file/,
  );
});

test('hosts that are none, or belong to the instance, are refused', async () => {
  const { reader } = app.system.database;
  const config = { ...app.system.config, platformDomain: 'latchkey.example' };
  for (const [host, errorType] of [
    ['other.latchkey.example', 'OperatorOnly'],
    ['latchkey.example', 'OperatorOnly'],
    [new URL(config.publicUrl).hostname, 'OperatorOnly'],
    ['*.example', 'InvalidInput'],
    ['Shop.example:80', 'InvalidInput'],
  ] as const)
    await assert.rejects(refuseMovedAccount(reader, config, MOVED, [host]), { errorType }, host);
  await refuseMovedAccount(reader, config, MOVED, ['moved.latchkey.example', 'shop.example']);
});

test('the texts of mails move with an account, and an export without any is that of an earlier version', async () => {
  const mailTexts = {
    receipt: { de: { words: { heading: 'Danke' }, revision: 2, updatedAt: new Date(0).toISOString() } },
  };
  const { database: _, ...ctx } = terminalContext(app.system, { id: MOVED.id, dataKey: 'none' });
  const origin = { exportedAt: new Date(0), headSequence: 0, headHash: '', isIntact: true };
  for (const [texts, expected] of [
    [{ mailTexts }, mailTexts],
    [{}, null],
  ] as const) {
    const undo = new Error('undo');
    let result: unknown;
    const attempt = app.system.database.transaction(async (tx) => {
      await insertMovedAccount(inTransaction(ctx, tx), { ...MOVED, ...texts }, { domains: [], origin });
      result = (await movedAccount(tx, MOVED.id))?.mailTexts;
      throw undo;
    });
    await assert.rejects(attempt, undo);
    assert.deepEqual(result, expected);
  }
});

test('settings of the operator are omitted where other accounts exist, unless these are trusted', async () => {
  const settings = { mailFrom: 'Shop <shop@other.example>', currencies: ['EUR'] };
  const importedWith = async (trustsAccounts: boolean) => {
    const system = { ...app.system, config: { ...app.system.config, trustsAccounts } };
    const { database: _, ...ctx } = terminalContext(system, { id: MOVED.id, dataKey: 'none' });
    const origin = { exportedAt: new Date(0), headSequence: 0, headHash: '', isIntact: true };
    const undo = new Error('undo');
    let result: unknown;
    const attempt = app.system.database.transaction(async (tx) => {
      const options = { domains: [], origin };
      const report = await insertMovedAccount(inTransaction(ctx, tx), { ...MOVED, settings }, options);
      result = [report.omittedSettings, (await movedAccount(tx, MOVED.id))?.settings];
      throw undo;
    });
    await assert.rejects(attempt, undo);
    return result;
  };
  assert.deepEqual(await importedWith(false), [['mailFrom'], { currencies: ['EUR'] }]);
  assert.deepEqual(await importedWith(true), [[], settings]);
});
