import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';

/** What proxies add when they pass a request on. */
const FORWARDING =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-.*|x-original-.*)$/;

/**
 * Whether the request was made on this machine, by a program or a person there: from a loopback address, under one of the
 * machine's own names, and through no proxy, which would have a loopback address, too. The name keeps websites out that
 * lead a browser on this machine here under a name of their own.
 */
export function isFromThisMachine({ raw, socket }: FastifyRequest): boolean {
  const { rawHeaders } = raw;
  const isForwarded = rawHeaders.some(
    (name, index) => index % 2 === 0 && FORWARDING.test(name.toLowerCase()),
  );
  return !isForwarded && isLoopbackAddress(socket.remoteAddress) && isLoopbackHost(raw.headers.host ?? '');
}
