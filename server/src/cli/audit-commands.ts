import type { Command } from 'commander';
import type { JournalReport, Tampering } from '../platform/journal/verify-journal.ts';
import { printJson } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

/** `latchkey audit …` */
export function addAuditCommands(program: Command): void {
  program
    .command('audit')
    .description('verify the audit log of each account')
    .command('verify')
    .description('check that no event was altered, removed or reordered; exit code 1 if one was')
    .option('--account <id>', 'only this account; by default all of them')
    .option('--json', 'print JSON')
    .action(verifyCommand);
}

interface VerifyOptions {
  readonly account?: string;
  readonly json?: true;
}

const PROGRESS_EVENTS = 100_000;

async function verifyCommand({ account: id, json }: VerifyOptions): Promise<void> {
  const { listAccounts } = await import('../modules/accounts/index.ts');
  const { verifyJournal } = await import('../platform/journal/verify-journal.ts');
  await withSystem(async (system) => {
    const accounts = id === undefined ? await listAccounts(system) : [await accountOrDefault(system, id)];
    const reports: (JournalReport & { readonly account: string })[] = [];
    for (const account of accounts) {
      const report = await verifyJournal(system, account.id, progressOf(account.id));
      reports.push({ account: account.id, ...report });
      if (json !== true) console.log(sentenceOf(account.id, report));
    }
    if (json === true) printJson(reports);
    const broken = reports.filter(({ tampering }) => tampering !== undefined);
    if (broken.length > 0)
      throw new Error(`the audit log was changed: ${broken.map(({ account }) => account).join(', ')}`);
  });
}

/** Reports progress on stderr after every 100,000 rows: stdout is reserved for the result. */
function progressOf(accountId: string): (rows: number) => void {
  let read = 0;
  return (rows) => {
    const before = read;
    read += rows;
    if (Math.floor(read / PROGRESS_EVENTS) > Math.floor(before / PROGRESS_EVENTS))
      console.error(`${accountId}: ${read} rows read`);
  };
}

function sentenceOf(accountId: string, report: JournalReport): string {
  const { chained, waiting, headSequence, headHash, tampering } = report;
  if (tampering !== undefined) return `${accountId}: ${tamperingText(tampering)}`;
  if (headSequence === 0) return `${accountId}: intact; ${waiting} events are not in the chain yet`;
  return `${accountId}: intact; ${chained} events, ${waiting} not in the chain yet; the chain ends with ${headSequence} ${headHash}`;
}

function tamperingText({ kind, sequence, eventId }: Tampering): string {
  const event = eventId === undefined ? 'the event' : `the event ${eventId}`;
  const place = sequence === undefined ? '' : ` at place ${sequence} of the chain`;
  switch (kind) {
    case 'altered':
      return `${event}${place} was altered`;
    case 'removed':
      return `${event}${place} was removed`;
    case 'reordered':
      return `${event}${place} does not belong there: the order was changed, or an earlier event was removed`;
    case 'added':
      return `${event} was added by something other than Latchkey`;
  }
}
