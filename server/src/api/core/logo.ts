import type { FastifyRequest } from 'fastify';
import { invalidInput } from '../../kernel/problem.ts';
import { staleRevision } from '../../kernel/revision.ts';
import { updateAccount } from '../../modules/accounts/index.ts';
import { LOGO_MEDIA_TYPES, storeLogo } from '../../modules/catalog/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { RevisionHeaders } from '../guards/revision.ts';
import { SettingsAnswer } from '../wire/settings.ts';
import { settingsCommand } from './settings-command.ts';

const URL = '/api/settings/logo';
const TAGS = ['Settings'];
const MAX_LOGO_BYTES = 1024 * 1024;

/** The logo of the account (extended API, section B). */
export function registerLogo(app: App): void {
  // In a separate scope: no other route reads images.
  void app.register(async (scope: App) => {
    scope.addContentTypeParser(
      [...LOGO_MEDIA_TYPES],
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    registerUpload(scope);
    registerRemoval(scope);
  });
}

function registerUpload(app: App): void {
  app.route({
    method: 'PUT',
    url: URL,
    config: { access: access.vendor('settings:write') },
    bodyLimit: MAX_LOGO_BYTES,
    schema: {
      operationId: 'setLogo',
      summary: 'Upload a logo: a PNG, JPEG or GIF image of at most 1 MB',
      description:
        'Pages and mails show it instead of `logoUrl`. Mails that were sent keep the one that they have.',
      tags: TAGS,
      consumes: [...LOGO_MEDIA_TYPES],
      headers: RevisionHeaders,
      response: { 200: SettingsAnswer, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const { body, context } = request;
      if (!(body instanceof Uint8Array)) throw invalidInput({ errors: { body: ['must be an image'] } });
      const settings = { logoFile: await storeLogo(context, body) };
      return settingsCommand(request, reply, (tx, options) => updateAccount(tx, { settings }, options));
    },
  });
}

function registerRemoval(app: App): void {
  app.route({
    method: 'DELETE',
    url: URL,
    config: { access: access.vendor('settings:write') },
    schema: {
      operationId: 'removeLogo',
      summary: 'Remove the logo that was uploaded',
      description: 'Pages and mails show that of `logoUrl` again, or the name.',
      tags: TAGS,
      headers: RevisionHeaders,
      response: { 200: SettingsAnswer, ...problems(staleRevision) },
    },
    handler: (request, reply) =>
      settingsCommand(request, reply, (tx, options) =>
        updateAccount(tx, { settings: { logoFile: undefined } }, options),
      ),
  });
}
