import type { Command } from 'commander';
import { notFound } from '../kernel/problem.ts';
import { printedTime, printJson, printTable } from './output.ts';
import { withSystem } from './with-system.ts';

interface JsonOption {
  readonly json?: true;
}

interface ListOptions extends JsonOption {
  readonly account?: string;
  readonly after?: string;
}

/** `latchkey job …` */
export function addJobCommands(program: Command): void {
  const job = program.command('job').description('see background jobs that failed too often, and what to do');

  job
    .command('list')
    .description('list the jobs that were given up, oldest first, at most 100')
    .option('--account <id>', 'only those of this account')
    .option('--after <job-id>', 'go on after this job')
    .option('--json', 'print JSON, with what each job was to work on')
    .action(listCommand);

  job
    .command('retry')
    .description('let a running server try a job again, with all its attempts')
    .argument('<job-id>', 'the id that "latchkey job list" shows')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption) => endCommand(id, 'retried', options));

  job
    .command('discard')
    .description('forget a job for good; what it was to do is not done')
    .argument('<job-id>', 'the id that "latchkey job list" shows')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption) => endCommand(id, 'discarded', options));
}

async function listCommand({ account, after, json }: ListOptions): Promise<void> {
  const { listDeadJobs } = await import('../platform/jobs/dead-jobs.ts');
  await withSystem(async ({ database }) => {
    const jobs = await listDeadJobs(database.reader, {
      ...(account !== undefined && { accountId: account }),
      ...(after !== undefined && { afterId: after }),
    });
    if (json === true) return printJson(jobs);
    if (jobs.length === 0) return console.log('No job was given up.');
    printTable(jobs, [
      ['ID', ({ id }) => id],
      ['ACCOUNT', ({ accountId }) => accountId ?? '-'],
      ['KIND', ({ kind }) => kind],
      ['ATTEMPTS', ({ attempts }) => String(attempts)],
      ['GIVEN UP', ({ diedAt }) => printedTime(diedAt)],
      ['LAST ERROR', ({ lastError }) => lastError.replaceAll(/\s+/g, ' ')],
    ]);
  });
}

async function endCommand(id: string, outcome: 'retried' | 'discarded', { json }: JsonOption): Promise<void> {
  const { discardDeadJob, retryDeadJob } = await import('../platform/jobs/dead-jobs.ts');
  const end = outcome === 'retried' ? retryDeadJob : discardDeadJob;
  await withSystem(async ({ database }) => {
    if (!(await database.transaction((tx) => end(tx, id)))) {
      throw notFound({
        detail: `no job with the id ${id} was given up: "latchkey job list" shows those that were`,
      });
    }
    if (json === true) return printJson({ id, outcome });
    console.log(outcome === 'retried' ? `Job ${id} is tried again.` : `Job ${id} is forgotten.`);
  });
}
