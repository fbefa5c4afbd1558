import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { newSalt, passphraseKeys } from '../../platform/crypto/passphrase.ts';
import { countRowsOf } from '../../platform/database/account-tables.ts';
import type { Reader } from '../../platform/database/database.ts';
import { type AnyRow, rowsOf } from '../../platform/database/table-rows.ts';
import { tableShape } from '../../platform/database/table-shape.ts';
import { verifyJournal } from '../../platform/journal/verify-journal.ts';
import { type Context, movedAccount, recordExport } from '../accounts/index.ts';
import { FILES, type FileEntry, type Manifest, MANIFEST, newManifest, withSeal } from './manifest.ts';
import { movedWork } from './moved-work.ts';
import { SEALED_COLUMNS, tablesInOrder } from './moved-tables.ts';
import { copyOut, fileOf, logoOf, type NamedFile } from './stored-files.ts';
import { writeTable } from './table-files.ts';

/** The options of an export. */
export interface ExportOptions {
  /** A folder that does not exist yet. */
  readonly folder: string;
  /** Seals the key to the account's secrets; without it the export can be read, but not imported. */
  readonly passphrase?: string | undefined;
  /** Whether to copy the files of releases instead of only naming them. Icons are always copied. */
  readonly copiesFiles: boolean;
  /** Called with a table and the number of its rows so far. */
  readonly onProgress?: (table: string, rows: number) => void;
  /** The number of rows of a table to read at a time. */
  readonly rowsAtOnce?: number;
}

/** The result of an export. */
interface ExportReport {
  readonly manifest: Manifest;
  readonly files: number;
  /** Jobs of the account that have not run, and do not move. */
  readonly waitingJobs: number;
}

/**
 * Writes the whole account to a new folder, as of one moment, while the server continues: a file for each table, and
 * finally the manifest. Throws when the folder exists, or when a file is missing or damaged.
 */
export async function exportAccount(ctx: Context, options: ExportOptions): Promise<ExportReport> {
  const { folder, passphrase, copiesFiles } = options;
  await makeFolder(folder);
  const salt = newSalt();
  const keys = passphrase === undefined ? undefined : await passphraseKeys(passphrase, salt);
  const exportedAt = ctx.clock.now().toISOString();
  const files = new Map<string, NamedFile>();
  const { contents, account, journal, work, jobs } = await ctx.database.snapshot(async (reader) => {
    const ownRow = await movedAccount(reader, ctx.account.id);
    if (ownRow === undefined) throw new Error(`there is no account ${ctx.account.id}`);
    return {
      account: ownRow,
      contents: await writeTables(ctx, reader, options, (file) => files.set(file.key, file)),
      journal: await verifyJournal({ ...ctx, database: { ...ctx.database, reader } }, ctx.account.id),
      work: keys === undefined ? [] : await movedWork(reader, ctx.account.id),
      jobs: await countRowsOf(reader, 'jobs', ctx.account.id),
    };
  });
  const logo = logoOf(account);
  if (logo !== undefined) files.set(logo.key, logo);
  const copies = [...files.values()].filter(({ kind }) => copiesFiles || kind !== 'release');
  for (const file of copies) {
    options.onProgress?.(`${FILES}/${file.key}`, 1);
    if (file.kind === 'document' && (await ctx.storage.stat(file.key)) === undefined) continue;
    await copyOut(ctx.storage, folder, file);
  }
  const manifest = newManifest({
    schema: ctx.database.schema,
    exportedAt,
    account,
    journal: {
      headSequence: journal.headSequence,
      headHash: journal.headHash,
      isIntact: journal.tampering === undefined,
    },
    hasFiles: copiesFiles,
    contents,
    ...(keys && { work, keys: { salt, dataKeySealed: ctx.vault.exportDataKey(ctx.account, keys.sealing) } }),
  });
  const whole = keys === undefined ? manifest : withSeal(manifest, keys);
  await writeManifest(folder, whole);
  await recordExport(ctx, keys !== undefined);
  return { manifest: whole, files: copies.length, waitingJobs: jobs - work.length };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new Error(`${folder} already exists: choose another folder`, { cause: error });
  }
}

async function writeTables(
  { account }: Context,
  reader: Reader,
  { folder, passphrase, onProgress, rowsAtOnce }: ExportOptions,
  onFile: (file: NamedFile) => void,
): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  for (const table of await tablesInOrder(reader)) {
    const pages = rowsOf(reader, await tableShape(reader, table), account.id, rowsAtOnce);
    let rows = 0;
    const entry = await writeTable(
      folder,
      table,
      passphrase === undefined ? withoutColumns(pages, SEALED_COLUMNS[table] ?? []) : pages,
      (page) => {
        rows += page.length;
        onProgress?.(table, rows);
        for (const row of page) {
          const file = fileOf(table, row);
          if (file !== undefined) onFile(file);
        }
      },
    );
    entries.push(entry);
  }
  return entries;
}

async function* withoutColumns(
  pages: AsyncIterable<readonly AnyRow[]>,
  columns: readonly string[],
): AsyncGenerator<readonly AnyRow[]> {
  for await (const page of pages) {
    yield page.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name))),
    );
  }
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, MANIFEST), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
