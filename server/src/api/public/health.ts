import { Type } from '../../kernel/schema.ts';
import { overloaded } from '../../kernel/problem.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { createDatabaseCheck, createDiskCheck } from '../../platform/readiness.ts';
import type { System } from '../../platform/system.ts';

const Healthy = Type.Object({ status: Type.Literal('ok') }, { title: 'Health' });
const HEALTHY = { status: 'ok' } as const;

/**
 * `/healthz`: this process responds. `/readyz`: it is ready to serve: the database responds, accepts writes, reports
 * changes of other processes and has a schema this code works with, the disk of the data folder is writable if the
 * process stores anything there, and it is not about to stop. Services that only some requests need, such as a bucket,
 * are not checked: without them the other requests must still be served.
 */
export function registerHealth(app: App, system: System): void {
  const databaseFault = createDatabaseCheck(system);
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
    handler: async () => {
      if (isStopping) throw notReady('This process is stopping.');
      const fault = await databaseFault();
      if (fault !== undefined) throw notReady(fault);
      if (!(await disk.isWritable())) throw notReady('The data folder is not writable, or its disk is full.');
      return HEALTHY;
    },
  });
}

function notReady(detail: string): Error {
  return overloaded({ detail, headers: { 'retry-after': '2' } });
}
