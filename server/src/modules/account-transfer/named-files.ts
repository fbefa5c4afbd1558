import { Type } from '../../kernel/schema.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { AnyRow } from '../../platform/database/table-rows.ts';
import { readAs } from '../../platform/schema-check.ts';
import { foreignFileKeys } from '../releases/index.ts';
import { entryOf, type Manifest } from './manifest.ts';
import { fileOf, logoOf, type NamedFile, TABLES_WITH_FILES } from './stored-files.ts';
import { readTable } from './table-files.ts';

/** The files that the rows of an export name. Throws when one may belong to another account of this instance. */
export async function* namedFiles(db: Reader, folder: string, manifest: Manifest): AsyncGenerator<NamedFile> {
  const logo = logoOf(manifest.account);
  if (logo !== undefined) yield logo;
  for (const table of TABLES_WITH_FILES) {
    for await (const page of readTable(folder, entryOf(manifest, table))) {
      await refuseForeignFiles(db, manifest.account.id, table, page);
      for (const row of page) {
        const file = fileOf(table, row);
        if (file !== undefined) yield file;
      }
    }
  }
}

/**
 * Throws when rows have the key of a file or upload of another account here: its bytes would be served, replaced and
 * deleted with theirs.
 */
export async function refuseForeignFiles(
  db: Reader,
  accountId: string,
  table: string,
  rows: readonly AnyRow[],
): Promise<void> {
  if (table !== 'release_files') return;
  const [foreign] = await foreignFileKeys(
    db,
    accountId,
    rows.map(({ key }) => String(key)),
  );
  if (foreign !== undefined) throw new Error(`another account of this instance has the file ${foreign}`);
}

const Download = Type.Object({
  downloadKey: Type.String(),
  storageKey: Type.String(),
  sizeBytes: Type.Integer(),
  sha256: Type.String(),
});

/**
 * Throws when a file belongs to another account of this instance, or when a download has another place, size or hash
 * than its file.
 */
export async function checkNamedFiles(db: Reader, folder: string, manifest: Manifest): Promise<void> {
  const files = new Map<string, NamedFile>();
  for await (const file of namedFiles(db, folder, manifest)) files.set(file.key, file);
  for await (const page of readTable(folder, entryOf(manifest, 'release_downloads'))) {
    for (const row of page) {
      const download = readAs(Download, row);
      const file = files.get(download?.storageKey ?? '');
      const isSame =
        file?.uploadKey === download?.downloadKey &&
        file?.size === download?.sizeBytes &&
        file?.sha256 === download?.sha256;
      if (file === undefined || !isSame)
        throw new Error(`the download ${String(row['downloadKey'])} is not the file that it names`);
    }
  }
}
