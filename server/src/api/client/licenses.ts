import { Type } from '../../kernel/schema.ts';
import {
  activationNotCovered,
  invalidLicenseToken,
  licenseActivationRevoked,
  licenseExpired,
  licenseOwnerChanged,
  licenseTokenMissing,
  seatOfFormerOwner,
  licenseRevoked,
  noFreeActivations,
  offlineToken,
  productInactive,
  releaseNotCovered,
  productNotOwned,
  releaseNotAllowed,
  releaseTooSoon,
  requestLicenseToken,
  revokeLicenseToken,
  trialsCannotBeRevoked,
  validateLicenseToken,
} from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { signedIn } from '../guards/caller.ts';
import { addOnsQuery, deviceIn, DeviceInput, takesAddOns, usageOf, usageQuery } from '../wire/device.ts';
import { sendToken, TOKEN_MEDIA_TYPES, TokenAnswer, TokenInput, tokenIn } from '../wire/license-token.ts';
import { unauthorized } from '../../kernel/problem.ts';

const TAGS = ['Client licensing'];
const ProductPath = Type.Object({ productId: Type.String() });

/** License tokens for applications (customer API, Client licensing; wire contract section 5). */
export function registerClientLicenses(app: App): void {
  registerRequest(app);
  registerValidate(app);
  registerRevoke(app);
}

function registerRequest(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/client/licenses/:productId/request',
    config: { access: access.customer(), isLenient: true },
    schema: {
      operationId: 'requestLicenseToken',
      summary: 'Activate a device and get its license token',
      description: 'A device that already has an activation of the product gets the same one.',
      tags: TAGS,
      params: ProductPath,
      querystring: Type.Object({ ...usageQuery, ...addOnsQuery }),
      body: DeviceInput,
      response: {
        200: TokenAnswer,
        ...problems(unauthorized, productInactive, productNotOwned, activationNotCovered, noFreeActivations),
      },
    },
    handler: async (request, reply) => {
      const { context, params, query, body } = request;
      const token = await requestLicenseToken(context, signedIn(request).customer, {
        productId: params.productId,
        device: deviceIn(body),
        usage: usageOf(query),
        takesAddOns: takesAddOns(query),
      });
      return sendToken(request, reply, token);
    },
  });
}

function registerValidate(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/client/licenses/:productId/validate',
    config: { access: access.public(), isLenient: true },
    schema: {
      operationId: 'validateLicenseToken',
      summary: 'Renew a license token',
      description:
        'Refusals with status 400 and the codes LicenseRevoked, LicenseActivationRevoked, LicenseExpired and ' +
        'InvalidLicenseToken are final; anything else may be temporary. ReleaseNotCovered has the members `appVersion`, ' +
        '`releaseAccess {updatesUntil?, upToMajor?, upToVersion?}`, `upgradeUrl?` and `license`, the renewed token, ' +
        'which keeps working for the versions that it covers.',
      tags: TAGS,
      consumes: TOKEN_MEDIA_TYPES,
      params: ProductPath,
      querystring: Type.Object({ ...usageQuery, ...addOnsQuery }),
      body: TokenInput,
      response: {
        200: TokenAnswer,
        ...problems(
          invalidLicenseToken,
          licenseRevoked,
          licenseActivationRevoked,
          licenseExpired,
          licenseOwnerChanged,
          productInactive,
          releaseNotCovered,
          licenseTokenMissing,
        ),
      },
    },
    handler: async (request, reply) => {
      const { context, params, query, body } = request;
      const token = await validateLicenseToken(context, {
        productId: params.productId,
        token: tokenIn(body),
        usage: usageOf(query),
        takesAddOns: takesAddOns(query),
      });
      return sendToken(request, reply, token);
    },
  });
}

function registerRevoke(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/client/licenses/:productId/revoke',
    config: { access: access.public(), isLenient: true },
    schema: {
      operationId: 'revokeLicenseToken',
      summary: 'Release the activation of a device',
      description: 'The seat is free afterwards. May be repeated.',
      tags: TAGS,
      consumes: TOKEN_MEDIA_TYPES,
      params: ProductPath,
      querystring: Type.Object(usageQuery),
      body: TokenInput,
      response: {
        200: emptyAnswer('The activation is free, or was already.'),
        ...problems(
          invalidLicenseToken,
          offlineToken,
          trialsCannotBeRevoked,
          seatOfFormerOwner,
          releaseNotAllowed,
          releaseTooSoon,
          licenseTokenMissing,
        ),
      },
    },
    handler: async ({ context, params, body }, reply) => {
      await revokeLicenseToken(context, { productId: params.productId, token: tokenIn(body) });
      return reply.send(undefined);
    },
  });
}
