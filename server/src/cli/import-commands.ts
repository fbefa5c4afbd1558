import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { Context } from '../modules/accounts/index.ts';
import type { ImportKind, ImportReport, ImportSource } from '../modules/transfer/index.ts';
import { PartialSuccess, UsageError } from './failure.ts';
import { printJson, printTable } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';
import { callerPath } from './caller-path.ts';

const KINDS = [
  'variations',
  'customers',
  'licenses',
  'subscriptions',
  'trials',
  'vouchers',
] as const satisfies readonly ImportKind[];

/** `latchkey import …` */
export function addImportCommands(program: Command): void {
  program
    .command('import')
    .description(
      'import variations, customers, licenses, subscriptions, trials and vouchers from a CSV file or from Keygen; a dry run without --apply',
    )
    .argument('[path]', 'the CSV file, or the folder with the pages of the Keygen API', callerPath)
    .addOption(new Option('--from <source>', 'what the path is').choices(['csv', 'keygen']))
    .addOption(new Option('--kind <kind>', 'the kind of entry in the CSV file').choices([...KINDS]))
    .option('--map <file>', 'JSON file that maps columns to fields, or policies to products', callerPath)
    .addOption(new Option('--template <name>', 'print a mapping to start from').choices([...KINDS, 'keygen']))
    .addOption(
      new Option('--encoding <name>', 'text encoding of a CSV file')
        .choices(['utf8', 'latin1'])
        .default('utf8'),
    )
    .option('--apply', 'store the entries of the dry run; a second run creates nothing twice')
    .option('--report <file>', 'write the whole report as JSON into a new file', callerPath)
    .option('--account <id>', 'the account; by default the default account')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
Exit codes: 0 everything was, or can be, imported; 1 failure; 2 wrong command; 3 some entries were refused.

Examples:
  latchkey import --template licenses > mapping.json
  latchkey import --from csv --kind licenses --map mapping.json licenses.csv
  latchkey import --from csv --kind licenses --map mapping.json --apply licenses.csv
  latchkey import --from keygen --map mapping.json --report report.json pages/`,
    )
    .action(importCommand);
}

interface ImportOptions {
  readonly from?: 'csv' | 'keygen';
  readonly kind?: (typeof KINDS)[number];
  readonly map?: string;
  readonly template?: (typeof KINDS)[number] | 'keygen';
  readonly encoding: 'utf8' | 'latin1';
  readonly apply?: true;
  readonly report?: string;
  readonly account?: string;
  readonly json?: true;
}

async function importCommand(path: string | undefined, options: ImportOptions): Promise<void> {
  const { IMPORT_TEMPLATES, runImport } = await import('../modules/transfer/index.ts');
  if (options.template !== undefined) return printJson(IMPORT_TEMPLATES[options.template]);
  if (path === undefined || options.from === undefined)
    throw new UsageError('name a file or folder, and what it is with --from (add --help for help)');
  const sources = await sourcesOf(path, options);
  const report = await reportedIn(options.report, () =>
    withSystem(async (system) => {
      const { terminalContext } = await import('../modules/accounts/index.ts');
      const account = await accountOrDefault(system, options.account);
      const ctx: Context = terminalContext(system, account);
      return runImport(ctx, sources, { isApplied: options.apply === true, onProgress: progress() });
    }),
  );
  if (options.json === true) printJson(report);
  else printReport(report);
  const refusals = refusalsOf(report);
  if (refusals > 0)
    throw new PartialSuccess(`${refusals} ${refusals === 1 ? 'entry was' : 'entries were'} refused`);
}

/**
 * Runs an import and writes its report into a new file, which is created before the import starts: nothing is stored
 * without a place for the report. A failed import leaves no file.
 */
async function reportedIn(path: string | undefined, run: () => Promise<ImportReport>): Promise<ImportReport> {
  if (path === undefined) return run();
  const file = await newFile(path);
  try {
    const report = await run();
    await file.writeFile(`${JSON.stringify(report, undefined, 2)}\n`);
    return report;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function newFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new UsageError(`${path} already exists: name a new file for the report`);
  }
}

async function sourcesOf(path: string, options: ImportOptions): Promise<ImportSource[]> {
  const transfer = await import('../modules/transfer/index.ts');
  const mapping: unknown = options.map === undefined ? {} : JSON.parse(await readFile(options.map, 'utf8'));
  if (options.from === 'keygen') return transfer.keygenSources(path, transfer.readKeygenMapping(mapping));
  const { kind, encoding } = options;
  if (kind === undefined || options.map === undefined)
    throw new UsageError('a CSV file needs --kind and --map (--template prints a mapping)');
  return [
    await transfer.csvSource(path, { kind, mapping: transfer.readCsvMapping(kind, mapping), encoding }),
  ];
}

const PROGRESS_LINES = 5_000;

/** Reports progress on stderr after every 5,000 entries: stdout is reserved for the result. */
function progress(): (kind: string, counts: { readonly lines: number }) => void {
  const before = new Map<string, number>();
  return (kind, { lines }) => {
    const step = Math.floor(lines / PROGRESS_LINES);
    if (step > (before.get(kind) ?? 0)) console.error(`${kind}: ${lines} entries read`);
    before.set(kind, step);
  };
}

/** Longer lists of refused entries are for `--report`. */
const MOST_PRINTED_ENTRIES = 50;

function printReport(report: ImportReport): void {
  const { applied, kinds, unmapped } = report;
  printTable(kinds, [
    ['KIND', ({ kind }) => kind],
    ['READ', ({ lines }) => String(lines)],
    [applied ? 'CREATED' : 'TO CREATE', ({ created }) => String(created)],
    [applied ? 'UPDATED' : 'TO UPDATE', ({ updated }) => String(updated)],
    ['EXIST', ({ exists }) => String(exists)],
    ['REFUSED', ({ invalid, failed }) => String(invalid + failed)],
  ]);
  printRefusals(report);
  if (unmapped.length > 0) {
    console.log('\nWithout a place here:');
    for (const { name, count, examples } of unmapped)
      console.log(`  ${count} × ${name} (${examples.join(', ')})`);
  }
  const dryRun = 'This was a dry run: nothing was stored. Run it again with --apply.';
  console.log(`\n${applied ? outcomeOf(report) : dryRun}`);
}

/** What an import has stored, and what is left to do. */
function outcomeOf(report: ImportReport): string {
  const count = refusalsOf(report);
  if (count === 0) return 'Done.';
  const [entries, them] = count === 1 ? ['entry', 'it'] : ['entries', 'them'];
  const hasStored = report.kinds.some(({ created, updated }) => created + updated > 0);
  const outcome = hasStored
    ? `Stored, except for the refused ${entries}: correct ${them}`
    : `Nothing was stored: correct the refused ${entries}`;
  return `${outcome}, and run the command again.`;
}

function printRefusals({ refusals, refusedEntries }: ImportReport): void {
  if (refusals.length === 0) return;
  console.log('\nRefused:');
  for (const { kind, reason, count, examples } of refusals)
    console.log(`  ${count} × ${kind}: ${reason} (${examples.join(', ')})`);
  console.log('\nEntry by entry:');
  for (const { kind, place, reasons } of refusedEntries.slice(0, MOST_PRINTED_ENTRIES))
    console.log(`  ${kind}, ${place}: ${reasons.join('; ')}`);
  const rest = refusedEntries.length - MOST_PRINTED_ENTRIES;
  if (rest > 0) console.log(`  … and ${rest} more: --report <file> writes them all`);
}

function refusalsOf({ kinds }: ImportReport): number {
  return kinds.reduce((sum, { invalid, failed }) => sum + invalid + failed, 0);
}
