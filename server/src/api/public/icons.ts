import { Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { IMAGE_MEDIA_TYPES, loadCatalog, openIcon } from '../../modules/catalog/index.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import { isKnownToClient } from '../../platform/http/answers/cached-body.ts';
import { problems, textAnswer } from '../../platform/http/answers/responses.ts';
import type { System } from '../../platform/system.ts';

/** A name contains the hash of the content, so the content never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/** GET /api/public/icons/{file}: the icons that the storefront links to (wire contract section 3, `iconUrl`). */
export function registerIcons(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/public/icons/:file',
    config: { access: access.public() },
    schema: {
      operationId: 'getIcon',
      summary: 'The icon of a product or bundle',
      description: 'Its address changes with its content, so it can be cached forever.',
      tags: ['Public'],
      params: Type.Object({ file: Type.String({ maxLength: 100 }) }),
      response: {
        200: textAnswer('The image.', Type.String(), ...IMAGE_MEDIA_TYPES),
        304: Type.Null({ description: 'The image with the tag of If-None-Match is still current.' }),
        ...problems(),
      },
    },
    handler: async (request, reply) => {
      const { context, params } = request;
      const icon = await openIcon(system, await loadCatalog(context), params.file);
      if (icon === undefined) throw notFound({ detail: 'There is no such icon.' });
      const etag = `"${params.file}"`;
      reply.header('etag', etag).header('cache-control', FOREVER);
      if (isKnownToClient(request, etag)) {
        icon.file.stream.destroy();
        return reply.code(304).send(null);
      }
      return reply.type(icon.mediaType).header('content-length', icon.file.size).send(icon.file.stream);
    },
  });
}
