import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { ownedProductIds } from '../../modules/licensing/index.ts';
import type { CheckoutView } from '../../modules/orders/index.ts';
import { loadCurrentDownloads, type ReleaseDownload } from '../../modules/releases/index.ts';
import { fileLink } from '../wire/file-link.ts';

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
  const owned = new Set(isOwnLink ? await ownedProductIds(ctx, link.buyer.customerId) : []);
  const open = all.filter(
    ({ productId }) => owned.has(productId) || catalog.product(productId)?.downloadAccess === 'Everyone',
  );
  const nameOf = (id: string) => catalog.product(id)?.name ?? id;
  const files = await Promise.all(open.map((file) => checkoutFile(ctx, file, nameOf(file.productId))));
  return { downloads, ...(files.length > 0 && { files }) };
}

async function checkoutFile(
  ctx: Context,
  file: ReleaseDownload,
  product: string,
): Promise<Static<typeof CheckoutFile>> {
  const { name, version, platform, sizeBytes } = file;
  return { product, name, version, platform, sizeBytes, url: await fileLink(ctx, file) };
}
