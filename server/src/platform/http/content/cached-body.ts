import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A response that is cached as the bytes to send. */
export interface CachedBody {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Caches a text, or bytes, in the form to send, with an entity tag derived from its content. */
export function cachedBody(content: string | Buffer): CachedBody {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
}

/** Sends the bytes with their tag, or 304 without them when the client already has them (RFC 9110, If-None-Match). */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: CachedBody,
  mediaType: string,
): FastifyReply {
  reply.header('etag', etag);
  if (isKnownToClient(request, etag)) return reply.code(304).send();
  return reply.type(mediaType).send(bytes);
}

/** Whether the client has the response with this tag: `If-None-Match` contains the tag, weak or strong, or `*`. */
export function isKnownToClient(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  if (header === etag) return true;
  return header.split(',').some((tag) => {
    const candidate = tag.trim();
    return candidate === '*' || candidate === etag || candidate === `W/${etag}`;
  });
}
