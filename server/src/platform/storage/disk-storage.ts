import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { type MeasuredContent, measure } from './content.ts';
import type { ByteRange, FileContent, OpenedFile, Storage, StoredEntry, StoredFile } from './storage.ts';
import { RangeUnsatisfiable, checkKey } from './storage.ts';

/**
 * Opens a folder as storage, and creates it if it does not exist. Several processes may share it. Keys that `checkKey`
 * refuses are refused with a `RangeError`, so that nothing outside the folder is ever touched.
 */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const root = resolve(folder);
  // No key starts with a dot, so no file can be put here by name.
  const incoming = join(root, '.incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const pathOf = (key: string): string => join(root, checkKey(key));
  const write = async (key: string, content: FileContent): Promise<StoredFile> =>
    putFile(pathOf(key), join(incoming, randomUUID()), measure(content));

  return {
    put: write,
    compose: async (key, parts) => write(key, contentOf(parts.map(pathOf))),
    list: async (key) => listFolder(pathOf(key), key),
    read: async (key, range) => readFile(pathOf(key), range),
    async stat(key) {
      const stats = await ignoreAbsent(stat(pathOf(key)));
      return stats?.isFile() === true ? { size: stats.size } : undefined;
    },
    async delete(key) {
      const path = pathOf(key);
      const stats = await ignoreAbsent(stat(path));
      if (stats?.isFile() !== true) return;
      await rm(path, { force: true });
      await syncFolder(dirname(path));
      await removeEmptyFolder(dirname(path), root);
    },
    removeAbandoned: (before) => removeOlder(incoming, before),
    close: () => undefined,
  };
}

/** The bytes of files, one after the other, without more than a chunk of them in memory. */
async function* contentOf(paths: readonly string[]): AsyncGenerator {
  for (const path of paths) {
    const file = await open(path, 'r');
    yield* file.createReadStream({ highWaterMark: 262_144 });
  }
}

async function listFolder(path: string, folder: string): Promise<StoredEntry[]> {
  const names = (await ignoreAbsent(readdir(path, { recursive: true }))) ?? [];
  const entries: StoredEntry[] = [];
  for (const name of names.toSorted()) {
    const stats = await ignoreAbsent(stat(join(path, name)));
    if (stats?.isFile() === true)
      entries.push({ key: `${folder}/${name.replaceAll(sep, '/')}`, size: stats.size });
  }
  return entries;
}

/** An empty folder is useless, and would stay forever. */
async function removeEmptyFolder(folder: string, root: string): Promise<void> {
  if (dirname(folder) === root || folder === root) return;
  try {
    await rmdir(folder);
  } catch {
    // Another file exists, or was created in the meantime.
  }
}

/** Writes next to the final place and renames, which replaces a file in one step or not at all. */
async function putFile(path: string, temporaryPath: string, content: MeasuredContent): Promise<StoredFile> {
  try {
    const result = await writeDurably(temporaryPath, content);
    // A concurrent delete of the folder's last file removes the folder, too.
    if (!(await moveFile(temporaryPath, path)) && !(await moveFile(temporaryPath, path)))
      throw new Error(`there is no folder for ${path}`);
    await syncFolder(dirname(path));
    return result;
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

async function moveFile(from: string, to: string): Promise<boolean> {
  await makeFolder(dirname(to));
  return (await ignoreAbsent(rename(from, to).then(() => true))) === true;
}

async function writeDurably(path: string, { chunks, measured }: MeasuredContent): Promise<StoredFile> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
    return measured();
  } finally {
    await file.close();
  }
}

async function readFile(path: string, range: ByteRange | undefined): Promise<OpenedFile | undefined> {
  const file = await ignoreAbsent(open(path, 'r'));
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat();
    if (stats.isFile()) return openStream(file, stats.size, range);
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
}

function openStream(file: FileHandle, size: number, range: ByteRange | undefined): OpenedFile {
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? size - 1, size - 1);
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end;
  if (range !== undefined && !isRange) throw new RangeUnsatisfiable(size);
  // A range cannot be empty, so an empty file is read without one.
  const stream = file.createReadStream(size === 0 ? {} : { start, end });
  return { stream, size, length: size === 0 ? 0 : end - start + 1 };
}

async function removeOlder(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const stats = await ignoreAbsent(stat(path));
    if (stats === undefined || stats.mtime >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Creates a folder and its parents so that they survive a power cut. */
async function makeFolder(folder: string): Promise<void> {
  const firstFolder = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (firstFolder === undefined) return;
  for (let parent = folder; parent.length >= firstFolder.length; parent = dirname(parent)) {
    await syncFolder(dirname(parent));
  }
}

/** The name of a file belongs to its folder, which must be flushed to disk, too. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and stores names in its own journal.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The result, or `undefined` when the file does not exist, or part of its path is not a folder. */
async function ignoreAbsent<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
