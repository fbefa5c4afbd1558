import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Account } from '../../modules/accounts/index.ts';
import { findOfferedRelease, listDownloads, type ReleaseDownload } from '../../modules/releases/index.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import { attachment } from '../../platform/http/answers/attachment.ts';
import { type RequestedRange, requestedRange } from '../../platform/http/input/byte-range.ts';
import { isKnownToClient } from '../../platform/http/answers/cached-body.ts';
import { emptyAnswer, problems } from '../../platform/http/answers/responses.ts';
import { isLinkValid } from '../../platform/signed-links.ts';
import type { System } from '../../platform/system.ts';

/** What links to files are signed for. */
export const FILE_LINK_PURPOSE = 'release-file';

/** What a link to a file is about. */
export function fileSubject(
  account: Account,
  file: Pick<ReleaseDownload, 'productId' | 'version' | 'downloadKey'>,
): string {
  return `${account.id}/${file.productId}/${file.version}/${file.downloadKey}`;
}

const FILE = { 'application/octet-stream': { schema: Type.Unsafe<Readable>({ type: 'string' }) } };

/** The bytes of release files, by signed links; also ranges, so that an interrupted download can be resumed. */
export function registerInventoryFiles(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/files/:productId/:version/:key',
    // A HEAD would read the whole file to say how long it is.
    exposeHeadRoute: false,
    config: { access: access.public() },
    schema: {
      operationId: 'getFile',
      summary: 'The bytes of a file, by a signed link',
      description: 'The link is the `Location` of a download. Takes `Range` and `If-None-Match`.',
      tags: ['Inventory'],
      params: Type.Object({ productId: Type.String(), version: Type.String(), key: Type.String() }),
      querystring: Type.Object({ expires: Type.Integer(), signature: Type.String({ maxLength: 100 }) }),
      response: {
        200: { description: 'The whole file.', content: FILE },
        206: { description: 'The requested range.', content: FILE },
        304: emptyAnswer('The file with the tag of If-None-Match is still the same.'),
        416: emptyAnswer('The file has no such part.'),
        ...problems(),
      },
    },
    handler: async (request, reply) => {
      const { context, account, params, query } = request;
      const subject = fileSubject(account, { ...params, downloadKey: params.key });
      if (!isLinkValid(system, FILE_LINK_PURPOSE, subject, query)) throw linkOver();
      if ((await findOfferedRelease(context, params)) === undefined) throw linkOver();
      const files = await listDownloads(context, params);
      const file = files.find(({ downloadKey }) => downloadKey === params.key);
      if (file === undefined) throw linkOver();
      return sendFile(system, request, reply, file);
    },
  });
}

async function sendFile(
  system: System,
  request: FastifyRequest,
  reply: FastifyReply,
  file: ReleaseDownload,
): Promise<FastifyReply> {
  const tag = `"${file.sha256}"`;
  reply.header('etag', tag).header('accept-ranges', 'bytes').header('cache-control', 'private, max-age=3600');
  if (isKnownToClient(request, tag)) return reply.code(304).send(undefined);
  const range = rangeOf(request, file, tag);
  if (range === 'Unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send(undefined);
  }
  const opened = await system.storage.read(file.storageKey, range);
  if (opened === undefined) throw new Error(`the file ${file.storageKey} of a release is gone`);
  reply
    .header('content-disposition', attachment(file.name))
    .header('content-length', opened.length)
    .type('application/octet-stream');
  if (range !== undefined) {
    const last = range.start + opened.length - 1;
    reply.code(206).header('content-range', `bytes ${range.start}-${last}/${opened.size}`);
  }
  return reply.send(opened.stream);
}

/** A part is only sent of the file that the client began with (RFC 9110 section 13.1.5). */
function rangeOf(
  request: FastifyRequest,
  file: ReleaseDownload,
  tag: string,
): RequestedRange | 'Unsatisfiable' | undefined {
  const ifRange = request.headers['if-range'];
  if (ifRange !== undefined && ifRange !== tag) return undefined;
  return requestedRange(request.headers.range, file.sizeBytes);
}

function linkOver(): Error {
  return notFound({ detail: 'This link is invalid or no longer valid.' });
}
