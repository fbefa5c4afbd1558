import { type Static, Type } from '../../kernel/schema.ts';
import type { CommandTx } from '../../modules/accounts/index.ts';
import {
  addLicenseKey,
  importLicenseKey,
  type LicenseKey,
  listLicenseKeys,
  prepareLicenseKey,
  removeLicenseKey,
  signingKeyActive,
  signingKeyExists,
} from '../../modules/signing-keys/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { command } from '../guards/idempotency.ts';
import { Moment } from '../wire/moment.ts';
import { conflict } from '../../kernel/problem.ts';

const TAGS = ['License keys'];

const Algorithm = Type.Enum(['RS256', 'ES256', 'EdDSA'], { title: 'KeyAlgorithm' });

const LicenseKeyAnswer = Type.Object(
  {
    kid: Type.String({ description: 'Tokens carry it in their header.' }),
    algorithm: Algorithm,
    status: Type.Enum(['Active', 'Retired'], {
      description: 'The active key signs, retired keys only verify.',
    }),
    publicKeyPem: Type.String({ description: 'SPKI.' }),
    createdAt: Moment,
    retiredAt: Type.Optional(Moment),
  },
  { title: 'LicenseKey' },
);

/** The keys that license tokens are signed with (extended API, section B; wire contract section 5). */
export function registerLicenseKeys(app: App): void {
  registerList(app);
  registerRotate(app);
  registerImport(app);
  registerRemove(app);
}

function registerList(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/settings/license-keys',
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'listLicenseKeys',
      summary: 'All license keys, newest first; private halves never leave the server',
      tags: TAGS,
      response: { 200: Type.Object({ items: Type.Array(LicenseKeyAnswer) }), ...problems() },
    },
    handler: async ({ context }) => ({ items: (await listLicenseKeys(context)).map(keyAnswer) }),
  });
}

function registerRotate(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/settings/license-keys',
    config: { access: access.vendor('keys:write') },
    schema: {
      operationId: 'rotateLicenseKey',
      summary: 'Create a new license key, which signs from now on',
      description: 'RS256 works with every deployed application; ES256 and EdDSA are for new ones.',
      tags: TAGS,
      body: Type.Object({ algorithm: Type.Optional(Algorithm) }, { additionalProperties: false }),
      response: { 201: LicenseKeyAnswer, ...problems(conflict) },
    },
    handler: async (request, reply) => {
      const pair = await prepareLicenseKey(request.body.algorithm ?? 'RS256');
      reply.code(201);
      return command(request, (tx) => addLicenseKey(tx, pair), keyAnswer, { status: 201 });
    },
  });
}

function registerImport(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/settings/license-keys/import',
    config: { access: access.vendor('keys:write') },
    schema: {
      operationId: 'importLicenseKey',
      summary: 'Import a license key that is compiled into applications',
      tags: TAGS,
      body: Type.Object(
        {
          privateKeyPem: Type.String({
            maxLength: 32_768,
            description: 'PKCS#1, PKCS#8 or SEC1, not encrypted.',
          }),
          active: Type.Optional(Type.Boolean({ default: true, description: 'False: it only verifies.' })),
        },
        { additionalProperties: false },
      ),
      response: { 201: LicenseKeyAnswer, ...problems(signingKeyExists, conflict) },
    },
    handler: async (request, reply) => {
      const { privateKeyPem, active: isActive = true } = request.body;
      const run = (tx: CommandTx) => importLicenseKey(tx, { privateKeyPem, isActive });
      reply.code(201);
      return command(request, run, keyAnswer, { status: 201 });
    },
  });
}

function registerRemove(app: App): void {
  app.route({
    method: 'DELETE',
    url: '/api/settings/license-keys/:kid',
    config: { access: access.vendor('keys:write') },
    schema: {
      operationId: 'removeLicenseKey',
      summary: 'Delete a retired key: tokens that it signed are refused from now on',
      tags: TAGS,
      params: Type.Object({ kid: Type.String() }),
      response: { 204: emptyAnswer('It is gone.'), ...problems(signingKeyActive) },
    },
    handler: async ({ context, params }, reply) => {
      await removeLicenseKey(context, params.kid);
      return reply.code(204).send(undefined);
    },
  });
}

function keyAnswer(key: LicenseKey): Static<typeof LicenseKeyAnswer> {
  return {
    kid: key.kid,
    algorithm: key.algorithm,
    status: key.status,
    publicKeyPem: key.publicPem,
    createdAt: key.createdAt.toISOString(),
    ...(key.retiredAt !== null && { retiredAt: key.retiredAt.toISOString() }),
  };
}
