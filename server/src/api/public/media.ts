import type { Readable } from 'node:stream';
import { Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { loadCatalog, MEDIA_TYPES, mediaKey, mediaTypeOfExtension } from '../../modules/catalog/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems, textAnswer } from '../../platform/http/route/responses.ts';
import { sendStored } from '../wire/file-answer.ts';

const FILE = Type.Unsafe<Readable>({ type: 'string' });

/** The sounds and films that the pages of products play. */
export function registerMedia(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/public/media/:file',
    config: { access: access.public() },
    schema: {
      operationId: 'getMedia',
      summary: 'A sound or film of a product or bundle',
      description:
        'Whole, or the range that a player asks for. The content of an address never changes, so it can be cached ' +
        'without limit.',
      tags: ['Public'],
      params: Type.Object({ file: Type.String({ maxLength: 100 }) }),
      response: {
        200: textAnswer('The file.', FILE, ...MEDIA_TYPES),
        206: textAnswer('The requested range.', FILE, ...MEDIA_TYPES),
        304: emptyAnswer('The file with the tag of If-None-Match is still current.'),
        416: emptyAnswer('The file has no such part.'),
        ...problems(),
      },
    },
    handler: async (request, reply) => {
      const { account, context, params } = request;
      const media = (await loadCatalog(context)).media(params.file);
      if (media === undefined) throw notFound({ detail: 'There is no such sound or film.' });
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return sendStored(request, reply, {
        storageKey: mediaKey(account, media),
        sizeBytes: media.sizeBytes,
        sha256: media.sha256,
        mediaType: mediaTypeOfExtension(media.extension).mediaType,
      });
    },
  });
}
