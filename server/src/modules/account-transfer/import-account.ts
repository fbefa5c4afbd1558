import { type PassphraseKeys, passphraseKeys } from '../../platform/crypto/passphrase.ts';
import { type CommandTxOf, inTransaction } from '../../platform/context/context.ts';
import { countRowsOf } from '../../platform/database/account-tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type AnyRow, insertRows } from '../../platform/database/table-rows.ts';
import { type TableShape, tableShape } from '../../platform/database/table-shape.ts';
import { adoptJournal, type JournalAdoption } from '../../platform/journal/adopt-journal.ts';
import type { System } from '../../platform/system.ts';
import {
  hostsOfMovedAccount,
  insertMovedAccount,
  refuseMovedAccount,
  terminalContext,
} from '../accounts/index.ts';
import { resumeCodeBatches } from '../coupons/index.ts';
import { resumeGrace } from '../licensing/index.ts';
import { resumePending } from '../payments/index.ts';
import { resumeReturns } from '../subscriptions/index.ts';
import { resumeVoucherBatches } from '../vouchers/index.ts';
import { addFiles, type FileOptions, restoreFiles, withRemoval } from './import-files.ts';
import { entryOf, isSealedBy, type Manifest, readManifest } from './manifest.ts';
import { tablesInOrder } from './moved-tables.ts';
import { resumeMovedWork } from './moved-work.ts';
import { checkNamedFiles, refuseForeignFiles } from './named-files.ts';
import { checkTable, readTable } from './table-files.ts';

/** The origin of an account. */
export interface ImportOptions extends FileOptions {
  readonly folder: string;
  readonly passphrase: string;
  /** Called with a table and the number of its rows so far. */
  readonly onProgress?: (table: string, rows: number) => void;
  /** The number of rows of a table to add at a time. */
  readonly rowsAtOnce?: number;
  /** Derives the keys of the passphrase. Default `passphraseKeys`; tests derive them less often. */
  readonly deriveKeys?: typeof passphraseKeys;
}

type ExportLocation = Pick<ImportOptions, 'folder' | 'passphrase' | 'deriveKeys'>;

/** The result of an import. */
export interface ImportReport {
  readonly accountId: string;
  readonly rows: number;
  /** Files that were copied into the storage. */
  readonly files: number;
  readonly missingFiles: number;
  /** Whether hosts that name no account now lead to it. */
  readonly isDefault: boolean;
  /** Settings that only the operator may set on an instance with other accounts: they have their defaults. */
  readonly omittedSettings: readonly string[];
}

/** An export with a verified passphrase and verified files. */
interface CheckedExport {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly keys: PassphraseKeys;
  readonly domains: readonly string[];
  /** All hosts that will lead to the account. */
  readonly hosts: readonly string[];
}

/**
 * Checks an export before anything is written: its version, its passphrase, the hash of every file. Throws, with a
 * sentence, when it cannot be imported here or refers to something of another account; raises what `refuseMovedAccount`
 * raises.
 */
export async function openExport(
  system: System,
  { folder, passphrase, deriveKeys = passphraseKeys }: ExportLocation,
): Promise<CheckedExport> {
  const manifest = await readManifest(folder, system.database.schema);
  if (manifest.keys === undefined) {
    throw new Error(
      'the export has no keys, so it can be read but not imported: nothing could sign license tokens that the ' +
        'applications of the account accept',
    );
  }
  const keys = await deriveKeys(passphrase, manifest.keys.salt);
  if (!isSealedBy(manifest, keys))
    throw new Error('the passphrase is wrong, or the manifest of the export was changed');
  const { reader } = system.database;
  const expected = (await tablesInOrder(reader)).toSorted().join();
  const tables = manifest.contents.map(({ table }) => table);
  if (tables.toSorted().join() !== expected)
    throw new Error('the export does not have the tables of this version');
  for (const entry of manifest.contents) await checkTable(folder, entry);
  const domains: string[] = [];
  for await (const page of readTable(folder, entryOf(manifest, 'account_domains')))
    domains.push(...page.map(({ domain }) => String(domain)));
  await refuseMovedAccount(reader, system.config, manifest.account, domains);
  await checkNamedFiles(reader, folder, manifest);
  const hosts = hostsOfMovedAccount(system.config, manifest.account, domains);
  return { folder, manifest, keys, domains, hosts };
}

