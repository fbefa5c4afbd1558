import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import {
  IMAGE_MEDIA_TYPES,
  loadCatalog,
  LOGO_MEDIA_TYPES,
  openIcon,
  openImage,
  openLogo,
} from '../../modules/catalog/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { isKnownToClient } from '../../platform/http/content/cached-body.ts';
import { emptyAnswer, problems, textAnswer } from '../../platform/http/route/responses.ts';
import type { OpenedFile } from '../../platform/storage/storage.ts';
import type { System } from '../../platform/system.ts';

/** A name contains the hash of the content, so the content never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/** The icons and images that the storefront links to (wire contract section 3, `iconUrl`), and the logo. */
export function registerIcons(app: App, system: System): void {
  registerIcon(app, system);
  registerImage(app);
  registerLogoFile(app);
}

function registerIcon(app: App, system: System): void {
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
        304: emptyAnswer('The image with the tag of If-None-Match is still current.'),
        ...problems(),
      },
    },
    handler: async (request, reply) => {
      const { context, params } = request;
      const icon = await openIcon(system, await loadCatalog(context), params.file);
      if (icon === undefined) throw notFound({ detail: 'There is no such icon.' });
      return sendImage(request, reply, params.file, icon);
    },
  });
}

function registerImage(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/public/images/:file',
    config: { access: access.public() },
    schema: {
      operationId: 'getImage',
      summary: 'An image of a product or bundle',
      description:
        'The content of an address never changes, so it can be cached without limit. The shop lists the smaller forms ' +
        'of an image (`smaller`) in AVIF and WebP.',
      tags: ['Public'],
      params: Type.Object({ file: Type.String({ maxLength: 100 }) }),
      response: {
        200: textAnswer('The image.', Type.String(), ...IMAGE_MEDIA_TYPES),
        304: emptyAnswer('The image with the tag of If-None-Match is still current.'),
        ...problems(),
      },
    },
    handler: async (request, reply) => {
      const { context, params } = request;
      const image = await openImage(context, await loadCatalog(context), params.file);
      if (image === undefined) throw notFound({ detail: 'There is no such image.' });
      if (!image.isSubstitute) return sendImage(request, reply, params.file, image);
      const { file, mediaType } = image;
      return reply.header('cache-control', 'no-store').type(mediaType).send(file.stream);
    },
  });
}

function registerLogoFile(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/public/logos/:file',
    config: { access: access.public() },
    schema: {
      operationId: 'getLogo',
      summary: 'The logo of the vendor, or one that mails still name',
      description: 'Its address changes with its content, so it can be cached forever.',
      tags: ['Public'],
      params: Type.Object({ file: Type.String({ maxLength: 100 }) }),
      response: {
        200: textAnswer('The image.', Type.String(), ...LOGO_MEDIA_TYPES),
        304: emptyAnswer('The image with the tag of If-None-Match is still current.'),
        ...problems(),
      },
    },
    handler: async (request, reply) => {
      const { context, params } = request;
      const logo = await openLogo(context, params.file);
      if (logo === undefined) throw notFound({ detail: 'There is no such logo.' });
      return sendImage(request, reply, params.file, logo);
    },
  });
}

function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  { file, mediaType }: { readonly file: OpenedFile; readonly mediaType: string },
): FastifyReply {
  const etag = `"${name}"`;
  reply.header('etag', etag).header('cache-control', FOREVER);
  if (isKnownToClient(request, etag)) {
    file.stream.destroy();
    return reply.code(304).send(undefined);
  }
  return reply.type(mediaType).header('content-length', file.size).send(file.stream);
}
