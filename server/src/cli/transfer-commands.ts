import process from 'node:process';
import type { Command } from 'commander';
import { askSecret } from './ask.ts';
import { CONFIRM_MOVE, confirmMoves } from './confirm-move.ts';
import { printJson } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';
import { callerPath } from './caller-path.ts';

const PASSPHRASE = 'LATCHKEY_EXPORT_PASSPHRASE';
const FEWEST_CHARACTERS = 12;

/** `latchkey export` and `latchkey import-account`. */
export function addTransferCommands(program: Command): void {
  program
    .command('export')
    .description('write a whole account to files, to move it to another instance')
    .requiredOption('--to <folder>', 'a folder that does not exist yet', callerPath)
    .option('--account <id>', 'the account; by default the default account')
    .option('--files', 'also copy the files of releases; otherwise they are only listed')
    .option('--without-keys', 'leave out the keys that decrypt secrets; such an export cannot be imported')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The private keys of the account are sealed with a passphrase of at least ${FEWEST_CHARACTERS} characters: it is read from ${PASSPHRASE},
or asked for. Everything else is readable: protect the folder like a backup. docs/guide/operating.md lists what is moved.`,
    )
    .action(exportCommand);

  program
    .command('import-account')
    .description('import an account that "latchkey export" wrote')
    .argument('<folder>', 'the folder of the export', callerPath)
    .option('--accept-missing-files', 'continue if files of releases are in neither place')
    .option('--files-copied', 'the storage has copies of all files, and is not that of the old instance')
    .option(...CONFIRM_MOVE)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The instance must not have an account with this id. The passphrase is read from ${PASSPHRASE}, or asked for.
Either the whole account is imported, or nothing.`,
    )
    .action(importCommand);
}

interface ExportOptions {
  readonly to: string;
  readonly account?: string;
  readonly files?: true;
  readonly withoutKeys?: true;
  readonly json?: true;
}

async function exportCommand({ to, account: id, files, withoutKeys, json }: ExportOptions): Promise<void> {
  const { terminalContext } = await import('../modules/accounts/index.ts');
  const { exportAccount } = await import('../modules/account-transfer/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const passphrase = withoutKeys === true ? undefined : await newPassphrase();
    const {
      manifest,
      files: copies,
      waitingJobs,
    } = await exportAccount(terminalContext(system, account), {
      folder: to,
      passphrase,
      copiesFiles: files === true,
      onProgress: progress(),
    });
    const rows = manifest.contents.reduce((sum, table) => sum + table.rows, 0);
    if (waitingJobs > 0)
      console.error(`${waitingJobs} jobs of the account have not run, such as mails. They are not exported.`);
    if (!manifest.journal.isIntact)
      console.error(
        'The audit log was changed: "latchkey audit verify" says where. The manifest records this.',
      );
    if (json === true) return printJson({ folder: to, rows, files: copies, waitingJobs, manifest });
    console.log(`Exported account ${account.id} to ${to}: ${rows} rows and ${copies} files.`);
    console.log(
      passphrase === undefined
        ? 'It contains no keys, so it can be read but not imported.'
        : `Next, on the new instance: latchkey import-account ${to}`,
    );
  });
}

interface ImportOptions {
  readonly acceptMissingFiles?: true;
  readonly filesCopied?: true;
  readonly confirm?: string;
  readonly json?: true;
}

async function importCommand(
  folder: string,
  { acceptMissingFiles, filesCopied, confirm, json }: ImportOptions,
): Promise<void> {
  const { movesOfAddition } = await import('../modules/licensing/index.ts');
  const { importAccount, openExport } = await import('../modules/account-transfer/index.ts');
  await withSystem(async (system) => {
    const passphrase =
      process.env[PASSPHRASE] ?? (await askSecret('Passphrase of the export: ', `set ${PASSPHRASE}`));
    const checked = await openExport(system, { folder, passphrase });
    // Stdout is reserved for the result.
    if (checked.hosts.length > 0)
      console.error(`These hosts will lead to the account: ${checked.hosts.join(', ')}.`);
    await confirmMoves(await movesOfAddition(system, checked.manifest.account, checked.domains), confirm);
    const report = await importAccount(system, checked, {
      acceptsMissingFiles: acceptMissingFiles === true,
      filesAreCopies: filesCopied === true,
      onProgress: progress(),
    });
    if (json === true) return printJson(report);
    const { accountId, rows, files, missingFiles, isDefault, omittedSettings } = report;
    console.log(`Imported account ${accountId}: ${rows} rows and ${files} files.`);
    if (missingFiles > 0)
      console.error(`${missingFiles} files of releases are missing, so their downloads will fail.`);
    if (omittedSettings.length > 0) {
      console.error(
        `Left out, because this instance has other accounts: ${omittedSettings.join(' and ')}. Set them with ` +
          `"latchkey account settings ${accountId} --set" if they should apply here.`,
      );
    }
    console.log(isDefault ? 'It is the default account.' : 'It is not the default account of this instance.');
  });
}

/** Requested twice: with a typo, the export could never be imported. */
async function newPassphrase(): Promise<string> {
  const variable = process.env[PASSPHRASE];
  const instead = `set ${PASSPHRASE}, or leave the keys out with --without-keys`;
  const passphrase = variable ?? (await askSecret('Passphrase for the export: ', instead));
  if (passphrase.length < FEWEST_CHARACTERS)
    throw new Error(`the passphrase needs at least ${FEWEST_CHARACTERS} characters`);
  if (variable === undefined && (await askSecret('Repeat the passphrase: ', instead)) !== passphrase)
    throw new Error('the passphrases do not match: nothing was exported');
  return passphrase;
}

const PROGRESS_ROWS = 100_000;

/** Reports progress on stderr after every 100,000 rows of a table: stdout is reserved for the result. */
function progress(): (table: string, rows: number) => void {
  let last = 0;
  return (table, rows) => {
    const step = Math.floor(rows / PROGRESS_ROWS);
    if (step > 0 && step !== last) console.error(`${table}: ${rows} rows`);
    last = step;
  };
}
