import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { addFile } from '../releases/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { smallExport } from '../../../test/small-export.ts';
import { addFiles, restoreFiles, withRemoval } from './import-files.ts';
import { entryOf, FILES } from './manifest.ts';
import { readTable } from './table-files.ts';

const OPTIONS = { acceptsMissingFiles: false };

let app: TestApp;
let parent: string;
before(async () => {
  app = await startTestApp();
  parent = await mkdtemp(join(tmpdir(), 'latchkey-files-'));
});
after(async () => {
  await app.close();
  await rm(parent, { recursive: true, force: true });
});

/** An export of one release file, which the folder contains or only names. */
async function exportOfFile({ isCopied }: { readonly isCopied: boolean }) {
  const content = Buffer.from(randomUUID());
  const key = randomUUID();
  const storageKey = `uploads/${key}/file-${randomUUID()}`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const source = await smallExport(parent, {
    release_files: [{ key, storageKey, sizeBytes: content.length, sha256 }],
  });
  const path = join(source.folder, FILES, storageKey);
  await mkdir(dirname(path), { recursive: true });
  if (isCopied) await writeFile(path, content);
  return { source, storageKey, content };
}

async function storedUnder(key: string): Promise<string | undefined> {
  const file = await app.system.storage.read(key);
  return file && Buffer.concat(await file.stream.toArray()).toString();
}

test('a failed import removes what no row names, and nothing else', async () => {
  const { storageKey } = await addFile(app.ctx, Buffer.from('of a row'));
  const unnamed = `uploads/${randomUUID()}/file-${randomUUID()}`;
  await app.system.storage.put(unnamed, Buffer.from('of none'));
  const failure = new Error('the disk is full');
  const attempt = withRemoval(app.system, new Set([storageKey, unnamed]), () => Promise.reject(failure));
  await assert.rejects(attempt, failure);
  assert.equal(await storedUnder(storageKey), 'of a row');
  assert.equal(await storedUnder(unnamed), undefined);
});

test('after an import every file is there, even when another import has removed or spoiled it', async () => {
  const { source, storageKey, content } = await exportOfFile({ isCopied: true });
  const added = await addFiles(app.system, source, OPTIONS);
  assert.deepEqual([...added], [storageKey]);
  await app.system.storage.delete(storageKey);
  assert.equal(await restoreFiles(app.system, source, new Set()), 0);
  assert.equal(await storedUnder(storageKey), content.toString());
  await app.system.storage.put(storageKey, Buffer.from('x'.repeat(content.length)));
  assert.equal(await restoreFiles(app.system, source, added), 0);
  assert.equal(await storedUnder(storageKey), content.toString());
  await app.system.storage.delete(storageKey);
  await rm(join(source.folder, FILES), { recursive: true });
  assert.equal(await restoreFiles(app.system, source, added), 1);
});

test('a stored file is the one of its row: another one is replaced from the export, or refused', async () => {
  for (const isCopied of [true, false]) {
    const { source, storageKey, content } = await exportOfFile({ isCopied });
    const sameSize = 'x'.repeat(content.length);
    await app.system.storage.put(storageKey, Buffer.from(sameSize));
    const attempt = addFiles(app.system, source, OPTIONS);
    if (isCopied) await attempt;
    else await assert.rejects(attempt, /in the storage is not that of the export/);
    assert.equal(await storedUnder(storageKey), isCopied ? content.toString() : sameSize);
  }
});

test('a damaged file of the export replaces nothing', async () => {
  const { source, storageKey } = await exportOfFile({ isCopied: true });
  await app.system.storage.put(storageKey, Buffer.from('of before'));
  await appendFile(join(source.folder, FILES, storageKey), '!');
  await assert.rejects(addFiles(app.system, source, OPTIONS), /is damaged, or was changed/);
  assert.equal(await storedUnder(storageKey), 'of before');
});

test('a storage that has all files already is refused, unless they are copies', async () => {
  const { source, storageKey, content } = await exportOfFile({ isCopied: false });
  await app.system.storage.put(storageKey, content);
  await assert.rejects(
    addFiles(app.system, source, OPTIONS),
    /bucket or data folder of its own.*--files-copied/,
  );
  const added = await addFiles(app.system, source, { ...OPTIONS, filesAreCopies: true });
  assert.equal(added.size, 0);
  assert.equal(await storedUnder(storageKey), content.toString());
});

test('a table that changes between the check and the import is refused', async () => {
  const { source } = await exportOfFile({ isCopied: false });
  const entry = entryOf(source.manifest, 'release_files');
  await writeFile(join(source.folder, entry.file), '{"key":"another"}\n');
  await assert.rejects(Array.fromAsync(readTable(source.folder, entry)), /was changed during the import/);
});
