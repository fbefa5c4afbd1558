import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { ownedProductIds } from '../../modules/licensing/index.ts';
import type { CheckoutView } from '../../modules/orders/index.ts';
import { loadCurrentDownloads, type ReleaseDownload } from '../../modules/releases/index.ts';
import { fileLink, fileLinkOf } from '../wire/file-link.ts';

export const CheckoutFile = Type.Object(
  {
    product: Type.String({ description: 'The name of the product.' }),
    name: Type.String(),
    version: Type.String(),
    platform: Type.Enum(['Universal', 'Windows', 'Mac', 'Linux', 'iOS', 'Android']),
    sizeBytes: Type.Integer(),
    url: Type.String({ description: 'Works without credentials for some hours.' }),
  },
  { title: 'CheckoutFile' },
);

interface OrderFiles {
  /** Whether the purchase includes files, regardless of who may have them now. */
  readonly downloads: boolean;
  readonly files?: Static<typeof CheckoutFile>[];
}

/**
 * The files of the products in an order. Links only when it is completed: to files of products that are open to
 * everybody, and with a customer's own checkout URL to those of the products that the customer owns. What a guest
 * bought for an address waits for its owner, who reads the receipt.
 */
export async function checkoutFiles(
  ctx: Context,
  { order, quote, catalog, link }: CheckoutView,
): Promise<OrderFiles> {
  const current = await loadCurrentDownloads(ctx);
  const productIds = [...new Set(quote.lines.flatMap(({ grantedProductIds }) => grantedProductIds))];
  const all = productIds.flatMap((id) => current.get(id) ?? []);
  const downloads = all.length > 0;
  if (!downloads || order.status !== 'Completed') return { downloads };
  const isOwnLink = link.buyer.kind === 'Customer' && link.buyer.customerId === order.customerId;
  const owner = isOwnLink ? link.buyer.customerId : undefined;
  const owned = new Set(owner === undefined ? [] : await ownedProductIds(ctx, owner));
  const open = all.filter(
    ({ productId }) => owned.has(productId) || catalog.product(productId)?.downloadAccess === 'Everyone',
  );
  const nameOf = (id: string) => catalog.product(id)?.name ?? id;
  const files = await Promise.all(
    open.map(async (file) => ({
      ...fileBody(file, nameOf(file.productId)),
      url:
        owner !== undefined && owned.has(file.productId)
          ? fileLinkOf(ctx, file, owner)
          : await fileLink(ctx, file),
    })),
  );
  return { downloads, ...(files.length > 0 && { files }) };
}

function fileBody({ name, version, platform, sizeBytes }: ReleaseDownload, product: string) {
  return { product, name, version, platform, sizeBytes };
}
