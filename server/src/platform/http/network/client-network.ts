import type { FastifyRequest } from 'fastify';
import { addressGroup } from './address-group.ts';
import { isForwarded } from './this-machine.ts';

/** The HTTP servers whose log has the warning. */
const warned = new WeakSet<object>();

/**
 * The network of the client, as `addressGroup` names it. `undefined` where a proxy passed the request on of which the
 * configuration does not say that it is trusted: its address is that of everybody behind it. The log says so once.
 */
export function clientNetwork(request: FastifyRequest): string | undefined {
  if (!isForwarded(request) || isChainTrusted(request)) return addressGroup(request.ip);
  const { server, log } = request.server;
  if (!warned.has(server)) {
    warned.add(server);
    log.warn(
      'requests come through a proxy that is not trusted, so the networks of clients are unknown and the checkout proposes no billing details: name it in LATCHKEY_TRUSTED_PROXIES',
    );
  }
  return undefined;
}

/** Whether every address that the proxies noted was read: otherwise the last one read is that of a proxy. */
function isChainTrusted({ ips = [], headers }: FastifyRequest): boolean {
  const noted = [headers['x-forwarded-for'] ?? []].flat().flatMap((value) => value.split(','));
  return noted.length > 0 && ips.length === noted.length + 1;
}
