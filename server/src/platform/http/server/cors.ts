// Not @fastify/cors: it looks up the origins once per request, in its own hook. Ours belong to the account and are
// needed in two places: from the cache for a refusal before the account lookup, otherwise after it. It also echoes the
// header names of a preflight unchecked.

import type { FastifyReply, FastifyRequest } from 'fastify';

const METHODS = 'GET, POST, PATCH, PUT, DELETE';
const PREFLIGHT_SECONDS = '7200';
/** Header names in the form that browsers send; anything else is not echoed. */
const HEADER_LIST = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;

declare module 'fastify' {
  interface FastifyInstance {
    /** The origins of the account that the host led to at the last lookup: from memory, without waiting. */
    originsAt: (host: string) => readonly string[];
  }
}

/**
 * Lets pages of exactly these origins read the response (wire contract section 1, CORS); other origins get no CORS
 * header. Returns true when the request is a preflight and needs no other response than these headers.
 */
export function applyCors(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]): boolean {
  const {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': names,
  } = request.headers;
  reply.header('vary', 'Origin');
  const isPreflight = request.method === 'OPTIONS' && origin !== undefined && method !== undefined;
  if (origin === undefined || !origins.includes(origin)) return isPreflight;
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'ETag, Location, Retry-After');
  if (!isPreflight) return false;
  reply.header('access-control-allow-methods', METHODS).header('access-control-max-age', PREFLIGHT_SECONDS);
  if (names !== undefined && HEADER_LIST.test(names)) reply.header('access-control-allow-headers', names);
  return true;
}

/**
 * Lets pages of allowed origins read a refusal that is sent before the account is looked up, such as 429. The allowed
 * origins come from memory: such a response must not cost a query.
 */
export function applyKnownCors(request: FastifyRequest, reply: FastifyReply): void {
  applyCors(request, reply, request.server.originsAt(request.host));
}

/** Responds to a preflight of one of these origins; false for any other request. */
export function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  origins: readonly string[],
): boolean {
  const { origin = '' } = request.headers;
  if (!origins.includes(origin) || !applyCors(request, reply, origins)) return false;
  reply.code(204).send();
  return true;
}
