import { invalidInput, notFound, unsupportedMediaType } from '../../../kernel/problem.ts';
import type { StoredFile } from '../../../platform/storage/storage.ts';
import type { Context } from '../../accounts/index.ts';
import { partSizes } from '../domain/parts.ts';
import { uploadComplete, uploadNotFound } from '../problems.ts';
import type { FileRow, UploadRow } from '../tables.ts';
import { holdPart, holdUpload } from './hold-upload.ts';
import { keepFile } from './keep-file.ts';
import { newFileKey, partKey } from './places.ts';
import { sized, tooLarge } from './sized.ts';
import { findFile, findUpload } from './store-uploads.ts';

/** The bytes of an upload request. */
interface SentContent {
  readonly content: AsyncIterable<unknown>;
  readonly contentType: string | undefined;
  /** The size that the sender announces, in bytes. */
  readonly announcedSize?: number | undefined;
}

/**
 * Stores the file of an upload while it arrives; nothing is stored when it is interrupted. Raises `NotFound`,
 * `UploadComplete` when there is a file, `UploadBusy` while another request sends it, `UnsupportedMediaType`,
 * `PayloadTooLarge`, and `InvalidInput` when the file is not the announced one.
 */
export async function receiveUpload(ctx: Context, key: string, body: SentContent): Promise<FileRow> {
  const upload = await openUpload(ctx, key, body);
  if (upload.partBytes !== null) throw inParts();
  const sizes = { most: ctx.config.uploadLimitBytes, exactly: upload.sizeBytes ?? undefined };
  if ((body.announcedSize ?? 0) > sizes.most) throw tooLarge(sizes.most);
  return holdUpload(ctx, key, async () => {
    const storageKey = newFileKey(key, ctx.ids.guid());
    const file = await ctx.storage.put(storageKey, sized(body.content, sizes));
    return keepFile(ctx, upload, storageKey, file);
  });
}

/** Stores one part of an upload, replacing an earlier version of it. Raises the problems of `receiveUpload`. */
export async function receivePart(
  ctx: Context,
  { key, number }: { readonly key: string; readonly number: number },
  body: SentContent,
): Promise<StoredFile> {
  const upload = await openUpload(ctx, key, body);
  const { sizeBytes, partBytes } = upload;
  if (sizeBytes === null || partBytes === null) throw notFound({ detail: 'This upload has no parts.' });
  const part = partSizes({ sizeBytes, partBytes })[number - 1];
  if (part === undefined) throw notFound({ detail: `This upload has no part ${number}.` });
  return holdPart(ctx, { key, number }, () =>
    ctx.storage.put(partKey(key, number), sized(body.content, { most: part.size, exactly: part.size })),
  );
}

async function openUpload(ctx: Context, key: string, { contentType }: SentContent): Promise<UploadRow> {
  const { reader } = ctx.database;
  const upload = await findUpload(reader, ctx.account.id, key);
  if (upload === undefined) throw uploadNotFound(key);
  if ((await findFile(reader, ctx.account.id, key)) !== undefined) throw uploadComplete({ instance: key });
  if (plain(contentType ?? '') !== plain(upload.contentType)) {
    throw unsupportedMediaType({ detail: `This upload was prepared for ${upload.contentType}.` });
  }
  return upload;
}

function inParts(): Error {
  return invalidInput({
    detail: 'This file was prepared to be sent in parts. Send them to the addresses of the parts.',
  });
}

/** Media types are compared without regard to case and spaces. */
function plain(mediaType: string): string {
  return mediaType.toLowerCase().replaceAll(/\s/g, '');
}
