import { createHash } from 'node:crypto';
import { invalidInput } from '../../kernel/problem.ts';
import type { OpenedFile } from '../../platform/storage/storage.ts';
import type { System } from '../../platform/system.ts';
import type { Account, Context } from '../accounts/index.ts';
import { imageType, mediaTypeOfIcon } from './domain/image-type.ts';

/** The media types of a logo: those that programs for mails show, too. */
export const LOGO_MEDIA_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif'];

/**
 * Stores an image as a logo of the account, and returns its file name for the setting `logoFile`: that of its content,
 * so that its address can be cached forever. Raises `InvalidInput` when the bytes are not an image of these types.
 */
export async function storeLogo({ storage, account }: Context, bytes: Uint8Array): Promise<string> {
  const type = imageType(bytes);
  if (type === undefined || !LOGO_MEDIA_TYPES.includes(type.mediaType))
    throw invalidInput({ errors: { body: ['must be a PNG, JPEG or GIF image'] } });
  const fileName = `${createHash('sha256').update(bytes).digest('hex')}.${type.extension}`;
  const key = logoKey(account, fileName);
  if ((await storage.stat(key)) === undefined) await storage.put(key, bytes);
  return fileName;
}

const FILE_NAME = /^([0-9a-f]{64})\.[a-z]{3}$/;

/** A logo that the account has or had: mails that were sent name it. `undefined` for any other file. */
export async function openLogo(
  { storage, account }: Pick<System, 'storage'> & Pick<Context, 'account'>,
  fileName: string,
): Promise<{ readonly file: OpenedFile; readonly mediaType: string } | undefined> {
  const mediaType = mediaTypeOfIcon(fileName);
  if (mediaType === undefined || !FILE_NAME.test(fileName)) return undefined;
  const file = await storage.read(logoKey(account, fileName));
  return file && { file, mediaType };
}

/** The file of a logo in the storage, and the hash of its content; `undefined` for a name that no logo has. */
export function logoFile(
  account: Pick<Account, 'id'>,
  fileName: string,
): { readonly key: string; readonly sha256: string } | undefined {
  const [, sha256] = FILE_NAME.exec(fileName) ?? [];
  return sha256 === undefined ? undefined : { key: logoKey(account, fileName), sha256 };
}

/** The storage folder of an account's logos. */
export function logoFolder({ id }: Pick<Account, 'id'>): string {
  // The id of an account may contain two consecutive dots, which a key must not.
  return `logos/${id.replaceAll('.', '_')}`;
}

function logoKey(account: Pick<Account, 'id'>, fileName: string): string {
  return `${logoFolder(account)}/${fileName}`;
}
