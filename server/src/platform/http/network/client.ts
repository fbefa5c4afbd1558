import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';

/** An IPv6 customer holds a whole /64 network, so its addresses count as one. */
export function addressGroup(ip: string): string {
  return networkOf(ip, 64) ?? ip;
}

/** The /48 of an IPv6 address, which a provider may give to one customer; undefined for IPv4. */
export function addressSite(ip: string): string | undefined {
  const site = networkOf(ip, 48);
  return site?.includes(':') === true ? site : undefined;
}

/** The network of an IPv6 address; an IPv4 address in the form of IPv6 is itself. */
function networkOf(ip: string, bits: 48 | 64): string | undefined {
  if (!ip.includes(':')) return undefined;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = ip.split('%', 1);
  if (!isIPv6(address)) return undefined;
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  const network = [...before, ...zeros, ...after]
    .slice(0, bits / 16)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/${bits}`;
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

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

/** The headers that proxies add when they forward a request. */
const FORWARDING =
  /^(?:(?:forwarded|via|x-forwarded|x-real-ip|x-client-ip|true-client-ip)$|x-forwarded-|cf-|x-original-)/;

/**
 * Whether the request was made on this machine, by a program or a person there: from a loopback address, under one of
 * the machine's own names, and not through a proxy, which would have a loopback address, too. The name check keeps out
 * websites that direct a browser on this machine here under their own domain.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { raw, socket } = request;
  const isLocal = isLoopbackAddress(socket.remoteAddress) && isLoopbackHost(raw.headers.host ?? '');
  return isLocal && !isForwarded(request);
}

/** Whether the request has a header that proxies add. */
function isForwarded({ raw: { rawHeaders } }: Pick<FastifyRequest, 'raw'>): boolean {
  return rawHeaders.some((name, index) => index % 2 === 0 && FORWARDING.test(name.toLowerCase()));
}
