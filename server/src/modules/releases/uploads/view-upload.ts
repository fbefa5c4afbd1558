import type { AccountContext, Context } from '../../accounts/index.ts';
import { type PartSize, partSizes } from '../domain/parts.ts';
import { uploadNotFound } from '../problems.ts';
import type { FileRow, UploadRow } from '../tables.ts';
import { storedParts } from './complete-upload.ts';
import { partKey } from './places.ts';
import { UPLOAD_SECONDS } from './prepare-upload.ts';
import { findFile, findUpload } from './store-uploads.ts';

/** A part of an upload, and whether it has arrived. */
export interface UploadPart extends PartSize {
  readonly isStored: boolean;
}

/** The progress of an upload. */
export interface UploadView {
  readonly upload: UploadRow;
  /** The file, once complete. */
  readonly file: FileRow | undefined;
  /** For a file that is sent in parts, until it is complete. */
  readonly parts: readonly UploadPart[] | undefined;
}

/** The progress of a new upload. */
export function newUploadView(upload: UploadRow): UploadView {
  const { sizeBytes, partBytes } = upload;
  const parts =
    sizeBytes === null || partBytes === null
      ? undefined
      : partSizes({ sizeBytes, partBytes }).map((part) => ({ ...part, isStored: false }));
  return { upload, file: undefined, parts };
}

/** The progress of an upload. Raises `NotFound`. */
export async function viewUpload(ctx: Context, key: string): Promise<UploadView> {
  const { reader } = ctx.database;
  const upload = await findUpload(reader, ctx.account.id, key);
  if (upload === undefined) throw uploadNotFound(key);
  const file = await findFile(reader, ctx.account.id, key);
  return { upload, file, parts: file === undefined ? await partsOf(ctx, upload) : undefined };
}

async function partsOf(ctx: Context, upload: UploadRow): Promise<UploadPart[] | undefined> {
  const { key, sizeBytes, partBytes } = upload;
  if (sizeBytes === null || partBytes === null) return undefined;
  const sizes = await storedParts(ctx, key);
  return partSizes({ sizeBytes, partBytes }).map((part) => ({
    ...part,
    isStored: sizes.get(part.number) === part.size,
  }));
}

/** The lifetime of a link to an upload, in seconds: an hour, and not beyond the upload's expiry. */
export function linkSeconds(ctx: AccountContext, { expiresAt }: UploadRow): number {
  const left = Math.floor((expiresAt.getTime() - ctx.clock.now().getTime()) / 1_000);
  return Math.max(0, Math.min(UPLOAD_SECONDS, left));
}

/** The storage's own address for sending the file, or the part; `undefined` if the server accepts it. */
export async function storageLink(
  ctx: AccountContext,
  upload: UploadRow,
  part?: PartSize,
): Promise<string | undefined> {
  return ctx.storage.links?.put(partKey(upload.key, part?.number ?? 1), {
    contentType: upload.contentType,
    size: part?.size ?? upload.sizeBytes ?? undefined,
    lifetimeSeconds: linkSeconds(ctx, upload),
  });
}
