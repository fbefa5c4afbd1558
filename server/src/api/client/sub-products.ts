import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { loadCatalog } from '../../modules/catalog/index.ts';
import {
  activateSubProduct,
  licenseActivationRevoked,
  licenseExpired,
  licenseInvalid,
  licenseOwnerChanged,
  licenseRevoked,
  licenseTokenMissing,
  type ListedSubProduct,
  listSubProducts,
  noEligibleLicense,
  offlineToken,
  productInactive,
  startSubProductTrial,
  subProductNotIncluded,
  subProductTrialsNotAllowed,
  trialToken,
} from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { sendToken, TOKEN_MEDIA_TYPES, TokenAnswer, TokenInput, tokenIn } from '../wire/license-token.ts';
import { Moment } from '../wire/moment.ts';
import { VariationBody } from '../wire/product.ts';
import { type StorefrontItems, storefrontItems } from '../wire/storefront-items.ts';
import { suggestCurrency } from '../wire/suggest-currency.ts';

const TAGS = ['Client licensing'];
const URL_OF_PRODUCT = '/api/client/licenses/:productId/sub-products';
const nullableText = Type.Union([Type.String(), Type.Null()]);

const SubProductPath = Type.Object({
  productId: Type.String(),
  subProductId: Type.String({ description: 'What follows the dot of its id, or the whole id.' }),
});

const SubProductBody = Type.Object(
  {
    id: Type.String({ description: 'What follows `productId.` in the id of the product.' }),
    product: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        owned: Type.Boolean(),
        subscribed: Type.Boolean({ description: 'Whether a subscription pays for it.' }),
        tagline: Type.String(),
        description: Type.Optional(Type.String()),
        website: nullableText,
        iconUrl: nullableText,
        defaultVariation: Type.Optional(VariationBody),
        variations: Type.Optional(Type.Array(VariationBody)),
      },
      { title: 'SubProduct' },
    ),
    includedInLicense: Type.Boolean(),
    active: Type.Boolean({ description: 'Whether the device has a seat of it, or its trial runs.' }),
    revoked: Type.Boolean({ description: 'Whether its seat on this device was released.' }),
    expiresAt: Type.Optional(Moment),
    seats: Type.Optional(
      Type.Object(
        { total: Type.Integer(), used: Type.Integer(), remaining: Type.Integer() },
        { description: 'Over all licenses of the customer.' },
      ),
    ),
    trial: Type.Optional(
      Type.Object({
        status: Type.Enum(['Available', 'Active', 'Expired', 'Unavailable']),
        numberOfDays: Type.Integer(),
        expiresAt: Type.Optional(Moment),
        requiresNewsletterOptIn: Type.Literal(false),
      }),
    ),
    buyUrl: Type.Optional(Type.String({ description: 'The page where it is sold.' })),
  },
  { title: 'ListedSubProduct' },
);

const SubProductList = Type.Object(
  {
    currency: Type.String({
      description: 'The currency of the customer’s country if the account sells in it.',
    }),
    subProducts: Type.Array(SubProductBody),
  },
  { title: 'SubProductList' },
);

const ofToken = [
  licenseInvalid,
  licenseRevoked,
  licenseActivationRevoked,
  licenseExpired,
  licenseOwnerChanged,
  productInactive,
  licenseTokenMissing,
] as const;

/** Sub-products in the license of a device (policies section 3). */
export function registerClientSubProducts(app: App): void {
  registerList(app);
  registerActivate(app);
  registerTrial(app);
}

function registerList(app: App): void {
  app.route({
    method: 'POST',
    url: URL_OF_PRODUCT,
    config: { access: access.public(), isLenient: true },
    schema: {
      operationId: 'listSubProducts',
      summary: 'The sub-products of the product of a device',
      description:
        'Those that the customer owns or subscribes to, that are for sale, or that have a trial to start or running on the ' +
        'device, with the prices for the customer. The token may belong to a license or a trial, online or offline. ' +
        'Nothing changes. Of the refusals with status 400, only LicenseInvalid, LicenseRevoked, LicenseActivationRevoked and ' +
        'LicenseExpired are about the license.',
      tags: TAGS,
      consumes: TOKEN_MEDIA_TYPES,
      params: Type.Object({ productId: Type.String() }),
      body: TokenInput,
      response: { 200: SubProductList, ...problems(...ofToken) },
    },
    handler: async ({ context, params, body }) =>
      listAnswer(context, { productId: params.productId, token: tokenIn(body) }),
  });
}

