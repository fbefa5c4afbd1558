import type { Account } from '../accounts/index.ts';
import type { ItemImageRow } from './tables.ts';

/** The name of an image in its public address, which never refers to another content. */
export function imageName({ id, extension }: Pick<ItemImageRow, 'id' | 'extension'>): string {
  return `${id}.${extension}`;
}

/** The storage key of an image's file. */
export function imageKey(
  account: Pick<Account, 'id'>,
  image: { readonly id: string; readonly extension: string },
): string {
  return `${imageFolder(account)}/${image.id}.${image.extension}`;
}

/** The storage folder of an account's images. */
export function imageFolder({ id }: Pick<Account, 'id'>): string {
  // The id of an account may contain two consecutive dots, which a key must not.
  return `images/${id.replaceAll('.', '_')}`;
}
