import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { App } from './app.ts';
import { malformedRequest } from './problem-answer.ts';

/**
 * Lets every request have one host: two `Host` headers are 400, for a proxy in front may have read the other one.
 * `X-Forwarded-Host` counts from trusted proxies, and only where the configuration says so; caches are told then that the
 * answer depends on it (wire contract section 1, Account resolution). Call it before anything reads the host.
 */
export function registerHosts(app: App, { trustsForwardedHost }: Pick<Config, 'trustsForwardedHost'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!trustsForwardedHost) delete request.headers[FORWARDED_HOST];
    if (hasTwoHosts(request))
      done(malformedRequest({ detail: 'The request has more than one Host header.' }));
    else done();
  });
  if (!trustsForwardedHost) return;
  app.addHook('onSend', (_request, reply, payload, done) => {
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'X-Forwarded-Host' : `${String(vary)}, X-Forwarded-Host`);
    done(null, payload);
  });
}

const FORWARDED_HOST = 'x-forwarded-host';

function hasTwoHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
