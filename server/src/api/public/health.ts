import { Type } from '../../kernel/schema.ts';
import { overloaded } from '../../kernel/problem.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { tryWriteTo } from '../../platform/data-folder.ts';
import type { System } from '../../platform/system.ts';

const Healthy = Type.Object({ status: Type.Literal('ok') }, { title: 'Health' });
const HEALTHY = { status: 'ok' } as const;

/**
 * `/healthz`: this process responds. `/readyz`: it is ready to serve: the database responds, its schema is the one this
 * code expects, the disk of the data folder is writable if the process stores anything there, and it is not about to
 * stop. Services that only some requests need, such as a bucket, are not checked: without them the other requests must
 * still be served.
 */
export function registerHealth(app: App, system: System): void {
  const disk = createDiskCheck(system);
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });

  app.route({
    method: 'GET',
    url: '/healthz',
    config: { access: access.public(), isOffAccount: true },
    schema: {
      operationId: 'getHealth',
      summary: 'Whether the process responds',
      description: 'Checks neither the database nor the disk.',
      tags: ['Operation'],
      response: { 200: Healthy, ...problems() },
    },
    handler: async () => HEALTHY,
  });

  app.route({
    method: 'GET',
    url: '/readyz',
    config: { access: access.public(), isOffAccount: true },
    schema: {
      operationId: 'getReadiness',
      summary: 'Whether the process is ready',
      description: 'Checks the database and the disk; 503 names what fails.',
      tags: ['Operation'],
      response: { 200: Healthy, ...problems() },
    },
    handler: async (request) => {
      if (isStopping) throw notReady('This process is stopping.');
      try {
        await system.database.ready();
      } catch (error) {
        request.log.warn({ err: error }, 'the database is not ready');
        throw notReady('The database does not respond, or its schema is not the one this version needs.');
      }
      if (!(await disk.isWritable())) throw notReady('The data folder is not writable, or its disk is full.');
      return HEALTHY;
    },
  });
}

/** The minimum time between two write checks, regardless of the number of requests. */
const DISK_CHECK_MS = 5_000;

/**
 * Checks whether the data folder is writable, by writing a file, unless neither the database nor release files are in
 * it.
 */
function createDiskCheck({ clock, config, database, log }: System): { isWritable(): Promise<boolean> } {
  const isUsed = database.engine === 'sqlite' || config.s3 === undefined;
  let lastAttemptAt = Number.NEGATIVE_INFINITY;
  let last: Promise<boolean> = Promise.resolve(true);
  const trial = async (): Promise<boolean> => {
    try {
      if (isUsed) await tryWriteTo(config.dataDir);
      return true;
    } catch (error) {
      log.error({ err: error }, 'the data folder is not writable');
      return false;
    }
  };
  return {
    isWritable() {
      const now = clock.now().getTime();
      if (now - lastAttemptAt >= DISK_CHECK_MS) {
        lastAttemptAt = now;
        last = trial();
      }
      return last;
    },
  };
}

function notReady(detail: string): Error {
  return overloaded({ detail, headers: { 'retry-after': '2' } });
}
