import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { invalidInput, payloadTooLarge } from '../../kernel/problem.ts';
import { staleRevision } from '../../kernel/revision.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { AccountContext, CommandTx } from '../../modules/accounts/index.ts';
import {
  addMedia,
  type ChangedPart,
  type ItemMediaRow,
  type ItemReference,
  listMedia,
  MEDIA_TYPES,
  removeMedia,
  storeMedia,
  tooManyMedia,
  updateMedia,
} from '../../modules/catalog/index.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { idempotencyKeyParameter, revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { IdPath, strict } from '../wire/catalog.ts';
import { itemPresenter, MediaBody as StorefrontMedia } from '../wire/product.ts';
import { sentBy, unlessBroken } from '../wire/sent-content.ts';

const Title = Type.String({ minLength: 1, maxLength: 200, description: 'What one hears or sees.' });
const Position = Type.Optional(
  Type.Integer({
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: 'Determines the order. Default: after the others.',
  }),
);
const MediaQuery = Type.Object({ title: Title, position: Position });
const MediaPatch = Type.Object(
  { title: Type.Optional(Title), position: Position },
  { ...strict, title: 'MediaChanges' },
);

const MediaBody = Type.Object(
  {
    id: Type.String(),
    ...StorefrontMedia.properties,
    size: Type.Integer({ description: 'Bytes.' }),
    position: Type.Integer(),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ItemMedia' },
);
const MediaListBody = Type.Object({ media: Type.Array(MediaBody) }, { title: 'ItemMediaList' });
const UploadHeaders = Type.Object({
  ...RevisionHeaders.properties,
  'idempotency-key': idempotencyKeyParameter(
    'MediaIdempotencyKey',
    'Accepted, but not needed: the same file again is the sound or film that is there.',
  ),
});
const MediaPath = Type.Object({ id: Type.String(), mediaId: Type.String() });

/** Sounds and films for the pages of products and bundles. */
export function registerCoreMedia(app: App): void {
  // In a separate scope: here a body is a stream that is stored while it is read.
  void app.register(async (scope: App) => {
    scope.addContentTypeParser(/^(?:audio|video)\//, (_request, payload, done) => done(null, payload));
    // A refused upload is not read to its end.
    scope.addHook('onSend', async (request, reply, payload) => {
      if (request.routeConfig.isStream === true && reply.statusCode >= 400)
        reply.header('connection', 'close');
      return payload;
    });
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
    url: `/api/${type.toLowerCase()}s/:id/media`,
    config: { access: access.vendor('products:read') },
    schema: {
      operationId: `list${type}Media`,
      summary: `The sounds and films of a ${type.toLowerCase()}, at most ten, in the order of its page`,
      tags: [`${type}s`],
      params: IdPath,
      response: { 200: MediaListBody, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const list = await listMedia(context, { type, id: params.id });
      tagRevision(reply, list);
      return { media: list.media.map((media) => mediaAnswer(context, media)) };
    },
  });
}

function registerUpload(app: App, type: ItemType): void {
  app.route({
    method: 'POST',
    url: `/api/${type.toLowerCase()}s/:id/media`,
    config: { access: access.vendor('products:write'), isUpload: true, isStream: true },
    schema: {
      operationId: `add${type}Media`,
      summary: `Add a sound or a film to a ${type.toLowerCase()}`,
      description:
        'MP3, AAC in MP4, Opus or Vorbis in Ogg, FLAC or WAV, at most 20 MB; MP4 or WebM, at most 100 MB. The type is ' +
        'that of the bytes. The same file again is the one that is there, so that a request can be repeated.',
      tags: [`${type}s`],
      consumes: [...MEDIA_TYPES],
      params: IdPath,
      querystring: MediaQuery,
      headers: UploadHeaders,
      response: { 201: MediaBody, ...problems(staleRevision, tooManyMedia, payloadTooLarge) },
    },
    handler: async (request, reply) => {
      const { body, context, params, query } = request;
      if (!(body instanceof Readable))
        throw invalidInput({ errors: { body: ['must be a sound or a film'] } });
      const item = { type, id: params.id };
      const revision = expectedRevision(request);
      // An upload that would be refused is not stored.
      await listMedia(context, item);
      const file = await unlessBroken(request, storeMedia(context, sentBy(request)));
      return answerChange(request, reply, (tx) => addMedia(tx, item, file, query, revision), 201);
    },
  });
}

function registerUpdate(app: App, type: ItemType): void {
  app.route({
    method: 'PATCH',
    url: `/api/${type.toLowerCase()}s/:id/media/:mediaId`,
    config: { access: access.vendor('products:write') },
    schema: {
      operationId: `update${type}Media`,
      summary: `Change the title or the place of a sound or film of a ${type.toLowerCase()}`,
      tags: [`${type}s`],
      params: MediaPath,
      body: MediaPatch,
      headers: RevisionHeaders,
      response: { 200: MediaBody, ...problems(staleRevision) },
    },
    handler: (request, reply) => {
      const { id, mediaId } = request.params;
      const revision = expectedRevision(request);
      const run = (tx: CommandTx) => updateMedia(tx, { type, id }, mediaId, request.body, revision);
      return answerChange(request, reply, run);
    },
  });
}

function registerRemoval(app: App, type: ItemType): void {
  app.route({
    method: 'DELETE',
    url: `/api/${type.toLowerCase()}s/:id/media/:mediaId`,
    config: { access: access.vendor('products:write') },
    schema: {
      operationId: `remove${type}Media`,
      summary: `Remove a sound or film of a ${type.toLowerCase()}`,
      tags: [`${type}s`],
      params: MediaPath,
      headers: RevisionHeaders,
      response: { 200: MediaBody, ...problems(staleRevision) },
    },
    handler: (request, reply) => {
      const { id, mediaId } = request.params;
      const revision = expectedRevision(request);
      return answerChange(request, reply, (tx) => removeMedia(tx, { type, id }, mediaId, revision));
    },
  });
}

/** Runs a command on a sound or film; the `ETag` is that of its product or bundle. */
function answerChange(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tx: CommandTx) => Promise<ChangedPart<ItemMediaRow>>,
  status: 200 | 201 = 200,
): Promise<Static<typeof MediaBody>> {
  return revisedCommand(request, reply, run, ({ part }, tx) => mediaAnswer(tx, part), { status });
}

function mediaAnswer(
  ctx: Pick<AccountContext, 'config' | 'account'>,
  media: ItemMediaRow,
): Static<typeof MediaBody> {
  const { id, sizeBytes, position, createdAt } = media;
  const view = itemPresenter(ctx).media(media);
  return { id, ...view, size: sizeBytes, position, createdAt: createdAt.toISOString() };
}
