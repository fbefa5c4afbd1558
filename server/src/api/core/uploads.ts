import { Type } from '../../kernel/schema.ts';
import { invalidInput, payloadTooLarge } from '../../kernel/problem.ts';
import {
  completeUpload,
  newUploadView,
  prepareUpload,
  uploadBusy,
  uploadIncomplete,
  viewUpload,
} from '../../modules/releases/index.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { command } from '../guards/idempotency.ts';
import { UploadAnswer, uploadAnswer } from '../wire/upload.ts';

const TAGS = ['Releases'];
const KeyPath = Type.Object({ key: Type.String({ maxLength: 100 }) });

const PrepareQuery = Type.Object({
  contentType: Type.String({
    maxLength: 200,
    description:
      'Media type of the file, which the upload carries, too: `application/octet-stream` for programs.',
  }),
  size: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Bytes of the file, where they are known: another size is refused.',
    }),
  ),
  sha256: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      errorMessage: 'must be a SHA-256 in lower-case hexadecimal',
      description: 'Another file is refused.',
    }),
  ),
  multipart: Type.Optional(
    Type.Boolean({ description: 'Upload the file in parts, each of which can be repeated. Needs `size`.' }),
  ),
});

/** Uploads of release files (core API, Downloads). */
export function registerCoreUploads(app: App): void {
  registerPrepare(app);
  registerGet(app);
  registerComplete(app);
}

function registerPrepare(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/downloads/prepare',
    config: { access: access.vendor('releases:write') },
    schema: {
      operationId: 'prepareUpload',
      summary: 'Prepare the upload of a file',
      description:
        'Then send the file to `url` with `PUT`, within an hour and once, or its parts to the `url` of each, within a day. ' +
        'The key names the file in releases.',
      tags: TAGS,
      querystring: PrepareQuery,
      response: { 200: UploadAnswer, ...problems() },
    },
    handler: (request) => {
      const { multipart, ...input } = request.query;
      return command(
        request,
        (tx) => prepareUpload(tx, { ...input, isParted: multipart }),
        (upload, tx) => uploadAnswer(tx, newUploadView(upload)),
      );
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/downloads/:key',
    config: { access: access.vendor('releases:write') },
    schema: {
      operationId: 'getUpload',
      summary: 'The progress of an upload, with links for the missing parts',
      tags: TAGS,
      params: KeyPath,
      response: { 200: UploadAnswer, ...problems() },
    },
    handler: async ({ context, params }) => uploadAnswer(context, await viewUpload(context, params.key)),
  });
}

function registerComplete(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/downloads/:key/complete',
    config: { access: access.vendor('releases:write') },
    schema: {
      operationId: 'completeUpload',
      summary: 'Join the parts of an upload into a file',
      description:
        'Takes as long as reading the file. It can be called again, also for a file that is complete. A file that was sent ' +
        'as a whole is complete without it; in a bucket it is completed with its first release, or here.',
      tags: TAGS,
      params: KeyPath,
      response: {
        200: UploadAnswer,
        ...problems(invalidInput, uploadIncomplete, uploadBusy, payloadTooLarge),
      },
    },
    handler: async ({ context, params }) => {
      await completeUpload(context, params.key);
      return uploadAnswer(context, await viewUpload(context, params.key));
    },
  });
}
