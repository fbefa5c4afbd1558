import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ByteRange, FileContent, OpenedFile, Storage, StoredFile } from './storage.ts';
import { RangeUnsatisfiable, checkKey } from './storage.ts';

/** Files on the machine's own disk. */
export interface DiskStorage extends Storage {
  /**
   * Removes what writers left behind that were cut off (a kill, a power cut) and that nobody has written to
   * since the given time. Gives the number of files removed.
   */
  removeAbandoned(before: Date): Promise<number>;
}

/**
 * Opens a folder as storage, and makes it when it is not there. Several processes may share it.
 * Keys that `checkKey` refuses are refused with a `RangeError`, so that nothing outside the folder is
 * ever touched.
 */
export async function openDiskStorage(folder: string): Promise<DiskStorage> {
  const root = resolve(folder);
  // No key starts with a dot, so no file can be put here by name.
  const incoming = join(root, '.incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const pathOf = (key: string): string => join(root, checkKey(key));

  return {
    put: async (key, content) => putFile(pathOf(key), join(incoming, randomUUID()), chunksOf(content)),
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
    },
    tryWrite: () => tryWrite(join(incoming, randomUUID())),
    removeAbandoned: (before) => removeOlder(incoming, before),
  };
}

/** As much as a small file takes; a full disk refuses it when it is written, or at the latest when it is closed. */
const TRIAL_BYTES = Buffer.alloc(16_384, 1);

async function tryWrite(path: string): Promise<void> {
  try {
    await writeFile(path, TRIAL_BYTES, { mode: 0o600, flush: true });
  } finally {
    await rm(path, { force: true });
  }
}

type Chunks = Iterable<unknown> | AsyncIterable<unknown>;

function chunksOf(content: FileContent): Chunks {
  if (content instanceof Uint8Array) return [content];
  if (!(content instanceof Readable)) return content;
  // A stream that fails before anybody listens ends the process; the reader below gets the failure again.
  content.on('error', () => undefined);
  return content.iterator({ destroyOnReturn: false });
}

/** Writes next to the final place and renames, which replaces a file in one step or not at all. */
async function putFile(path: string, temporaryPath: string, chunks: Chunks): Promise<StoredFile> {
  try {
    const file = await writeDurably(temporaryPath, chunks);
    await makeFolder(dirname(path));
    await rename(temporaryPath, path);
    await syncFolder(dirname(path));
    return file;
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

async function writeDurably(path: string, chunks: Chunks): Promise<StoredFile> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of chunks) {
      // A stream with an encoding gives text, and would be written as other bytes than it was sent.
      if (!(chunk instanceof Uint8Array)) throw new TypeError('the content of a file comes in bytes');
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
    return { size, sha256: hash.digest('hex') };
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
  // A range cannot say "nothing", so an empty file is read without one.
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

/** Makes a folder and what leads to it, such that a power cut does not take it away again. */
async function makeFolder(folder: string): Promise<void> {
  const firstFolder = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (firstFolder === undefined) return;
  for (let parent = folder; parent.length >= firstFolder.length; parent = dirname(parent)) {
    await syncFolder(dirname(parent));
  }
}

/** The name of a file belongs to its folder, which has to reach the disk too. */
async function syncFolder(folder: string): Promise<void> {
  // Windows does not open folders, and keeps names in its own journal.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The result, or `undefined` when there is no such file, or part of its path is not a folder. */
async function ignoreAbsent<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
