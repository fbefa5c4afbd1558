import type { Static, TObject } from '../../kernel/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Tx } from '../database/database.ts';
import { readAs } from '../schema-check.ts';
import { enqueueJob } from './enqueue-job.ts';
import type { Job, JobHandler } from './job-run.ts';

/** The data of a job other than its payload. */
export type JobRun = Omit<Job, 'payload'>;

/** A job of this kind, to run once the transaction that requests it is committed. */
interface JobRequest<Payload> {
  /** The account the work is for; absent when it is the instance's own. */
  readonly accountId?: string;
  readonly payload: Payload;
  /** Not before this moment; absent: immediately. */
  readonly runAt?: Date;
}

/** One kind of job: how to enqueue it, and how to run it with the services of the composition root. */
export interface JobDefinition<Payload, Services> {
  readonly kind: string;
  /** Writes such a job into the outbox and returns its id. @see enqueueJob */
  readonly enqueue: (
    source: { readonly ids: Ids; readonly clock: Clock },
    tx: Tx,
    job: JobRequest<Payload>,
  ) => Promise<string>;
  readonly handler: (services: Services) => JobHandler;
}

/**
 * Defines a kind of job, in the module that owns it. The payload is checked against `schema` before `handle` gets it: a
 * job that does not fit fails, and is eventually dead: after `maxAttempts`, or as many as its worker allows. `handle` must be
 * idempotent.
 */
export function defineJob<Schema extends TObject, Services>(
  kind: string,
  schema: Schema,
  handle: (services: Services, payload: Static<Schema>, job: JobRun) => Promise<void>,
  { maxAttempts }: Pick<JobHandler, 'maxAttempts'> = {},
): JobDefinition<Static<Schema>, Services> {
  return {
    kind,
    enqueue: (source, tx, { payload, ...job }) =>
      enqueueJob(source, tx, { ...job, kind, payload: { ...payload } }),
    handler: (services) =>
      Object.assign(
        async ({ payload, ...job }: Job) => {
          const checked = readAs(schema, payload);
          if (checked === undefined) throw new TypeError(`the payload of a job ${kind} does not fit`);
          await handle(services, checked, job);
        },
        { maxAttempts },
      ),
  };
}
