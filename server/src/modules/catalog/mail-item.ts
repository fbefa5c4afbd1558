import { accountUrl, type CommandTx, type QueryContext } from '../accounts/index.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { ItemReference } from './create-variation.ts';
import { mailImageName } from './image-sizes.ts';
import { listBundleProducts } from './queries.ts';
import { listItemImages } from './store-images.ts';
import type { ItemImageRow } from './tables.ts';

/** How a mail shows a product or bundle: with its picture, or its initial in a list where others have one. */
interface MailItem {
  readonly label: string;
  readonly initial: string;
  readonly pictureUrl?: string;
}

interface NamedItem {
  readonly label: string;
  readonly name: string;
  readonly image: ItemImageRow | undefined;
}

/** An item with this name and picture, as mails show it. */
export function mailItem(
  { config, account }: Pick<CommandTx, 'config' | 'account'>,
  { label, name, image }: NamedItem,
): MailItem {
  return {
    label,
    initial: initialOf(name),
    ...(image !== undefined && {
      pictureUrl: `${accountUrl(config, account)}/api/public/images/${mailImageName(image)}`,
    }),
  };
}

/** The picture of a product or bundle: its first one; for a bundle without one, the first of its products. */
export async function findLineImage(
  ctx: QueryContext,
  item: ItemReference,
): Promise<ItemImageRow | undefined> {
  const [own] = await listItemImages(readerOf(ctx), ctx.account.id, item);
  if (own !== undefined || item.type === 'Product') return own;
  for (const { productId } of await listBundleProducts(ctx, [item.id])) {
    const [image] = await listItemImages(readerOf(ctx), ctx.account.id, { type: 'Product', id: productId });
    if (image !== undefined) return image;
  }
  return undefined;
}

/** The letter that distinguishes items of one vendor, which often share the first word: that of the last word. */
function initialOf(name: string): string {
  const word = name.trim().split(/\s+/).at(-1) ?? '';
  return (Array.from(word)[0] ?? '').toUpperCase();
}
