import type { FastifyRequest } from 'fastify';
import { forbidden, notFound } from '../../kernel/problem.ts';
import { loadCatalog, type Product } from '../../modules/catalog/index.ts';
import {
  emptyHolding,
  holdingOf,
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
  return { product, holding, viewer };
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
