import { Type } from '../../kernel/schema.ts';
import { invalidInput, notFound, payloadTooLarge, unsupportedMediaType } from '../../kernel/problem.ts';
import { receivePart, receiveUpload, uploadBusy, uploadComplete } from '../../modules/releases/index.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { isLinkValid, type LinkSignature } from '../../platform/signed-links.ts';
import type { System } from '../../platform/system.ts';
import { sentBy, unlessBroken } from '../wire/sent-content.ts';
import { UPLOAD_LINK_PURPOSE, uploadSubject } from '../wire/upload.ts';

const LinkQuery = Type.Object({ expires: Type.Integer(), signature: Type.String({ maxLength: 100 }) });

const fileFields = {
  size: Type.Integer({ description: 'Bytes.' }),
  sha256: Type.String({ description: 'Lower-case hexadecimal.' }),
};
const refusals = problems(invalidInput, payloadTooLarge, unsupportedMediaType, uploadComplete, uploadBusy);

/** The bytes of release files, through signed links of `POST /api/downloads/prepare`. */
export function registerUploads(app: App, system: System): void {
  // In a separate scope: here a request body is a stream that is stored while it is read.
  void app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    // A refused upload is not read to its end.
    scope.addHook('onSend', async (_request, reply, payload) => {
      if (reply.statusCode >= 400) reply.header('connection', 'close');
      return payload;
    });
    registerFile(scope, system);
    registerPart(scope, system);
  });
}

function registerFile(app: App, system: System): void {
  app.route({
    method: 'PUT',
    url: '/api/uploads/:key',
    config: { access: access.public(), isUpload: true },
    schema: {
      operationId: 'putFile',
      summary: 'The bytes of a file, by a signed link',
      description: 'Once, by one request at a time; an interrupted upload stores nothing.',
      tags: ['Releases'],
      params: Type.Object({ key: Type.String() }),
      querystring: LinkQuery,
      response: {
        200: Type.Object({ key: Type.String(), ...fileFields }, { title: 'StoredFile' }),
        ...refusals,
      },
    },
    handler: async (request) => {
      const { context, account, params, query } = request;
      checkLink(system, uploadSubject(account.id, params.key), query);
      const content = sentBy(request);
      const { key, sizeBytes, sha256 } = await unlessBroken(
        request,
        receiveUpload(context, params.key, content),
      );
      return { key, size: sizeBytes, sha256 };
    },
  });
}

function registerPart(app: App, system: System): void {
  app.route({
    method: 'PUT',
    url: '/api/uploads/:key/parts/:number',
    config: { access: access.public(), isUpload: true },
    schema: {
      operationId: 'putPart',
      summary: 'The bytes of a part of a file, by a signed link',
      description: 'Can be repeated, by one request at a time: the last one counts.',
      tags: ['Releases'],
      params: Type.Object({ key: Type.String(), number: Type.Integer({ minimum: 1, maximum: 100_000 }) }),
      querystring: LinkQuery,
      response: {
        200: Type.Object({ number: Type.Integer(), ...fileFields }, { title: 'StoredPart' }),
        ...refusals,
      },
    },
    handler: async (request) => {
      const { context, account, params, query } = request;
      checkLink(system, uploadSubject(account.id, params.key, params.number), query);
      const storing = receivePart(context, params, sentBy(request));
      const { size, sha256 } = await unlessBroken(request, storing);
      return { number: params.number, size, sha256 };
    },
  });
}

function checkLink(system: System, subject: string, link: LinkSignature): void {
  if (!isLinkValid(system, UPLOAD_LINK_PURPOSE, subject, link))
    throw notFound({ detail: 'This link is invalid or has expired.' });
}