/**
 * Adds the account of a verified export, with all its ids, times and keys: first its files, then everything in one
 * transaction. Nothing is left when it fails. Raises `AccountExists` and `DomainInUse`.
 */
export async function importAccount(
  system: System,
  checked: CheckedExport,
  options: Omit<ImportOptions, 'folder' | 'passphrase'>,
): Promise<ImportReport> {
  const { manifest } = checked;
  const added = await addFiles(system, checked, options);
  const { isDefault, omittedSettings } = await withRemoval(system, added, () =>
    system.database.transaction((tx) => addRows(system, tx, checked, options)),
  );
  return {
    accountId: manifest.account.id,
    rows: manifest.contents.reduce((sum, entry) => sum + entry.rows, 0),
    files: added.size,
    missingFiles: await restoreFiles(system, checked, added),
    isDefault,
    omittedSettings,
  };
}

async function addRows(
  system: System,
  tx: Tx,
  { folder, manifest, keys, domains }: CheckedExport,
  { onProgress, rowsAtOnce }: Pick<ImportOptions, 'onProgress' | 'rowsAtOnce'>,
): Promise<{ readonly isDefault: boolean; readonly omittedSettings: readonly string[] }> {
  const { account, journal, exportedAt } = manifest;
  const dataKey = system.vault.importDataKey(account.id, keys.sealing, manifest.keys?.dataKeySealed ?? '');
  const { database: _, ...ctx } = terminalContext(system, { id: account.id, dataKey });
  const origin = { exportedAt: new Date(exportedAt), ...journal };
  const result = await insertMovedAccount(inTransaction(ctx, tx), account, { domains, origin });
  const adoption = adoptJournal(system);
  for (const table of await tablesInOrder(tx)) {
    const shape = await tableShape(tx, table);
    let rows = 0;
    const entry = entryOf(manifest, table);
    const before = await countRowsOf(tx, table, account.id);
    for await (const page of readTable(folder, entry, rowsAtOnce)) {
      await refuseForeignFiles(tx, account.id, table, page);
      await addPage(tx, shape, page, { accountId: account.id, adoption });
      rows += page.length;
      onProgress?.(table, rows);
    }
    const total = (await countRowsOf(tx, table, account.id)) - before;
    if (total !== entry.rows)
      throw new Error(`${total} rows of ${table} were added, and the manifest says ${entry.rows}`);
  }
  await adoption.finish(tx);
  await resumeWork(inTransaction(ctx, tx), manifest);
  return result;
}

/** Enqueues what was under way when the account was exported, and would not go on by itself: few jobs move. */
async function resumeWork(
  tx: CommandTxOf<{ readonly id: string }>,
  { work }: Pick<Manifest, 'work'>,
): Promise<void> {
  await resumeMovedWork(tx, work);
  await resumePending(tx);
  await resumeReturns(tx);
  await resumeVoucherBatches(tx);
  await resumeCodeBatches(tx);
  await resumeGrace(tx);
}

async function addPage(
  tx: Tx,
  shape: TableShape,
  page: readonly AnyRow[],
  { accountId, adoption }: { readonly accountId: string; readonly adoption: JournalAdoption },
): Promise<void> {
  const names = Object.keys(shape.columns).toSorted().join();
  for (const row of page) {
    if (row['accountId'] !== accountId) throw new Error(`a row of ${shape.table} belongs to another account`);
    if (Object.keys(row).toSorted().join() !== names)
      throw new Error(`a row of ${shape.table} does not have the columns of this version`);
  }
  const rows = await adoption.adopt(tx, shape.table, page);
  await insertRows(
    tx,
    shape,
    rows.map((row) => withDates(shape, row)),
  );
}

/** Moments are texts in files. */
function withDates({ columns }: TableShape, row: AnyRow): AnyRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      columns[name] === 'TIMESTAMP' && typeof value === 'string' ? new Date(value) : value,
    ]),
  );
}
