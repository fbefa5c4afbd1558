import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import type { App } from './app.ts';
import { pathOf } from './problem-answer.ts';

/**
 * Logs one line per answer at level debug (warn for 5xx): method, path, status, time, request id. Queries, bodies
 * and headers are left out, because codes, tokens and passwords travel there.
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
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    'request',
  );
}
