import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { once } from '../../../kernel/once.ts';
import { cachedBody, type CachedBody, sendCached } from './cached-body.ts';
import { varyBy } from './vary.ts';

const ENCODINGS = ['br', 'gzip'] as const;

/** A large response in every encoding in which it is sent, each created once and shared by all clients. */
interface CompressedBody {
  readonly plain: CachedBody;
  readonly br: CachedBody;
  readonly gzip: CachedBody;
}

/** A response that is kept; its compressed forms are made once, when the first client accepts one. */
export interface KeptBody {
  readonly plain: CachedBody;
  readonly compressed: () => Promise<CompressedBody>;
}

export function keptBody(text: string): KeptBody {
  const plain = cachedBody(text);
  return { plain, compressed: once(() => compress(plain)) };
}

/** Compresses a text, on other threads. */
function compressedBody(text: string | Buffer): Promise<CompressedBody> {
  return compress(cachedBody(text));
}

async function compress(plain: CachedBody): Promise<CompressedBody> {
  const { bytes } = plain;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes),
  ]);
  return { plain, br: cachedBody(br), gzip: cachedBody(gzipped) };
}

/** Loaded on the first call; after a failure the next call tries again. */
export function onceLoaded(load: () => Promise<string | Buffer>): () => Promise<CompressedBody> {
  return once(async () => compressedBody(await load()));
}

/** The same as `sendCompressed`, and synchronously to a client that accepts no encoding. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, compressed }: KeptBody,
  mediaType: string,
): FastifyReply | Promise<FastifyReply> {
  if (request.headers['accept-encoding'] !== undefined)
    return compressed().then((body) => sendCompressed(request, reply, body, mediaType));
  return sendCached(request, varyBy(reply, 'Accept-Encoding'), plain, mediaType);
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
  varyBy(reply, 'Accept-Encoding');
  if (encoding === undefined) return sendCached(request, reply, body.plain, mediaType);
  return sendCached(request, reply.header('content-encoding', encoding), body[encoding], mediaType);
}
