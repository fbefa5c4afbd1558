import { Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { accountUrl } from '../../modules/accounts/index.ts';
import {
  activateByDeviceToken,
  invalidDeviceToken,
  licenseActivationRevoked,
  licenseExpired,
  licenseRevoked,
  noFreeActivations,
  offlineActivationNotAllowed,
  productInactive,
  productNotOwned,
  tokenOfActivation,
} from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { attachment } from '../../platform/http/content/attachment.ts';
import { problems, textAnswer } from '../../platform/http/route/responses.ts';
import { isLinkValid, signLink } from '../../platform/signed-links.ts';
import type { System } from '../../platform/system.ts';
import { signedIn } from '../guards/caller.ts';
import { guidOf } from '../wire/ids.ts';
import { licensePresenter, LicenseSummary } from '../wire/inventory.ts';
import { fileNameQuery } from '../wire/product.ts';

const LINK_PURPOSE = 'license-file';
const LINK_SECONDS = 3_600;

/** Activation with a device token, and the resulting license files (customer API, Inventory). */
export function registerInventoryActivate(app: App, system: System): void {
  registerActivate(app, system);
  registerLicenseFile(app, system);
}

/** The name of the license file of a product (wire contract section 5). */
function licenseFileName(productId: string): string {
  return `${productId}.mb`;
}

function registerActivate(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/customer/inventory/activate',
    config: { access: access.customer() },
    schema: {
      operationId: 'activateByDeviceToken',
      summary: 'Activate the device of a device token',
      description: 'The Location of the response leads to the license file for an hour, without a session.',
      tags: ['Inventory'],
      consumes: ['text/plain'],
      querystring: Type.Object({
        method: Type.Enum(['Offline', 'Online'], {
          description: 'Offline: the file works without a connection.',
        }),
      }),
      body: Type.String({ minLength: 1, description: 'The content of the device token file (.dt).' }),
      responseHeaders: { location: 'Where the license file can be downloaded for an hour.' },
      response: {
        200: LicenseSummary,
        ...problems(
          invalidDeviceToken,
          offlineActivationNotAllowed,
          productInactive,
          productNotOwned,
          noFreeActivations,
        ),
      },
    },
    handler: async (request, reply) => {
      const { context, account, query, body } = request;
      const { customer } = signedIn(request);
      const input = { deviceToken: body, method: query.method };
      const { activation, license } = await activateByDeviceToken(context, customer, input);
      const subject = `${account.id}/${activation.id}`;
      const { expires, signature } = signLink(system, LINK_PURPOSE, subject, LINK_SECONDS);
      const path = `/api/customer/inventory/license-files/${activation.id}`;
      const name = fileNameQuery(licenseFileName(license.productId));
      const link = `${accountUrl(system.config, account)}${path}?expires=${expires}&signature=${signature}&${name}`;
      const presenter = await licensePresenter(context, customer.id, [license]);
      return reply.header('location', link).send(presenter.license(license));
    },
  });
}

function registerLicenseFile(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/license-files/:activationId',
    config: { access: access.public() },
    schema: {
      operationId: 'getLicenseFile',
      summary: 'The license file of an activation, by a signed link',
      description:
        'The link is the `Location` returned by an activation with a device token. It works for an hour and needs no session.',
      tags: ['Inventory'],
      params: Type.Object({ activationId: Type.String() }),
      querystring: Type.Object({ expires: Type.Integer(), signature: Type.String({ maxLength: 100 }) }),
      response: {
        200: textAnswer('The license token, as a file (.mb).', Type.String(), 'application/octet-stream'),
        ...problems(licenseRevoked, licenseActivationRevoked, licenseExpired),
      },
    },
    handler: async ({ context, account, params, query }, reply) => {
      const activationId = guidOf(params.activationId);
      const isValid = isLinkValid(system, LINK_PURPOSE, `${account.id}/${activationId}`, query);
      const file = isValid ? await tokenOfActivation(context, activationId) : undefined;
      if (file === undefined || 'refusal' in file)
        throw notFound({ detail: 'This link is invalid or has expired.' });
      return reply
        .header('content-disposition', attachment(licenseFileName(file.productId)))
        .type('application/octet-stream')
        .send(file.token);
    },
  });
}
