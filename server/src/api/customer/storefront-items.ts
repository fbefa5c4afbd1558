import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { type Bundle, loadCatalog, type Product } from '../../modules/catalog/index.ts';
import type { Utm } from '../../modules/pricing/index.ts';
import { loadCurrentDownloads } from '../../modules/releases/index.ts';
import { cachedBody } from '../../platform/http/content/cached-body.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { customerIdOf } from '../guards/caller.ts';
import { BundlePageBody, itemDetails, ProductPageBody } from '../wire/item-details.ts';
import type { BundleAnswer, ProductAnswer } from '../wire/product.ts';
import { storefrontBundle, storefrontProduct } from '../wire/storefront.ts';
import { utmOf, utmQuery } from '../wire/utm.ts';
import { ownedBy, sendRevalidated, visitorOf } from './visitor.ts';

const NOT_MODIFIED = Type.Null({
  description: 'The response with the tag of If-None-Match is still current.',
});

/** Single products and bundles: like in the storefront, with long texts and images. */
export function registerStorefrontItems(app: App): void {
  registerProduct(app);
  registerBundle(app);
}

function registerProduct(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/storefront/products/:productId',
    config: { access: access.optionalCustomer() },
    schema: {
      operationId: 'getStorefrontProduct',
      summary: 'One product of the storefront, with its long description and images',
      description:
        'Its prices are those of the storefront for the same visitor and campaign. A product that is sold in bundles only has none.',
      tags: ['Storefront'],
      params: Type.Object({ productId: Type.String() }),
      querystring: Type.Object(utmQuery),
      response: { 200: ProductPageBody, 304: NOT_MODIFIED, ...problems() },
    },
    handler: async (request, reply) => {
      const { productId: id } = request.params;
      const { stock, visit } = await visitOf(request, utmOf(request.query));
      const item = stock.catalog.product(id);
      return sendItem(request, reply, item, storefrontProduct(request.context, stock, visit, id));
    },
  });
}

function registerBundle(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/storefront/bundles/:bundleId',
    config: { access: access.optionalCustomer() },
    schema: {
      operationId: 'getStorefrontBundle',
      summary: 'One bundle of the storefront, with its long description and images',
      description: 'Its prices are those of the storefront for the same visitor and campaign.',
      tags: ['Storefront'],
      params: Type.Object({ bundleId: Type.String() }),
      querystring: Type.Object(utmQuery),
      response: { 200: BundlePageBody, 304: NOT_MODIFIED, ...problems() },
    },
    handler: async (request, reply) => {
      const { bundleId: id } = request.params;
      const { stock, visit } = await visitOf(request, utmOf(request.query));
      const item = stock.catalog.bundle(id);
      return sendItem(request, reply, item, storefrontBundle(request.context, stock, visit, id));
    },
  });
}

async function visitOf(request: FastifyRequest, utm: Utm) {
  const { context } = request;
  const catalog = await loadCatalog(context);
  const downloads = await loadCurrentDownloads(context);
  const ownership = await ownedBy(context, customerIdOf(request));
  return { stock: { catalog, downloads }, visit: { utm, ...(await visitorOf(context)), ownership } };
}

async function sendItem(
  request: FastifyRequest,
  reply: FastifyReply,
  item: Product | Bundle | undefined,
  answer: ProductAnswer | BundleAnswer | undefined,
): Promise<FastifyReply> {
  if (item === undefined || answer === undefined) {
    throw notFound({ detail: 'This is not in the shop, or not any more.' });
  }
  const page = { ...answer, details: await itemDetails(request.context, item) };
  return sendRevalidated(request, reply, cachedBody(JSON.stringify(page)));
}
