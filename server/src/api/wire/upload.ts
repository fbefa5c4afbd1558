import { type Static, Type } from '../../kernel/schema.ts';
import { accountUrl, type AccountContext } from '../../modules/accounts/index.ts';
import { linkSeconds, storageLink, type UploadPart, type UploadView } from '../../modules/releases/index.ts';
import { signLink } from '../../platform/signed-links.ts';

/** The purpose for which links to uploads are signed. */
export const UPLOAD_LINK_PURPOSE = 'upload';

/** The subject of a link to an upload, or to a part of it. */
export function uploadSubject(accountId: string, key: string, part = 0): string {
  return `${accountId}/${key}/${part}`;
}

const url = Type.String({
  format: 'uri',
  description: 'Takes the bytes by `PUT`, with the content type of the upload and without credentials.',
});

/** An expected file (core API, Downloads). */
export const UploadAnswer = Type.Object(
  {
    key: Type.String({ description: 'Names the file in releases.' }),
    status: Type.Enum(['Waiting', 'Complete']),
    contentType: Type.String(),
    expiresAt: Type.String({ format: 'date-time', description: 'Afterwards nothing more is taken.' }),
    size: Type.Optional(Type.Integer({ description: 'Bytes, where they are known.' })),
    sha256: Type.Optional(Type.String({ description: 'Of a complete file, lower-case hexadecimal.' })),
    url: Type.Optional(url),
    partSize: Type.Optional(Type.Integer({ description: 'Bytes of each part but the last one.' })),
    parts: Type.Optional(
      Type.Array(
        Type.Object(
          {
            number: Type.Integer({ description: 'From 1.' }),
            size: Type.Integer({ description: 'Bytes.' }),
            isStored: Type.Boolean({ description: 'It has arrived.' }),
            url: Type.Optional(url),
          },
          { title: 'UploadPart' },
        ),
      ),
    ),
  },
  { title: 'Upload' },
);

/** The wire form of an upload, with links for the parts that are still missing. */
export async function uploadAnswer(
  ctx: AccountContext,
  { upload, file, parts }: UploadView,
): Promise<Static<typeof UploadAnswer>> {
  const size = file?.sizeBytes ?? upload.sizeBytes;
  const isWhole = upload.partBytes === null;
  return {
    key: upload.key,
    status: file === undefined ? 'Waiting' : 'Complete',
    contentType: upload.contentType,
    expiresAt: upload.expiresAt.toISOString(),
    ...(size !== null && { size }),
    ...(file !== undefined && { sha256: file.sha256 }),
    ...(file === undefined && isWhole && { url: await linkTo(ctx, upload) }),
    ...(upload.partBytes !== null && { partSize: upload.partBytes }),
    ...(parts !== undefined && {
      parts: await Promise.all(
        parts.map(async (part) => ({
          ...part,
          ...(!part.isStored && { url: await linkTo(ctx, upload, part) }),
        })),
      ),
    }),
  };
}

/** A link of the storage, if it accepts files; otherwise of the server. */
async function linkTo(ctx: AccountContext, upload: UploadView['upload'], part?: UploadPart): Promise<string> {
  const direct = await storageLink(ctx, upload, part);
  if (direct !== undefined) return direct;
  const subject = uploadSubject(ctx.account.id, upload.key, part?.number);
  const { expires, signature } = signLink(ctx, UPLOAD_LINK_PURPOSE, subject, linkSeconds(ctx, upload));
  const path = `/api/uploads/${upload.key}${part === undefined ? '' : `/parts/${part.number}`}`;
  return `${accountUrl(ctx.config, ctx.account)}${path}?expires=${expires}&signature=${signature}`;
}
