import { refuseIssues } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { partBytesFor } from '../domain/parts.ts';
import { recordReleaseEvent } from '../events.ts';
import type { UploadRow } from '../tables.ts';
import { insertUpload } from './store-uploads.ts';

/** The time in which a file may be sent after it was announced. */
export const UPLOAD_SECONDS = 3_600;
/** The same for a file in parts, whose sender may resume after an interruption. */
const PARTED_UPLOAD_SECONDS = 86_400;

interface UploadInput {
  /** Media type of the file. */
  readonly contentType: string;
  /** bytes */
  readonly size?: number | undefined;
  /** Lower-case hexadecimal; another file is refused. */
  readonly sha256?: string | undefined;
  /** The file is sent in parts, each of which can be repeated. */
  readonly isParted?: boolean | undefined;
}

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(; ?[\w-]+=[\w."-]+)*$/;

/** Prepares the upload of a file; its key is only valid in this account. Raises `InvalidInput` with every issue. */
export async function prepareUpload(tx: CommandTx, input: UploadInput): Promise<UploadRow> {
  const { contentType, size = null, sha256 = null, isParted = false } = input;
  refuseIssues(uploadIssues(input, tx.config.uploadLimitBytes));
  const now = tx.clock.now();
  const seconds = isParted ? PARTED_UPLOAD_SECONDS : UPLOAD_SECONDS;
  const upload: UploadRow = {
    accountId: tx.account.id,
    key: tx.ids.guid(),
    contentType,
    sizeBytes: size,
    sha256,
    partBytes: isParted && size !== null ? partBytesFor(size) : null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + seconds * 1_000),
    assembledUntil: null,
  };
  await insertUpload(tx, upload);
  recordReleaseEvent(tx, {
    type: 'upload.prepared',
    subjects: { file: upload.key },
    data: { contentType, sizeBytes: size },
  });
  return upload;
}

function uploadIssues(
  { contentType, size, isParted }: UploadInput,
  limitBytes: number,
): Record<string, string[]> {
  const issues: Record<string, string[]> = {};
  if (!MEDIA_TYPE.test(contentType))
    issues['contentType'] = ['must be a media type such as application/octet-stream'];
  if (size !== undefined && size > limitBytes)
    issues['size'] = [`must be at most ${limitBytes} bytes, the limit of this server`];
  if (isParted === true && size === undefined) issues['size'] = ['is required for a file in parts'];
  return issues;
}
