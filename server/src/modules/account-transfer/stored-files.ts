import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Type } from '../../kernel/schema.ts';
import type { AnyRow } from '../../platform/database/table-rows.ts';
import { readAs } from '../../platform/schema-check.ts';
import { checkKey, type Storage } from '../../platform/storage/storage.ts';
import { FILES } from './manifest.ts';

/** A file in the storage that rows of an account name. */
export interface NamedFile {
  readonly key: string;
  readonly kind: 'icon' | 'release';
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes; absent for icons, whose rows do not say it. */
  readonly size?: number;
}

const ReleaseFile = Type.Object({
  storageKey: Type.String(),
  sizeBytes: Type.Integer(),
  sha256: Type.String(),
});
const WithIcon = Type.Object({ iconKey: Type.String() });

/** The tables whose rows name files. */
export const TABLES_WITH_FILES: readonly string[] = ['products', 'bundles', 'release_files'];

/** The file that a row of a table names; `undefined` for most rows. */
export function fileOf(table: string, row: AnyRow): NamedFile | undefined {
  if (!TABLES_WITH_FILES.includes(table)) return undefined;
  const file = readAs(ReleaseFile, row);
  if (file !== undefined)
    return { key: checkKey(file.storageKey), kind: 'release', sha256: file.sha256, size: file.sizeBytes };
  const icon = readAs(WithIcon, row);
  if (icon === undefined) return undefined;
  // Icons are named by their content.
  const [, sha256 = ''] = /^icons\/([0-9a-f]{64})\.[a-z]+$/.exec(icon.iconKey) ?? [];
  return { key: checkKey(icon.iconKey), kind: 'icon', sha256 };
}

/** Copies a file from the storage to the folder. Throws when it is not there, or not the one that its row describes. */
export async function copyOut(storage: Storage, folder: string, file: NamedFile): Promise<void> {
  const source = await storage.read(file.key);
  if (source === undefined) throw new Error(`the file ${file.key} is not in the storage`);
  const path = join(folder, FILES, file.key);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(source.stream, hashing, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  if (hash.digest('hex') !== file.sha256) throw new Error(`the file ${file.key} in the storage is damaged`);
}

/**
 * Puts a file of the folder into the storage, unless it is there already, and gives whether it did. Throws when the
 * folder has another file, and gives `missing` when neither place has it.
 */
export async function copyIn(
  storage: Storage,
  folder: string,
  file: NamedFile,
): Promise<'added' | 'present' | 'missing'> {
  const present = await storage.stat(file.key);
  if (present !== undefined && (file.size === undefined || present.size === file.size)) return 'present';
  const path = join(folder, FILES, file.key);
  const isThere = await stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
  if (!isThere) return 'missing';
  const { sha256 } = await storage.put(file.key, createReadStream(path));
  if (sha256 === file.sha256) return 'added';
  await storage.delete(file.key);
  throw new Error(`${FILES}/${file.key} of the export is damaged, or was changed`);
}
