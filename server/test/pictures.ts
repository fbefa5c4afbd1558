import { addImage, setIcon, storeImage } from '../src/modules/catalog/index.ts';
import type { Context } from '../src/modules/accounts/index.ts';
import { transaction } from '../src/platform/context/context.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Gives a product an icon and an image. */
export async function givePictures(ctx: Context, productId: string): Promise<void> {
  const item = { type: 'Product', id: productId } as const;
  await setIcon(ctx, item, PNG);
  const image = await storeImage(ctx, PNG);
  await transaction(ctx, (tx) => addImage(tx, item, image, { alt: 'An image' }));
}
