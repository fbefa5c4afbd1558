import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import { staleRevision } from '../../kernel/revision.ts';
import { invalidInput } from '../../kernel/problem.ts';
import {
  IMAGE_MEDIA_TYPES,
  type ItemReference,
  replaceIcon,
  storeIcon,
} from '../../modules/catalog/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders } from '../guards/revision.ts';
import { IdPath } from '../wire/catalog.ts';
import { itemPresenter } from '../wire/product.ts';

const MAX_ICON_BYTES = 1024 * 1024;

const IconAnswer = Type.Object({ iconUrl: Type.Union([Type.String(), Type.Null()]) }, { title: 'Icon' });

/** Icons of products and bundles (extended API, section B). */
export function registerCoreIcons(app: App): void {
  // In a separate scope: no other route reads images.
  void app.register(async (scope: App) => {
    scope.addContentTypeParser(
      [...IMAGE_MEDIA_TYPES],
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    for (const type of ['Product', 'Bundle'] as const) {
      registerUpload(scope, type);
      registerRemoval(scope, type);
    }
  });
}

function registerUpload(app: App, type: ItemReference['type']): void {
  app.route({
    method: 'PUT',
    url: `/api/${type.toLowerCase()}s/:id/icon`,
    config: { access: access.vendor('products:write') },
    bodyLimit: MAX_ICON_BYTES,
    schema: {
      operationId: `set${type}Icon`,
      summary: `Give a ${type.toLowerCase()} an icon: a PNG, JPEG, GIF, WebP or AVIF image of at most 1 MB`,
      tags: [`${type}s`],
      consumes: [...IMAGE_MEDIA_TYPES],
      params: IdPath,
      headers: RevisionHeaders,
      response: { 200: IconAnswer, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const { body } = request;
      if (!(body instanceof Uint8Array)) throw invalidInput({ errors: { body: ['must be an image'] } });
      return change(request, reply, { type, id: request.params.id }, body);
    },
  });
}

function registerRemoval(app: App, type: ItemReference['type']): void {
  app.route({
    method: 'DELETE',
    url: `/api/${type.toLowerCase()}s/:id/icon`,
    config: { access: access.vendor('products:write') },
    schema: {
      operationId: `remove${type}Icon`,
      summary: `Remove the icon of a ${type.toLowerCase()}`,
      tags: [`${type}s`],
      params: IdPath,
      headers: RevisionHeaders,
      response: { 200: IconAnswer, ...problems(staleRevision) },
    },
    handler: (request, reply) => change(request, reply, { type, id: request.params.id }, undefined),
  });
}

async function change(
  request: FastifyRequest,
  reply: FastifyReply,
  item: ItemReference,
  image: Uint8Array | undefined,
) {
  const revision = expectedRevision(request);
  const iconKey = image === undefined ? null : await storeIcon(request.context, image);
  return revisedCommand(
    request,
    reply,
    (tx) => replaceIcon(tx, item, iconKey, revision),
    (row, tx) => ({ iconUrl: itemPresenter(tx).iconUrl(row) }),
  );
}
