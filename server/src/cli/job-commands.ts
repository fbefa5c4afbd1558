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
  const job = program
    .command('job')
    .description('list, retry or discard background jobs that failed too often');

  job
    .command('list')
    .description('list the failed jobs, oldest first, at most 100')
    .option('--account <id>', 'only jobs of this account')
    .option('--after <job-id>', 'continue after this job')
    .option('--json', 'print JSON, including the payload of each job')
    .action(listCommand);

  job
    .command('retry')
    .description('let a running server retry a job, with all its attempts')
    .argument('<job-id>', 'the id that "latchkey job list" shows')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption) => endCommand(id, 'retried', options));

  job
    .command('discard')
    .description('discard a job permanently; its work will not be done')
    .argument('<job-id>', 'the id that "latchkey job list" shows')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption) => endCommand(id, 'discarded', options));
}

async function listCommand({ account, after, json }: ListOptions): Promise<void> {
  const { listDeadJobs } = await import('../platform/jobs/operate-jobs.ts');
  await withSystem(async ({ database }) => {
    const jobs = await listDeadJobs(database.reader, {
      ...(account !== undefined && { accountId: account }),
      ...(after !== undefined && { afterId: after }),
    });
    if (json === true) return printJson(jobs);
    if (jobs.length === 0) return console.log('No job has failed permanently.');
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
  const { discardDeadJob, retryDeadJob } = await import('../platform/jobs/operate-jobs.ts');
  const end = outcome === 'retried' ? retryDeadJob : discardDeadJob;
  await withSystem(async ({ database }) => {
    if ((await database.transaction((tx) => end(tx, { id }))) === undefined) {
      throw notFound({
        detail: `there is no failed job with the id ${id}: "latchkey job list" lists the failed jobs`,
      });
    }
    if (json === true) return printJson({ id, outcome });
    console.log(outcome === 'retried' ? `Job ${id} will run again.` : `Job ${id} was discarded.`);
  });
}
