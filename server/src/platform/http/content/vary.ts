import type { FastifyReply } from 'fastify';

/** Tells caches that the response depends on a header of the request, besides those that it names already. */
export function varyBy(reply: FastifyReply, header: string): FastifyReply {
  const others = reply.getHeader('vary');
  return reply.header('vary', others === undefined ? header : `${String(others)}, ${header}`);
}
