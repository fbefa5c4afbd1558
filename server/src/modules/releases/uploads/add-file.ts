import { Readable } from 'node:stream';
import { transaction } from '../../../platform/context/context.ts';
import type { FileContent } from '../../../platform/storage/storage.ts';
import type { Context } from '../../accounts/index.ts';
import type { FileRow } from '../tables.ts';
import { prepareUpload } from './prepare-upload.ts';
import { receiveUpload } from './receive-upload.ts';

const CONTENT_TYPE = 'application/octet-stream';

/** Stores a file of this process for a future release. Raises the problems of `receiveUpload`. */
export async function addFile(ctx: Context, content: FileContent): Promise<FileRow> {
  const { key } = await transaction(ctx, (tx) => prepareUpload(tx, { contentType: CONTENT_TYPE }));
  const chunks = content instanceof Uint8Array ? Readable.from([content]) : content;
  return receiveUpload(ctx, key, { content: chunks, contentType: CONTENT_TYPE });
}
