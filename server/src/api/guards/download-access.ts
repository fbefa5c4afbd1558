import type { FastifyRequest } from 'fastify';
import { forbidden, notFound } from '../../kernel/problem.ts';
import { compareVersions, parseVersion } from '../../kernel/version.ts';
import { loadCatalog, type Product } from '../../modules/catalog/index.ts';
import {
  coverageOfOwner,
  downloadNotCovered,
  emptyHolding,
  holdingOf,
  type OwnerCoverage,
  type ProductHolding,
  productNotOwned,
} from '../../modules/licensing/index.ts';
import { type InventoryViewer, mayDownload } from '../wire/inventory.ts';
import { viewerOf } from './caller.ts';

/** A product with its viewer, and the viewer's holding of it. */
export interface ProductView {
  readonly product: Product;
  readonly holding: ProductHolding;
  readonly viewer: InventoryViewer;
  /** What the viewer's licenses cover, where they do not cover everything. */
  readonly coverage: OwnerCoverage | undefined;
}

/** The active product, in the view of the request's sender. Raises `NotFound`. */
export async function findProductForViewer(request: FastifyRequest, productId: string): Promise<ProductView> {
  const { context } = request;
  const product = (await loadCatalog(context)).product(productId);
  if (product?.status !== 'Active') throw notFound({ detail: `There is no product ${productId}.` });
  const viewer = await viewerOf(request, productId);
  const { customerId, isByTrial } = viewer;
  const holding =
    customerId === undefined || isByTrial === true
      ? emptyHolding(productId, context.clock.now())
      : await holdingOf(context, { customerId, productId });
  const { customerId: ownerId } = viewer;
  const coverage =
    ownerId === undefined || holding.licenses === 0
      ? undefined
      : await coverageOfOwner(context, ownerId, product);
  return { product, holding, viewer, coverage };
}

/** Whether the viewer's licenses cover a release. */
export function coversRelease({ coverage }: Pick<ProductView, 'coverage'>, version: string): boolean {
  const release = parseVersion(version);
  const highest = coverage?.highest;
  return highest === undefined || release === undefined || compareVersions(release, highest) <= 0;
}

/** Raises `ReleaseNotCovered` (403) if the viewer's licenses do not cover a release. */
export function refuseUncovered(view: ProductView, version: string): void {
  if (view.coverage === undefined || coversRelease(view, version)) return;
  const { detail, members } = view.coverage;
  throw downloadNotCovered({ detail, members });
}

/** Raises 403 where the viewer may not have the product's files, with a sentence that says who may, and how. */
export function refuseRestricted(
  { product, holding, viewer }: ProductView,
  remedy = 'Sign in to download them.',
): void {
  if (mayDownload(product, holding, viewer)) return;
  const files = `The files of ${product.name}`;
  if (viewer.customerId !== undefined) throw productNotOwned({ detail: `${files} are only for its owners.` });
  throw forbidden({
    detail:
      product.downloadAccess === 'Owner'
        ? `${files} are only for its owners. ${remedy}`
        : `${files} are for customers. ${remedy}`,
  });
}
