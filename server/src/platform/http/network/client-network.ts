import type { FastifyRequest } from 'fastify';
import { addressGroup } from './address-group.ts';
import { isForwarded } from './this-machine.ts';

/** The HTTP servers that have already logged the warning. */
const warned = new WeakSet<object>();

/**
 * The network of the client, in the form of `addressGroup`. `undefined` if the request passed through a proxy that the
 * configuration does not trust: its address is that of everybody behind it. This is logged once.
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

/** Whether all addresses from proxies were used: otherwise the last one is that of a proxy. */
function isChainTrusted({ ips = [], headers }: FastifyRequest): boolean {
  const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().flatMap((value) => value.split(','));
  return forwardedFor.length > 0 && ips.length === forwardedFor.length + 1;
}
