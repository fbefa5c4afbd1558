import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import { forbidden, notFound } from '../../kernel/problem.ts';
import { accountUrl, type Context } from '../../modules/accounts/index.ts';
import { loadCatalog, type Product } from '../../modules/catalog/index.ts';
import {
  emptyHolding,
  holdingOf,
  type ProductHolding,
  productNotOwned,
} from '../../modules/licensing/index.ts';
import {
  findRelease,
  listDownloads,
  loadCurrentDownloads,
  type ReleaseDownload,
} from '../../modules/releases/index.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import { emptyAnswer, problems } from '../../platform/http/answers/responses.ts';
import { signLink } from '../../platform/signed-links.ts';
import type { System } from '../../platform/system.ts';
import { viewerOf } from '../guards/caller.ts';
import { type InventoryViewer, mayDownload, productWithFiles, VersionedProduct } from '../wire/inventory.ts';
import { itemPresenter } from '../wire/product.ts';
import { FILE_LINK_PURPOSE, fileSubject } from './inventory-files.ts';

const TAGS = ['Inventory'];
const LINK_SECONDS = 6 * 3_600;

const RedirectQuery = Type.Object({
  redirect: Type.Optional(Type.Boolean({ description: 'False: 200 with the location, instead of 302.' })),
});

const locationAnswers = {
  200: Type.Object({ location: Type.String({ format: 'uri' }) }),
  302: emptyAnswer('The file is at the Location.'),
  ...problems(forbidden, productNotOwned),
};

/** Products and their files, with access by the product's setting (extended API, section A). */
export function registerInventoryDownloads(app: App, system: System): void {
  registerProduct(app, system);
  registerDownload(app, system);
  registerLatest(app, system);
}

function registerProduct(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/products/:productId',
    config: { access: access.optionalOwner() },
    schema: {
      operationId: 'getOwnedProduct',
      summary: 'One product, with the files of its current or of another version',
      description:
        'Also works with Authorization: LicenseToken, or without any: `downloadsAllowed` says whether the caller may have ' +
        'the files, and only then are there `downloads`.',
      tags: TAGS,
      params: Type.Object({ productId: Type.String() }),
      querystring: Type.Object({ version: Type.Optional(Type.String()) }),
      response: { 200: VersionedProduct, ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const { product, holding, viewer } = await look(system, request, params.productId);
      const version = query.version || product.currentVersion;
      const release = version === null ? undefined : await publishedRelease(context, product, version);
      const files = release && (await listDownloads(context, product.id, release.version));
      return {
        ...productWithFiles(itemPresenter(context), product, holding, viewer, files),
        ...(release !== undefined && { version: release.version }),
        ...(release?.description !== null &&
          release !== undefined && { releaseDescription: release.description }),
      };
    },
  });
}

function registerDownload(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/products/:productId/download/:version/:key',
    config: { access: access.optionalOwner() },
    schema: {
      operationId: 'downloadFile',
      summary: 'A file of a version',
      description: 'Redirects to a signed link that works without credentials for a short time.',
      tags: TAGS,
      params: Type.Object({ productId: Type.String(), version: Type.String(), key: Type.String() }),
      querystring: RedirectQuery,
      response: locationAnswers,
    },
    handler: async (request, reply) => {
      const { context, params, query } = request;
      const looked = await look(system, request, params.productId);
      const { product } = looked;
      const { version } = await publishedRelease(context, product, params.version);
      refuseRestricted(looked);
      const files = await listDownloads(context, product.id, version);
      const file = files.find(({ downloadKey }) => downloadKey === params.key);
      return sendLocation(context, reply, file, query.redirect);
    },
  });
}

function registerLatest(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/products/:productId/download/:platform/latest',
    config: { access: access.optionalOwner() },
    schema: {
      operationId: 'downloadLatest',
      summary: 'The file of the current version for a platform',
      description: 'The platform’s own, else the universal one.',
      tags: TAGS,
      params: Type.Object({ productId: Type.String(), platform: Type.String() }),
      querystring: RedirectQuery,
      response: locationAnswers,
    },
    handler: async (request, reply) => {
      const { context, params, query } = request;
      const looked = await look(system, request, params.productId);
      const { product } = looked;
      if (product.currentVersion === null) {
        throw notFound({ detail: `There is no version of ${product.name} yet.` });
      }
      refuseRestricted(looked);
      const files = (await loadCurrentDownloads(context)).get(product.id) ?? [];
      const platformName = params.platform.toLowerCase();
      const file =
        files.find(({ platform }) => platform.toLowerCase() === platformName) ??
        files.find(({ platform }) => platform === 'Universal');
      return sendLocation(context, reply, file, query.redirect);
    },
  });
}

interface Look {
  readonly product: Product;
  readonly holding: ProductHolding;
  readonly viewer: InventoryViewer;
}

async function look(system: System, request: FastifyRequest, productId: string): Promise<Look> {
  const { context } = request;
  const product = (await loadCatalog(context)).product(productId);
  if (product?.status !== 'Active') throw notFound({ detail: `There is no product ${productId}.` });
  const viewer = await viewerOf(request, productId);
  const { customerId } = viewer;
  const holding =
    customerId === undefined
      ? emptyHolding(productId, system.clock.now())
      : await holdingOf(context, { customerId, productId });
  return { product, holding, viewer };
}

/** Raises 403 where the product's files are not for the viewer, with whom they are for. */
function refuseRestricted({ product, holding, viewer }: Look): void {
  if (mayDownload(product, holding, viewer)) return;
  const files = `The files of ${product.name}`;
  if (viewer.customerId !== undefined) throw productNotOwned({ detail: `${files} are only for its owners.` });
  throw forbidden({
    detail:
      product.downloadAccess === 'Owner'
        ? `${files} are only for its owners. Sign in to download them.`
        : `${files} are for customers. Sign in to download them.`,
  });
}

async function publishedRelease(ctx: Context, product: Product, version: string) {
  const release = await findRelease(ctx, product.id, version);
  if (release === undefined || release.publishedAt === null) {
    throw notFound({ detail: `There is no version ${version} of ${product.name}.` });
  }
  return release;
}

function sendLocation(
  ctx: Context,
  reply: FastifyReply,
  file: ReleaseDownload | undefined,
  redirect: boolean | undefined,
): FastifyReply {
  if (file === undefined) throw notFound({ detail: 'There is no such file.' });
  const { expires, signature } = signLink(
    ctx,
    FILE_LINK_PURPOSE,
    fileSubject(ctx.account, file),
    LINK_SECONDS,
  );
  const path = `/api/customer/inventory/files/${file.productId}/${file.version}/${file.downloadKey}`;
  const location = `${accountUrl(ctx.config, ctx.account)}${path}?expires=${expires}&signature=${signature}`;
  if (redirect === false) return reply.send({ location });
  return reply.code(302).header('location', location).send(undefined);
}
