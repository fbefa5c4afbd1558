import { type Static, Type } from '../../kernel/schema.ts';
import { discardFailedJob, listFailedJobs, retryFailedJob } from '../../modules/accounts/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { DeadJob } from '../../platform/jobs/operate-jobs.ts';
import type { System } from '../../platform/system.ts';
import { hasScope } from '../guards/caller.ts';
import { command } from '../guards/idempotency.ts';
import { Moment } from '../wire/moment.ts';
import { JobSubject, subjectsOfJobs } from './job-subjects.ts';

const TAGS = ['Background jobs'];
const URL = '/api/jobs';
const JobPath = Type.Object({ jobId: Type.String({ maxLength: 200, description: 'The job.' }) });

const FailedJob = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ description: 'What it does, such as `mail.send`.' }),
    about: Type.Record(Type.String(), Type.String(), {
      title: 'JobSubjects',
      description: 'The ids of what it is about, such as `orderId`.',
    }),
    subject: Type.Optional(JobSubject),
    attempts: Type.Integer(),
    error: Type.String({
      description:
        'Why the last attempt failed; a sentence without the reason for whoever lacks the scope `jobs:write`.',
    }),
    failedAt: Moment,
    createdAt: Moment,
  },
  { title: 'FailedJob' },
);

/** Background work of the account that failed too often, and what the vendor does about it. */
export function registerJobs(app: App, system: System): void {
  registerList(app, system);
  registerRetry(app);
  registerDiscard(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.vendor('jobs:read'), exportedAs: 'jobs' },
    schema: {
      operationId: 'listFailedJobs',
      summary: 'Background jobs that failed too often, newest first',
      description:
        'Such a job is tried no more until you retry it. Retry it once you have removed the cause, or discard it.',
      tags: TAGS,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(FailedJob), ...problems() },
    },
    handler: async (request) => {
      const page = readPage(system, request, request.query);
      const rows = await listFailedJobs(request.context, page);
      const subjects = await subjectsOfJobs(request.context, request.caller, rows);
      const showsError = hasScope(request.caller, 'jobs:write');
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: (job) => failedJobAnswer(job, { showsError, subject: subjects.get(job.id) }),
      });
    },
  });
}

function registerRetry(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/:jobId/retry`,
    config: { access: access.vendor('jobs:write') },
    schema: {
      operationId: 'retryFailedJob',
      summary: 'Run a failed job again, now, with all its attempts',
      description: 'If it fails too often again, it is back in the list.',
      tags: TAGS,
      params: JobPath,
      response: { 202: Type.Object({ id: Type.String() }, { title: 'JobRetry' }), ...problems() },
    },
    handler: async (request, reply) => {
      const id = request.params.jobId;
      reply.code(202);
      return command(
        request,
        (tx) => retryFailedJob(tx, id),
        () => ({ id }),
        { status: 202 },
      );
    },
  });
}

function registerDiscard(app: App): void {
  app.route({
    method: 'DELETE',
    url: `${URL}/:jobId`,
    config: { access: access.vendor('jobs:write') },
    schema: {
      operationId: 'discardFailedJob',
      summary: 'Discard a failed job: its work will not be done',
      tags: TAGS,
      params: JobPath,
      response: { 204: Type.Null(), ...problems() },
    },
    handler: async (request, reply) => {
      await command(
        request,
        (tx) => discardFailedJob(tx, request.params.jobId),
        () => null,
      );
      return reply.code(204).send(null);
    },
  });
}

/** Errors of libraries and databases may quote addresses and rows. */
const UNTOLD = 'The last attempt failed. Whoever may run failed jobs again sees why.';

function failedJobAnswer(
  { id, kind, payload, attempts, lastError, diedAt, createdAt }: DeadJob,
  {
    showsError,
    subject,
  }: { readonly showsError: boolean; readonly subject: Static<typeof JobSubject> | undefined },
): Static<typeof FailedJob> {
  return {
    id,
    kind,
    about: idsIn(payload),
    ...(subject !== undefined && { subject }),
    attempts,
    error: showsError ? lastError : UNTOLD,
    failedAt: diedAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

/** Payloads may contain more than the vendor's people may read: only ids are shown. */
function idsIn(payload: DeadJob['payload']): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const [name, value] of Object.entries(payload))
    if (name.endsWith('Id') && typeof value === 'string') ids[name] = value;
  return ids;
}
