import { type Static, Type } from '../../kernel/schema.ts';
import type { CommandTx } from '../../modules/accounts/index.ts';
import {
  addLicenseKey,
  importLicenseKey,
  type LicenseKey,
  prepareLicenseKey,
  signingKeyExists,
  signingKeyInUse,
} from '../../modules/signing-keys/index.ts';
import {
  type LicenseKeyUse,
  listLicenseKeyUse,
  removeUnusedLicenseKey,
} from '../../modules/licensing/index.ts';
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
    isDefault: Type.Boolean({
      description: 'Whether it signs the first tokens of devices of products that name no other key.',
    }),
    publicKeyPem: Type.String({ description: 'SPKI.' }),
    createdAt: Moment,
  },
  { title: 'LicenseKey' },
);

const LicenseKeyUseAnswer = Type.Object(
  {
    ...LicenseKeyAnswer.properties,
    devices: Type.Integer({ description: 'Devices with a seat whose last token it signed.' }),
    versions: Type.Array(
      Type.Object({
        appVersion: Type.Optional(Type.String({ description: 'Absent: none was reported.' })),
        devices: Type.Integer(),
      }),
      { description: 'The versions of the application on these devices, the most devices first.' },
    ),
    trials: Type.Integer({ description: 'Running trials whose last token it signed.' }),
    products: Type.Array(Type.Object({ id: Type.String(), fromVersion: Type.Optional(Type.String()) }), {
      description: 'The products that name it.',
    }),
  },
  { title: 'LicenseKeyUse' },
);

/** The keys that license tokens are signed with (extended API, section B; wire contract section 5). */
export function registerLicenseKeys(app: App): void {
  registerList(app);
  registerCreate(app);
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
      summary: 'All license keys with the devices that use them, newest first',
      description:
        'A key that no device, trial or product uses can be deleted. Private halves never leave the server.',
      tags: TAGS,
      response: { 200: Type.Object({ items: Type.Array(LicenseKeyUseAnswer) }), ...problems() },
    },
    handler: async ({ context }) => ({ items: (await listLicenseKeyUse(context)).map(keyUseAnswer) }),
  });
}

function registerCreate(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/settings/license-keys',
    config: { access: access.vendor('keys:write'), isSensitive: true },
    schema: {
      operationId: 'createLicenseKey',
      summary: 'Create a license key',
      description:
        'It signs nothing until a product names it (`signingKey`): an application that does not have it would take its tokens for the end of the license. RS256 works with every deployed application; ES256 and EdDSA are for new ones.',
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
    config: { access: access.vendor('keys:write'), isSensitive: true },
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
          isDefault: Type.Optional(
            Type.Boolean({
              default: true,
              description:
                'It becomes the default key of the account. False: it only renews the tokens that it signed, and signs for the products that name it.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      response: { 201: LicenseKeyAnswer, ...problems(signingKeyExists, conflict) },
    },
    handler: async (request, reply) => {
      const { privateKeyPem, isDefault = true } = request.body;
      const run = (tx: CommandTx) => importLicenseKey(tx, { privateKeyPem, isDefault });
      reply.code(201);
      return command(request, run, keyAnswer, { status: 201 });
    },
  });
}

function registerRemove(app: App): void {
  app.route({
    method: 'DELETE',
    url: '/api/settings/license-keys/:kid',
    config: { access: access.vendor('keys:write'), isSensitive: true },
    schema: {
      operationId: 'removeLicenseKey',
      summary: 'Delete a license key: tokens that it signed are refused from now on',
      description:
        'Applications delete a license whose token is refused, so a key that devices use is only deleted by force.',
      tags: TAGS,
      params: Type.Object({ kid: Type.String() }),
      querystring: Type.Object({
        force: Type.Optional(
          Type.Boolean({ description: 'Also if devices use it, for example after a theft.' }),
        ),
      }),
      response: { 204: emptyAnswer('It is gone.'), ...problems(signingKeyInUse) },
    },
    handler: async ({ context, params, query }, reply) => {
      await removeUnusedLicenseKey(context, params.kid, { isForced: query.force === true });
      return reply.code(204).send(undefined);
    },
  });
}

function keyAnswer(key: LicenseKey): Static<typeof LicenseKeyAnswer> {
  return {
    kid: key.kid,
    algorithm: key.algorithm,
    isDefault: key.isDefault,
    publicKeyPem: key.publicPem,
    createdAt: key.createdAt.toISOString(),
  };
}

function keyUseAnswer(key: LicenseKeyUse): Static<typeof LicenseKeyUseAnswer> {
  return {
    ...keyAnswer(key),
    devices: key.devices,
    versions: key.versions.map(({ appVersion, devices }) => ({
      ...(appVersion !== null && { appVersion }),
      devices,
    })),
    trials: key.trials,
    products: [...key.products],
  };
}
