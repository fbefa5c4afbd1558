import { Type } from '../../kernel/schema.ts';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import { staleRevision } from '../../kernel/revision.ts';
import {
  endFollowsSubscription,
  licenseExists,
  licenseFields,
  ownerDeleted,
  reissueLicense,
  restoreLicense,
  revokeLicense,
  seatsInUse,
  transferLicense,
  updateLicense,
} from '../../modules/licensing/index.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { command } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { guidOf } from '../wire/ids.ts';
import { LicenseAnswer, licenseAnswers } from '../wire/license.ts';
import { Moment, momentOf } from '../wire/moment.ts';
import { reasonField, ReasonInput, reasonIn } from '../wire/reason.ts';

const TAGS = ['Licenses'];
const IdPath = Type.Object({ id: Type.String({ description: 'The license.' }) });

const nullable = <Field extends Parameters<typeof Type.Union>[0][number]>(field: Field) =>
  Type.Optional(Type.Union([field, Type.Null()]));

const LicensePatch = Type.Object(
  {
    maxNumberOfActivations: Type.Optional(licenseFields.maxNumberOfActivations),
    expiresAt: nullable(Moment),
    offlineActivationsAllowed: Type.Optional(Type.Boolean()),
    updatesUntil: nullable(licenseFields.updatesUntil),
    upToMajor: nullable(licenseFields.upToMajor),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Required if the license is to cover less than before. It is kept in the audit log.',
      }),
    ),
    keyCode: nullable(licenseFields.keyCode),
    externalId: nullable(licenseFields.externalId),
  },
  { title: 'LicenseChanges', additionalProperties: false },
);

const TransferInput = Type.Object(
  {
    ownerId: Type.Optional(
      Type.String({ pattern: GUID_PATTERN, errorMessage: 'must be a GUID', description: 'The new owner.' }),
    ),
    email: Type.Optional(Type.String({ maxLength: 320, description: 'The address of the new owner.' })),
    reason: reasonField,
  },
  { title: 'LicenseTransfer', additionalProperties: false },
);

/** Clients also send other fields, which have never meant anything. */
const RevokeInput = Type.Object({ reason: reasonField }, { title: 'LicenseRevocation' });

const ReissueInput = Type.Object(
  {
    releaseDevices: Type.Optional(
      Type.Boolean({
        description:
          'Releases all devices, too: the owner activates them again. Default: they stay activated.',
      }),
    ),
    reason: reasonField,
  },
  { title: 'LicenseReissue', additionalProperties: false },
);

/** Changes of an existing license (core API, Licenses; extended API, B). */
export function registerLicenseChanges(app: App): void {
  registerUpdate(app);
  registerRevoke(app);
  registerRestore(app);
  registerTransfer(app);
  registerReissue(app);
}

function registerUpdate(app: App): void {
  app.route({
    method: 'PATCH',
    url: '/api/licenses/:id',
    config: { access: access.vendor('licenses:write') },
    schema: {
      operationId: 'updateLicense',
      summary: 'Change a license; fields that are not sent stay unchanged',
      description:
        'License tokens follow when they are next validated. `maxNumberOfActivations` cannot be less than the number of ' +
        'active devices. `expiresAt` in the past ends the license immediately, and null makes it perpetual; while a license belongs to a subscription, its end follows that.',
      tags: TAGS,
      params: IdPath,
      body: LicensePatch,
      headers: RevisionHeaders,
      response: {
        200: LicenseAnswer,
        ...problems(staleRevision, seatsInUse, licenseExists, endFollowsSubscription),
      },
    },
    handler: async (request, reply) => {
      const { context, params, body } = request;
      const changes = {
        maxActivations: body.maxNumberOfActivations,
        allowsOffline: body.offlineActivationsAllowed,
        expiresAt: body.expiresAt === null ? null : momentOf(body.expiresAt),
        updatesUntil: body.updatesUntil === null ? null : momentOf(body.updatesUntil),
        upToMajor: body.upToMajor,
        reason: body.reason,
        keyCode: body.keyCode,
        externalId: body.externalId,
      };
      const license = await updateLicense(context, guidOf(params.id), changes, expectedRevision(request));
      tagRevision(reply, license);
      return (await licenseAnswers(context))(license);
    },
  });
}

function registerRevoke(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/licenses/:id/revoke',
    config: { access: access.vendor('licenses:write') },
    schema: {
      operationId: 'revokeLicense',
      summary: 'Revoke a license',
      description: 'Other fields of the body are ignored.',
      tags: TAGS,
      params: IdPath,
      body: Type.Optional(RevokeInput),
      response: { 200: LicenseAnswer, ...problems() },
    },
    handler: async (request) =>
      command(
        request,
        (tx) => revokeLicense(tx, guidOf(request.params.id), reasonIn(request.body)),
        await licenseAnswers(request.context),
      ),
  });
}

function registerRestore(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/licenses/:id/restore',
    config: { access: access.vendor('licenses:write') },
    schema: {
      operationId: 'restoreLicense',
      summary: 'Undo the revocation of a license',
      description:
        'Devices that had a seat when it was revoked have it again; released devices stay released. A license whose ' +
        'end has passed meanwhile is expired. Other fields of the body are ignored.',
      tags: TAGS,
      params: IdPath,
      body: Type.Optional(ReasonInput),
      response: { 200: LicenseAnswer, ...problems(ownerDeleted) },
    },
    handler: async (request) =>
      command(
        request,
        (tx) => restoreLicense(tx, guidOf(request.params.id), reasonIn(request.body)),
        await licenseAnswers(request.context),
      ),
  });
}

function registerTransfer(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/licenses/:id/transfer',
    config: { access: access.vendor('licenses:write') },
    schema: {
      operationId: 'transferLicense',
      summary: 'Transfer a license to another customer, by id or by email address',
      description:
        'All of its devices are released, because their tokens name the previous owner: validating them is refused with ' +
        '403 `LicenseOwnerChanged`, and the new owner activates the license again. Offline tokens work until they expire. ' +
        'Nobody gets a mail. The order stays with the customer who bought it.',
      tags: TAGS,
      params: IdPath,
      body: TransferInput,
      response: { 200: LicenseAnswer, ...problems() },
    },
    handler: async (request) =>
      command(
        request,
        (tx) =>
          transferLicense(tx, guidOf(request.params.id), { ...request.body, reason: reasonIn(request.body) }),
        await licenseAnswers(request.context),
      ),
  });
}

function registerReissue(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/licenses/:id/reissue',
    config: { access: access.vendor('licenses:write') },
    schema: {
      operationId: 'reissueLicense',
      summary: 'Give a license a new key code, for the same rights',
      description:
        'The new key code is random, and replaces the previous one, by which nobody finds the license any more. The owner ' +
        'sees it in the account; nobody gets a mail. Devices stay activated, as when you change `keyCode`, unless ' +
        '`releaseDevices` is set: then validating their tokens is refused with the final 400 `LicenseActivationRevoked`, upon ' +
        'which applications delete them, and offline tokens work until they expire. A license without a key code gets none: nothing changes unless its devices are released.',
      tags: TAGS,
      params: IdPath,
      body: Type.Optional(ReissueInput),
      response: { 200: LicenseAnswer, ...problems() },
    },
    handler: async (request) => {
      const { context, params, body } = request;
      const reissue = { releaseDevices: body?.releaseDevices, reason: reasonIn(body) };
      return command(
        request,
        (tx) => reissueLicense(tx, guidOf(params.id), reissue),
        await licenseAnswers(context),
      );
    },
  });
}
