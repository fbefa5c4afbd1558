import { type Static, Type } from '../../kernel/schema.ts';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import {
  findLicense,
  importLicense,
  type License,
  licenseExists,
  licenseFields,
  licenseImportFields,
  licenseImportOf,
  listLicenses,
  MAX_PROVISION_QUANTITY,
  MAX_PROVISION_REQUESTS,
  provisionLicenses,
  replaceLicenseProperties,
} from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { IMPORT_BODY_LIMIT } from './bulk-import.ts';
import type { System } from '../../platform/system.ts';
import { command } from '../guards/idempotency.ts';
import { ownersField, pageWithOwners } from '../guards/list-owners.ts';
import { LicenseAnswer, licenseAnswers } from '../wire/license.ts';
import { momentOf } from '../wire/moment.ts';
import { reasonField, reasonIn } from '../wire/reason.ts';
import {
  issuedPage,
  issuedQuery,
  type IssuedResource,
  registerGet,
  registerProperties,
} from './issued-routes.ts';
import { registerChangeManyLicenses } from './change-many-licenses.ts';
import { registerLicenseTimeline } from './license-timeline.ts';
import { registerMessageHolders } from './message-holders.ts';
import { registerLicenseChanges } from './license-changes.ts';
import { emailInUse } from '../../modules/customers/index.ts';

const TAGS = ['Licenses'];

const ProvisionInput = Type.Object(
  {
    ownerId: Type.Optional(
      Type.String({ pattern: GUID_PATTERN, errorMessage: 'must be a GUID', description: 'The customer.' }),
    ),
    customer: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          email: Type.String({ maxLength: 320 }),
        },
        { additionalProperties: false, description: 'Found by email, or created without a password.' },
      ),
    ),
    requests: Type.Array(
      Type.Object(
        {
          productId: Type.String(),
          quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PROVISION_QUANTITY, default: 1 })),
          limitPerCustomer: Type.Optional(
            Type.Integer({ minimum: 0, description: 'Provision only up to this number of usable licenses.' }),
          ),
          variationId: Type.Optional(
            Type.String({ description: 'They cover what this variation of the product gives.' }),
          ),
          updatesUntil: Type.Optional(licenseFields.updatesUntil),
          upToMajor: Type.Optional(licenseFields.upToMajor),
          isFree: Type.Optional(
            Type.Boolean({
              default: false,
              description:
                'You give them away: they lower no price of a bundle, discount or upgrade. Default: they were paid for elsewhere.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_PROVISION_REQUESTS },
    ),
    reason: reasonField,
  },
  { title: 'LicenseProvision', additionalProperties: false },
);

const ImportInput = Type.Object(
  {
    ownerId: Type.String({
      pattern: GUID_PATTERN,
      errorMessage: 'must be a GUID',
      description: 'The customer.',
    }),
    ...licenseImportFields,
  },
  { title: 'LicenseImport', additionalProperties: false },
);

const LicensesQuery = Type.Object({
  ...issuedQuery,
  status: Type.Optional(
    Type.Enum(['Active', 'Revoked', 'Expired'], {
      description:
        'Only licenses of this status. `Active` and `Expired` ones are sorted by `expiresAt`, the latest first, and perpetual ' +
        'ones follow, newest first, unless another filter than `productFilter` is set.',
    }),
  ),
  keyCode: Type.Optional(Type.String({ maxLength: 200, description: 'Only with this key code.' })),
  externalId: Type.Optional(Type.String({ maxLength: 200, description: 'Only with this external id.' })),
  orderId: Type.Optional(
    Type.String({
      pattern: GUID_PATTERN,
      errorMessage: 'must be a GUID',
      description: 'Only from this order.',
    }),
  ),
  voucherBatchId: Type.Optional(
    Type.String({
      pattern: GUID_PATTERN,
      errorMessage: 'must be a GUID',
      description: 'Only from vouchers of this batch.',
    }),
  ),
});

const LICENSES: IssuedResource<License, Static<typeof LicenseAnswer>> = {
  name: 'License',
  path: '/api/licenses',
  scope: 'licenses',
  schema: LicenseAnswer,
  find: findLicense,
  presenter: licenseAnswers,
  replaceProperties: replaceLicenseProperties,
};

/** Licenses (core API, Licenses; wire contract section 6). */
export function registerCoreLicenses(app: App, system: System): void {
  registerList(app, system);
  registerGet(app, LICENSES);
  registerProvision(app);
  registerImport(app);
  registerLicenseTimeline(app, system);
  registerLicenseChanges(app);
  registerChangeManyLicenses(app);
  registerMessageHolders(app);
  registerProperties(app, LICENSES);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/licenses',
    config: { access: access.vendor('licenses:read'), exportedAs: 'licenses' },
    schema: {
      operationId: 'listLicenses',
      summary: 'Licenses, newest first',
      description: 'Filters can be combined; all of them apply.',
      tags: TAGS,
      querystring: LicensesQuery,
      response: { 200: pageWithOwners(LicenseAnswer, 'LicensePage'), ...problems() },
    },
    handler: async (request) => {
      const { status, keyCode, externalId, orderId, voucherBatchId } = request.query;
      const filters = {
        status,
        keyCode,
        externalId,
        orderId: orderId?.toLowerCase(),
        voucherBatchId: voucherBatchId?.toLowerCase(),
      };
      const list = { filters, list: listLicenses, item: await licenseAnswers(request.context) } as const;
      const page = await issuedPage(system, request, request.query, list);
      const owners = page.items.map(({ ownerId }) => ownerId);
      return { ...page, ...(await ownersField(request, owners)) };
    },
  });
}

function registerProvision(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/licenses/provision',
    bodyLimit: IMPORT_BODY_LIMIT,
    config: { access: access.vendor('licenses:write') },
    schema: {
      operationId: 'provisionLicenses',
      summary: 'Grant licenses to a customer, all or none',
      tags: TAGS,
      body: ProvisionInput,
      response: { 200: Type.Array(LicenseAnswer), ...problems(emailInUse) },
    },
    handler: async (request) => {
      const answer = await licenseAnswers(request.context);
      return command(
        request,
        (tx) => provisionLicenses(tx, provisionOf(request.body)),
        (licenses) => licenses.map(answer),
      );
    },
  });
}

function provisionOf({ requests, reason, ...owner }: Static<typeof ProvisionInput>) {
  return {
    ...owner,
    reason: reasonIn({ reason }),
    requests: requests.map((request) => ({ ...request, updatesUntil: momentOf(request.updatesUntil) })),
  };
}

function registerImport(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/licenses/import',
    bodyLimit: IMPORT_BODY_LIMIT,
    config: { access: access.vendor('licenses:write') },
    schema: {
      operationId: 'importLicense',
      summary: 'Import a license from another system, with its devices',
      description: 'It can be used immediately, and nobody gets a mail.',
      tags: TAGS,
      body: ImportInput,
      response: { 200: LicenseAnswer, ...problems(licenseExists) },
    },
    handler: async (request) => {
      const input = licenseImportOf(request.body);
      return command(request, (tx) => importLicense(tx, input), await licenseAnswers(request.context));
    },
  });
}
