import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { once } from '../../../kernel/once.ts';
import { cachedBody, type CachedBody, sendCached } from './cached-body.ts';

const ENCODINGS = ['br', 'gzip'] as const;

/** A large response in every encoding in which it is sent, each created once and shared by all clients. */
export interface CompressedBody {
  readonly plain: CachedBody;
  readonly br: CachedBody;
  readonly gzip: CachedBody;
}

/** Compresses a text, on other threads. */
export async function compressedBody(text: string | Buffer): Promise<CompressedBody> {
  const bytes = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes),
  ]);
  return { plain: cachedBody(bytes), br: cachedBody(br), gzip: cachedBody(gzipped) };
}

/** Loaded on the first call; after a failure the next call tries again. */
export function onceLoaded(load: () => Promise<string | Buffer>): () => Promise<CompressedBody> {
  return once(async () => compressedBody(await load()));
}

/** Sends the body in the best encoding that the client accepts, or 304 when the client has it. */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: CompressedBody,
  mediaType: string,
): FastifyReply {
  const accepted = new Negotiator(request).encodings(ENCODINGS);
  const encoding = ENCODINGS.find((name) => accepted.includes(name));
  reply.header('vary', 'Accept-Encoding');
  if (encoding === undefined) return sendCached(request, reply, body.plain, mediaType);
  return sendCached(request, reply.header('content-encoding', encoding), body[encoding], mediaType);
}
