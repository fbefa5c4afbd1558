import type { Static, TObject } from '../../kernel/schema.ts';
import { defineJob, type JobDefinition, type JobRun } from '../../platform/jobs/define-job.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { CommandTxOf } from '../../platform/context/context.ts';
import type { Context } from './context.ts';
import { findAccount } from './find-account.ts';

/** One kind of job for an account. */
interface AccountJob<Payload, Ports> extends Pick<
  JobDefinition<Payload, System & Ports>,
  'kind' | 'handler'
> {
  /** Writes such a job for the account of the command, to run when it is committed, or not before `runAt`. */
  readonly enqueue: (
    tx: CommandTxOf<{ readonly id: string }>,
    payload: Payload,
    runAt?: Date,
  ) => Promise<string>;
  /** The same for an account, in a transaction that is no command: that of a follower of the journal. */
  readonly enqueueFor: (
    deps: Pick<System, 'ids' | 'clock'>,
    tx: Tx,
    accountId: string,
    payload: Payload,
  ) => Promise<string>;
}

/**
 * Defines a kind of job for an account, in the module that owns it. `handle` gets a context in which the job acts for
 * that account, with the ports that the composition root adds. @see defineJob
 */
export function defineAccountJob<Schema extends TObject, Ports = unknown>(
  kind: string,
  schema: Schema,
  handle: (ctx: Context & Ports, payload: Static<Schema>, job: JobRun) => Promise<void>,
): AccountJob<Static<Schema>, Ports> {
  const definition = defineJob(kind, schema, async (system: System & Ports, payload, job) => {
    const account = job.accountId === undefined ? undefined : await findAccount(system, job.accountId);
    if (account === undefined) throw new Error(`a job ${kind} names no account that exists`);
    await handle({ ...system, account, actor: { kind: 'Job', id: kind } }, payload, job);
  });
  return {
    kind,
    handler: definition.handler,
    enqueue: (tx, payload, runAt) =>
      definition.enqueue(tx, tx, { accountId: tx.account.id, payload, ...(runAt && { runAt }) }),
    enqueueFor: (deps, tx, accountId, payload) => definition.enqueue(deps, tx, { accountId, payload }),
  };
}
