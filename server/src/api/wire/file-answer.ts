import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { ReleaseDownload } from '../../modules/releases/index.ts';
import { attachment } from '../../platform/http/content/attachment.ts';
import { isKnownToClient } from '../../platform/http/content/cached-body.ts';
import { emptyAnswer } from '../../platform/http/route/responses.ts';
import { requestedRange } from '../../platform/http/content/byte-range.ts';

const FILE = { 'application/octet-stream': { schema: Type.Unsafe<Readable>({ type: 'string' }) } };
/** A link of the storage cannot be revoked, so it only lasts for the start of a download. */
const STORAGE_LINK_SECONDS = 900;

/** The responses of a route that sends a file. */
export const fileAnswers = {
  200: { description: 'The whole file.', content: FILE },
  206: { description: 'The requested range.', content: FILE },
  304: emptyAnswer('The file with the tag of If-None-Match is still the same.'),
  416: emptyAnswer('The file has no such part.'),
};

/** The temporary address of the storage that sends the file; `undefined` where the server sends it. */
export async function storageFileLink(
  { storage }: Context,
  { storageKey, name }: ReleaseDownload,
): Promise<string | undefined> {
  return storage.links?.get(storageKey, {
    disposition: attachment(name),
    lifetimeSeconds: STORAGE_LINK_SECONDS,
  });
}

/** Sends a release file: whole, or the part that the request asks for. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ReleaseDownload,
): Promise<FastifyReply> {
  reply.header('cache-control', 'private, max-age=3600');
  return sendStored(request, reply, {
    ...file,
    mediaType: 'application/octet-stream',
    attachmentName: file.name,
  });
}

/** A file in the storage, which never changes. */
interface StoredContent extends Pick<ReleaseDownload, 'storageKey' | 'sizeBytes' | 'sha256'> {
  readonly mediaType: string;
  /** The name under which a browser saves it. */
  readonly attachmentName?: string;
}

/** Sends a file of the storage: whole, or the part that the request asks for; for HEAD its headers, without reading it. */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredContent,
): Promise<FastifyReply> {
  const tag = `"${file.sha256}"`;
  reply.header('etag', tag).header('accept-ranges', 'bytes');
  if (isKnownToClient(request, tag)) return reply.code(304).send(undefined);
  if (file.attachmentName !== undefined) reply.header('content-disposition', attachment(file.attachmentName));
  if (request.method === 'HEAD') {
    // An empty stream: any other content would set its own length.
    return reply.header('content-length', file.sizeBytes).type(file.mediaType).send(Readable.from([]));
  }
  const range = rangeOf(request, file, tag);
  if (range === 'Unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send(undefined);
  }
  const opened = await request.context.storage.read(file.storageKey, range);
  if (opened === undefined) throw new Error(`the file ${file.storageKey} is gone`);
  reply.header('content-length', opened.length).type(file.mediaType);
  if (range !== undefined) {
    const last = range.start + opened.length - 1;
    reply.code(206).header('content-range', `bytes ${range.start}-${last}/${opened.size}`);
  }
  return reply.send(opened.stream);
}

/** A part is only sent of the version that the client began with (RFC 9110 section 13.1.5). */
function rangeOf(
  request: FastifyRequest,
  file: StoredContent,
  tag: string,
): ReturnType<typeof requestedRange> {
  const ifRange = request.headers['if-range'];
  if (ifRange !== undefined && ifRange !== tag) return undefined;
  return requestedRange(request.headers.range, file.sizeBytes);
}
