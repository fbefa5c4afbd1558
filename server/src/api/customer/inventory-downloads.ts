import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import { forbidden, notFound } from '../../kernel/problem.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { Product } from '../../modules/catalog/index.ts';
import { downloadNotCovered, productNotOwned, recordDownload } from '../../modules/licensing/index.ts';
import {
  DEFAULT_CHANNEL,
  findLatestVersion,
  findOfferedRelease,
  listDownloads,
  listUpdates,
  loadCurrentDownloads,
  type ReleaseDownload,
  type ReleaseRow,
} from '../../modules/releases/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import {
  coversRelease,
  findProductForViewer,
  type ProductView,
  refuseRestricted,
  refuseUncovered,
} from '../guards/download-access.ts';
import { fileLink } from '../wire/file-link.ts';
import { productWithFiles, VersionedProduct } from '../wire/inventory.ts';
import { itemPresenter } from '../wire/product.ts';

const TAGS = ['Inventory'];

const RedirectQuery = Type.Object({
  redirect: Type.Optional(Type.Boolean({ description: 'False: 200 with the location, instead of 302.' })),
});

const LatestQuery = Type.Object({
  ...RedirectQuery.properties,
  channel: Type.Optional(Type.String({ maxLength: 50, description: 'Such as `beta`. Default `stable`.' })),
});

const locationAnswers = {
  200: Type.Object({ location: Type.String({ format: 'uri' }) }),
  302: emptyAnswer('The file is at the Location.'),
  ...problems(forbidden, productNotOwned, downloadNotCovered),
};

/** Products and their files, with access by the product's setting (extended API, section A). */
export function registerInventoryDownloads(app: App): void {
  registerProduct(app);
  registerDownload(app);
  registerLatest(app);
}

function registerProduct(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/products/:productId',
    config: { access: access.optionalOwner(), isShownInViews: true },
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
      const view = await findProductForViewer(request, params.productId);
      const { product, holding, viewer } = view;
      const release = query.version
        ? await publishedRelease(context, product, query.version)
        : await currentRelease(context, product);
      const files = release && (await listDownloads(context, release));
      return {
        ...productWithFiles(itemPresenter(context), product, holding, viewer, files),
        ...(await releaseAccessAnswer(context, view, release)),
        ...(release !== undefined && { version: release.version }),
        ...(release?.description !== null &&
          release !== undefined && { releaseDescription: release.description }),
        ...(release !== undefined &&
          release.minimumVersion !== null && { minimumSupportedVersion: release.minimumVersion }),
      };
    },
  });
}

function registerDownload(app: App): void {
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
      const view = await findProductForViewer(request, params.productId);
      const { product } = view;
      const { version } = await publishedRelease(context, product, params.version);
      refuseRestricted(view);
      refuseUncovered(view, version);
      const files = await listDownloads(context, { productId: product.id, version });
      const file = files.find(({ downloadKey }) => downloadKey === params.key);
      if (file === undefined) throw notFound({ detail: `Version ${version} has no file ${params.key}.` });
      await recordDownloadOf(request, view, version);
      return sendLocation(context, reply, file, query.redirect);
    },
  });
}

function registerLatest(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/products/:productId/download/:platform/latest',
    config: { access: access.optionalOwner() },
    schema: {
      operationId: 'downloadLatest',
      summary: 'The file of the current version for a platform',
      description:
        'The platform’s own, else the universal one. Links of a channel other than `stable` lead to the highest version of both.',
      tags: TAGS,
      params: Type.Object({ productId: Type.String(), platform: Type.String() }),
      querystring: LatestQuery,
      response: locationAnswers,
    },
    handler: async (request, reply) => {
      const { context, params, query } = request;
      const view = await findProductForViewer(request, params.productId);
      const { product } = view;
      const version = await findLatestVersion(context, product, query.channel ?? DEFAULT_CHANNEL);
      if (version === undefined) throw notFound({ detail: `There is no version of ${product.name} yet.` });
      refuseRestricted(view);
      refuseUncovered(view, version);
      const files =
        version === product.currentVersion
          ? ((await loadCurrentDownloads(context)).get(product.id) ?? [])
          : await listDownloads(context, { productId: product.id, version });
      const platformName = params.platform.toLowerCase();
      const file =
        files.find(({ platform }) => platform.toLowerCase() === platformName) ??
        files.find(({ platform }) => platform === 'Universal');
      if (file === undefined)
        throw notFound({ detail: `Version ${version} has no file for ${params.platform}.` });
      await recordDownloadOf(request, view, version);
      return sendLocation(context, reply, file, query.redirect);
    },
  });
}

/** What the viewer's licenses cover, and whether that is this release: its files stay listed, but are refused. */
async function releaseAccessAnswer(ctx: Context, view: ProductView, release: ReleaseRow | undefined) {
  const { coverage, product } = view;
  if (coverage === undefined) return {};
  const covers = release === undefined || coversRelease(view, release.version);
  const [latest] = await listUpdates(ctx, product, DEFAULT_CHANNEL, coverage.highest);
  const { releaseAccess, upgradeUrl } = coverage.members;
  return {
    releaseAccess: {
      ...releaseAccess,
      coversRelease: covers,
      ...(latest !== undefined && { latestCoveredVersion: latest.release.version }),
      ...(upgradeUrl !== undefined && { upgradeUrl }),
    },
    ...(!covers && { downloadsAllowed: false }),
  };
}

async function publishedRelease(ctx: Context, product: Product, version: string) {
  const release = await findOfferedRelease(ctx, { productId: product.id, version });
  if (release === undefined) {
    throw notFound({ detail: `There is no version ${version} of ${product.name}.` });
  }
  return release;
}

/** The release that customers get, which may be yanked at this very moment. */
function currentRelease(ctx: Context, { id: productId, currentVersion: version }: Product) {
  return version === null ? undefined : findOfferedRelease(ctx, { productId, version });
}

/**
 * The link is what a buyer gets: whether they fetch all of the file is theirs. Who sends a HEAD request only asks whether
 * there is a file.
 */
async function recordDownloadOf(
  { context, method }: Pick<FastifyRequest, 'context' | 'method'>,
  { product, holding, viewer }: ProductView,
  version: string,
): Promise<void> {
  const { customerId } = viewer;
  if (method === 'HEAD' || customerId === undefined || holding.licenses === 0) return;
  await recordDownload(context, { customerId, productId: product.id, version });
}

async function sendLocation(
  ctx: Context,
  reply: FastifyReply,
  file: ReleaseDownload,
  redirect: boolean | undefined,
): Promise<FastifyReply> {
  const location = await fileLink(ctx, file);
  if (redirect === false) return reply.send({ location });
  return reply.code(302).header('location', location).send(undefined);
}
