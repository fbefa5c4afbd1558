import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';

/** The headers that proxies add when they forward a request. */
const FORWARDING =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-.*|x-original-.*)$/;

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
export function isForwarded({ raw: { rawHeaders } }: Pick<FastifyRequest, 'raw'>): boolean {
  return rawHeaders.some((name, index) => index % 2 === 0 && FORWARDING.test(name.toLowerCase()));
}
