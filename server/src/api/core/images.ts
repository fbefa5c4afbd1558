import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidInput } from '../../kernel/problem.ts';
import { staleRevision } from '../../kernel/revision.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { AccountContext, CommandTx } from '../../modules/accounts/index.ts';
import {
  addImage,
  type ChangedImage,
  IMAGE_MEDIA_TYPES,
  type ItemImageRow,
  type ItemReference,
  listImages,
  removeImage,
  storeImage,
  tooManyImages,
  updateImage,
} from '../../modules/catalog/index.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { IdPath, strict } from '../wire/catalog.ts';
import { itemPresenter } from '../wire/product.ts';

const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const MEDIA_TYPES = IMAGE_MEDIA_TYPES.filter((type) => type !== 'image/gif');

const Alt = Type.Optional(
  Type.String({
    maxLength: 300,
    description: 'Text alternative. Default: empty.',
  }),
);
const Position = Type.Optional(
  Type.Integer({
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: 'Determines the order of images. Default: after the others.',
  }),
);
const VIDEO = 'The page of another site with the film that the image stands for: an absolute https URL.';
const VideoUrl = Type.String({ maxLength: 2_000, description: VIDEO });
const ImageQuery = Type.Object({ alt: Alt, videoUrl: Type.Optional(VideoUrl), position: Position });
const ImagePatch = Type.Object(
  {
    alt: Alt,
    videoUrl: Type.Optional(
      Type.Union([VideoUrl, Type.Null()], { description: `${VIDEO} Null: it stands for none.` }),
    ),
    position: Position,
  },
  { ...strict, title: 'ImageChanges' },
);

const ImageBody = Type.Object(
  {
    id: Type.String(),
    url: Type.String({ description: 'The content at this URL never changes.' }),
    alt: Type.String(),
    videoUrl: Type.Optional(Type.String({ description: 'The page with the film that it stands for.' })),
    width: Type.Integer({ description: 'In pixels, from the file.' }),
    height: Type.Integer({ description: 'In pixels, from the file.' }),
    position: Type.Integer(),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ItemImage' },
);
const ImagesBody = Type.Object({ images: Type.Array(ImageBody) }, { title: 'ItemImages' });
const ImagePath = Type.Object({ id: Type.String(), imageId: Type.String() });

/** Images for the pages of products and bundles. */
export function registerCoreImages(app: App): void {
  // In a separate scope: no other route reads images.
  void app.register(async (scope: App) => {
    scope.addContentTypeParser(
      MEDIA_TYPES,
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    for (const type of ['Product', 'Bundle'] as const) {
      registerList(scope, type);
      registerUpload(scope, type);
      registerUpdate(scope, type);
      registerRemoval(scope, type);
    }
  });
}

type ItemType = ItemReference['type'];

function registerList(app: App, type: ItemType): void {
  app.route({
    method: 'GET',
    url: `/api/${type.toLowerCase()}s/:id/images`,
    config: { access: access.vendor('products:read') },
    schema: {
      operationId: `list${type}Images`,
      summary: `The images of a ${type.toLowerCase()}, at most ten, in the order of its page`,
      tags: [`${type}s`],
      params: IdPath,
      response: { 200: ImagesBody, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const list = await listImages(context, { type, id: params.id });
      tagRevision(reply, list);
      return { images: list.images.map((image) => imageAnswer(context, image)) };
    },
  });
}

function registerUpload(app: App, type: ItemType): void {
  app.route({
    method: 'POST',
    url: `/api/${type.toLowerCase()}s/:id/images`,
    config: { access: access.vendor('products:write') },
    bodyLimit: MAX_IMAGE_BYTES,
    schema: {
      operationId: `add${type}Image`,
      summary: `Add an image to a ${type.toLowerCase()}: PNG, JPEG, WebP or AVIF, at most 5 MB`,
      tags: [`${type}s`],
      consumes: MEDIA_TYPES,
      params: IdPath,
      querystring: ImageQuery,
      headers: RevisionHeaders,
      response: { 201: ImageBody, ...problems(staleRevision, tooManyImages) },
    },
    handler: async (request, reply) => {
      const { body, context, params, query } = request;
      if (!(body instanceof Uint8Array)) throw invalidInput({ errors: { body: ['must be an image'] } });
      const item = { type, id: params.id };
      const revision = expectedRevision(request);
      // An upload that would be refused is not stored.
      await listImages(context, item);
      const file = await storeImage(context, body);
      return answerChange(request, reply, (tx) => addImage(tx, item, file, query, revision), 201);
    },
  });
}

function registerUpdate(app: App, type: ItemType): void {
  app.route({
    method: 'PATCH',
    url: `/api/${type.toLowerCase()}s/:id/images/:imageId`,
    config: { access: access.vendor('products:write') },
    schema: {
      operationId: `update${type}Image`,
      summary: `Change the text or the place of an image of a ${type.toLowerCase()}`,
      tags: [`${type}s`],
      params: ImagePath,
      body: ImagePatch,
      headers: RevisionHeaders,
      response: { 200: ImageBody, ...problems(staleRevision) },
    },
    handler: (request, reply) => {
      const { id, imageId } = request.params;
      const revision = expectedRevision(request);
      const run = (tx: CommandTx) => updateImage(tx, { type, id }, imageId, request.body, revision);
      return answerChange(request, reply, run);
    },
  });
}

function registerRemoval(app: App, type: ItemType): void {
  app.route({
    method: 'DELETE',
    url: `/api/${type.toLowerCase()}s/:id/images/:imageId`,
    config: { access: access.vendor('products:write') },
    schema: {
      operationId: `remove${type}Image`,
      summary: `Remove an image of a ${type.toLowerCase()}`,
      tags: [`${type}s`],
      params: ImagePath,
      headers: RevisionHeaders,
      response: { 200: ImageBody, ...problems(staleRevision) },
    },
    handler: (request, reply) => {
      const { id, imageId } = request.params;
      const revision = expectedRevision(request);
      return answerChange(request, reply, (tx) => removeImage(tx, { type, id }, imageId, revision));
    },
  });
}

/** Runs a command on an image; the `ETag` is that of its product or bundle. */
function answerChange(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tx: CommandTx) => Promise<ChangedImage>,
  status: 200 | 201 = 200,
): Promise<Static<typeof ImageBody>> {
  return revisedCommand(request, reply, run, ({ image }, tx) => imageAnswer(tx, image), { status });
}

function imageAnswer(
  ctx: Pick<AccountContext, 'config' | 'account'>,
  image: ItemImageRow,
): Static<typeof ImageBody> {
  const { id, alt, videoUrl, width, height, position, createdAt } = image;
  const { url } = itemPresenter(ctx).image(image);
  return {
    id,
    url,
    alt,
    ...(videoUrl !== null && { videoUrl }),
    width,
    height,
    position,
    createdAt: createdAt.toISOString(),
  };
}