function registerActivate(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL_OF_PRODUCT}/:subProductId/activate`,
    config: { access: access.public(), isLenient: true },
    schema: {
      operationId: 'activateSubProduct',
      summary: 'Give a device a seat of an included sub-product',
      description:
        'Returns a new token of the same license. A device that has a seat keeps it; one whose seat was released gets one again.',
      tags: TAGS,
      consumes: TOKEN_MEDIA_TYPES,
      params: SubProductPath,
      body: TokenInput,
      response: {
        200: TokenAnswer,
        ...problems(...ofToken, trialToken, noEligibleLicense, subProductNotIncluded),
      },
    },
    handler: async (request, reply) => {
      const { context, params, body } = request;
      const token = await activateSubProduct(context, { ...params, token: tokenIn(body) });
      return sendToken(request, reply, token);
    },
  });
}

function registerTrial(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL_OF_PRODUCT}/:subProductId/trial`,
    config: {
      access: access.public(),
      isLenient: true,
      limit: ['trialsPerMinute', 'trialsPerDay'],
    },
    schema: {
      operationId: 'startSubProductTrial',
      summary: 'Start the trial of an included sub-product on a device',
      description:
        'Returns a new token of the same license. A device that has had the trial gets the same one, even if it is over. ' +
        'A customer who owns the sub-product gets a seat instead.',
      tags: TAGS,
      consumes: TOKEN_MEDIA_TYPES,
      params: SubProductPath,
      body: TokenInput,
      response: {
        200: TokenAnswer,
        ...problems(
          ...ofToken,
          trialToken,
          offlineToken,
          noEligibleLicense,
          subProductNotIncluded,
          subProductTrialsNotAllowed,
        ),
      },
    },
    handler: async (request, reply) => {
      const { context, params, body } = request;
      const token = await startSubProductTrial(context, { ...params, token: tokenIn(body) });
      return sendToken(request, reply, token);
    },
  });
}

async function listAnswer(
  ctx: Context,
  input: { readonly productId: string; readonly token: string },
): Promise<Static<typeof SubProductList>> {
  const { customerId, subProducts } = await listSubProducts(ctx, input);
  const products = subProducts.map(({ product }) => product.id);
  const [items, catalog] = await Promise.all([
    storefrontItems(ctx, { products, bundles: [] }, customerId),
    loadCatalog(ctx),
  ]);
  return {
    currency: suggestCurrency(ctx, catalog),
    subProducts: subProducts.map((subProduct) => subProductAnswer(subProduct, items)),
  };
}

function subProductAnswer(
  {
    id,
    product,
    isOwned,
    isSubscribed,
    isActive,
    isRevoked,
    expiresAt,
    seats,
    trial,
    buyUrl,
  }: ListedSubProduct,
  items: StorefrontItems,
): Static<typeof SubProductBody> {
  const item = items.product(product.id);
  if (item === undefined) throw new Error(`there is no product ${product.id} to list`);
  const { name, tagline, description, website, iconUrl, defaultVariation, variations } = item;
  return {
    id,
    product: {
      id: product.id,
      name,
      owned: isOwned,
      subscribed: isSubscribed,
      tagline,
      ...(description !== undefined && { description }),
      website,
      iconUrl,
      ...(defaultVariation !== undefined && { defaultVariation }),
      ...(variations !== undefined && { variations }),
    },
    includedInLicense: product.isIncludedInLicense,
    active: isActive,
    revoked: isRevoked,
    ...(expiresAt !== undefined && { expiresAt: expiresAt.toISOString() }),
    ...(seats !== undefined && { seats }),
    ...(trial !== undefined && { trial: trialAnswer(trial) }),
    ...(buyUrl !== undefined && { buyUrl }),
  };
}

function trialAnswer({
  status,
  numberOfDays,
  expiresAt,
}: NonNullable<ListedSubProduct['trial']>): NonNullable<Static<typeof SubProductBody>['trial']> {
  return {
    status,
    numberOfDays,
    ...(expiresAt !== undefined && { expiresAt: expiresAt.toISOString() }),
    requiresNewsletterOptIn: false,
  };
}
