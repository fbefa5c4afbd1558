import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../log.ts';
import type { App } from '../route/app.ts';

/**
 * Logs one line per response at level debug (warn for 5xx): method, route, status, time, request id. Queries, bodies
 * and headers are omitted, because they contain codes, tokens and passwords; so is the path itself, because the id of
 * an activation request is a secret. The route is logged as its pattern: `/api/client/activations/:requestId`.
 */
export function registerRequestLog(app: App, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode >= 500 ? 'warn' : 'debug';
    if (log.isLevelEnabled(level)) writeLine(log, level, request, reply);
    done();
  });
}

function writeLine(log: Log, level: 'warn' | 'debug', request: FastifyRequest, reply: FastifyReply): void {
  log[level](
    {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    'request',
  );
}
