import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { App } from '../route/app.ts';
import { varyBy } from '../content/vary.ts';
import { malformedRequest } from '../route/problem-body.ts';

/**
 * Ensures that every request has one host: two `Host` headers are 400, because a proxy in front may have read the other
 * one. `X-Forwarded-Host` counts from trusted proxies, and only if the configuration says so; caches then learn that
 * the response depends on it. Otherwise the log says once that a trusted proxy sends it to no effect (wire contract
 * section 1, Account resolution). Call it before anything reads the host.
 */
export function registerHosts(app: App, { trustsForwardedHost }: Pick<Config, 'trustsForwardedHost'>): void {
  const ignoreForwardedHost = forwardedHostIgnorer(app);
  app.addHook('onRequest', (request, _reply, done) => {
    if (!trustsForwardedHost) ignoreForwardedHost(request);
    if (hasTwoHosts(request))
      done(malformedRequest({ detail: 'The request has more than one Host header.' }));
    else done();
  });
  if (!trustsForwardedHost) return;
  app.addHook('onSend', (_request, reply, payload, done) => {
    varyBy(reply, 'X-Forwarded-Host');
    done(null, payload);
  });
}

const FORWARDED_HOST = 'x-forwarded-host';

/** A proxy that names the account in an ignored header sends everybody to the default account: logged once. */
function forwardedHostIgnorer(app: App): (request: FastifyRequest) => void {
  let hasWarned = false;
  return (request) => {
    if (request.headers[FORWARDED_HOST] === undefined) return;
    delete request.headers[FORWARDED_HOST];
    // With more than one address, the nearest is a trusted proxy: only then is `X-Forwarded-For` read.
    if (hasWarned || (request.ips?.length ?? 0) < 2) return;
    hasWarned = true;
    app.log.warn(
      'a trusted proxy sends X-Forwarded-Host, which is ignored: let it keep the Host of the client, or set LATCHKEY_TRUST_FORWARDED_HOST=true where it overwrites what clients send',
    );
  };
}

function hasTwoHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
