import { accountUrl, type Account, type Context } from '../../modules/accounts/index.ts';
import type { ReleaseDownload } from '../../modules/releases/index.ts';
import { signLink } from '../../platform/signed-links.ts';
import { storageFileLink } from './file-answer.ts';
import { fileNameQuery } from './product.ts';

/** The purpose for which links to files are signed. */
export const FILE_LINK_PURPOSE = 'release-file';

const LINK_SECONDS = 6 * 3_600;

/** The subject of a link to a file, for everybody or for one customer. */
export function fileSubject(
  account: Account,
  file: Pick<ReleaseDownload, 'productId' | 'version' | 'downloadKey'>,
  customerId?: string,
): string {
  const subject = `${account.id}/${file.productId}/${file.version}/${file.downloadKey}`;
  return customerId === undefined ? subject : `${subject}\n${customerId}`;
}

/** A link to a file that works without credentials: from the storage, or else from the server. */
export async function fileLink(ctx: Context, file: ReleaseDownload): Promise<string> {
  return (await storageFileLink(ctx, file)) ?? serverLink(ctx, file);
}

/**
 * A link for one customer. It leads to the server even where the storage sends the files, so that the server knows whether
 * the customer follows it.
 */
export function fileLinkOf(ctx: Context, file: ReleaseDownload, customerId: string): string {
  return `${serverLink(ctx, file, customerId)}&customer=${customerId}`;
}

function serverLink(ctx: Context, file: ReleaseDownload, customerId?: string): string {
  const subject = fileSubject(ctx.account, file, customerId);
  const { expires, signature } = signLink(ctx, FILE_LINK_PURPOSE, subject, LINK_SECONDS);
  const path = `/api/customer/inventory/files/${file.productId}/${file.version}/${file.downloadKey}`;
  return `${accountUrl(ctx.config, ctx.account)}${path}?expires=${expires}&signature=${signature}&${fileNameQuery(file.name)}`;
}
