import { type Static, Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import {
  type Activation,
  addOnsOfDevices,
  findLicense,
  listLicenseActivations,
  revokeActivation,
} from '../../modules/licensing/index.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { command } from '../guards/idempotency.ts';
import { guidOf } from '../wire/ids.ts';
import { Moment } from '../wire/moment.ts';
import { ReasonInput, reasonIn } from '../wire/reason.ts';

const TAGS = ['Licenses'];
const licenseId = Type.String({ description: 'The license.' });

export const LicenseActivationAnswer = Type.Object(
  {
    id: Type.String(),
    licenseId: Type.String(),
    deviceName: Type.String(),
    deviceSignature: Type.String(),
    activationMethod: Type.Enum(['Online', 'Offline']),
    status: Type.Enum(['Active', 'Revoked'], {
      description:
        '`Active` while the device holds a seat, even if the license itself has ended: if it is restored or extended, ' +
        'the device works again.',
    }),
    firstValidatedAt: Moment,
    lastValidatedAt: Moment,
    revokedAt: Type.Optional(Moment),
    subProducts: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), licenseId: Type.String(), activationId: Type.String() }), {
        description:
          'In the list: sub-products that the device has a seat of. Each can be released as an activation of its own ' +
          'license; releasing the device releases them all.',
      }),
    ),
    appVersion: Type.Optional(Type.String({ description: 'As last reported by the application.' })),
    platform: Type.Optional(Type.String({ description: 'As last reported by the application.' })),
    meta: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Further values that the application reported as `meta[key]`.',
      }),
    ),
  },
  { title: 'LicenseActivation' },
);

/** The devices of a license (extended API, B). */
export function registerCoreActivations(app: App, system: System): void {
  registerList(app, system);
  registerRevoke(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/licenses/:id/activations',
    config: { access: access.vendor('licenses:read') },
    schema: {
      operationId: 'listLicenseActivations',
      summary: 'The devices of a license, newest first, including released ones',
      tags: TAGS,
      params: Type.Object({ id: licenseId }),
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(LicenseActivationAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const id = guidOf(params.id);
      const page = readPage(system, request, query);
      if ((await findLicense(context, id)) === undefined)
        throw notFound({ detail: `There is no license ${params.id}.` });
      const rows = await listLicenseActivations(context, id, page);
      const addOnsOf = await addOnsOfDevices(
        context,
        rows.map((row) => row.id),
      );
      return toPage(system, request, page, rows, {
        cursor: (row) => ({ at: row.createdAt, id: row.id }),
        item: (row) => ({ ...activationAnswer(row), ...subProductsAnswer(addOnsOf(row.id)) }),
      });
    },
  });
}

function registerRevoke(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/licenses/:id/activations/:activationId/revoke',
    config: { access: access.vendor('licenses:write') },
    schema: {
      operationId: 'revokeLicenseActivation',
      summary: 'Release a device, so that another one can take its seat',
      description:
        'Also for devices that were activated offline, and whatever the account’s settings allow customers. The ' +
        'application learns of it when it next validates its token; an offline token works until it expires. Releasing a ' +
        'device again changes nothing. Other fields of the body are ignored.',
      tags: TAGS,
      params: Type.Object({ id: licenseId, activationId: Type.String({ description: 'The device.' }) }),
      body: Type.Optional(ReasonInput),
      response: { 200: LicenseActivationAnswer, ...problems() },
    },
    handler: (request) => {
      const { params, body } = request;
      const release = {
        licenseId: guidOf(params.id),
        activationId: guidOf(params.activationId),
        reason: reasonIn(body),
      };
      return command(request, (tx) => revokeActivation(tx, release), activationAnswer);
    },
  });
}

function subProductsAnswer(
  seats: readonly Readonly<Record<'productId' | 'licenseId' | 'activationId', string>>[],
) {
  if (seats.length === 0) return {};
  return {
    subProducts: seats.map((seat) => ({
      id: seat.productId,
      licenseId: seat.licenseId,
      activationId: seat.activationId,
    })),
  };
}

/** The wire form of a device in the Core API. */
export function activationAnswer(activation: Activation): Static<typeof LicenseActivationAnswer> {
  const { revokedAt, appVersion, platform, meta } = activation;
  return {
    id: activation.id,
    licenseId: activation.licenseId,
    deviceName: activation.deviceName,
    deviceSignature: activation.deviceSignature,
    activationMethod: activation.method,
    status: activation.status,
    firstValidatedAt: activation.firstValidatedAt.toISOString(),
    lastValidatedAt: activation.lastValidatedAt.toISOString(),
    ...(revokedAt !== null && { revokedAt: revokedAt.toISOString() }),
    ...(appVersion !== null && { appVersion }),
    ...(platform !== null && { platform }),
    ...(meta !== null && { meta }),
  };
}
