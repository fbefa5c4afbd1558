import { createHash } from 'node:crypto';
import type { Static } from '../../kernel/schema.ts';
import type { UploadAnswer } from '../../api/wire/upload.ts';
import { CommandError } from '../failure.ts';
import { type Answer, type CoreClient, EXIT_REFUSED, hasTexts, refusal } from './core-client.ts';
import { type LocalFile, readChunks } from './local-file.ts';

type Upload = Static<typeof UploadAnswer>;
type Part = NonNullable<Upload['parts']>[number];

const CONTENT_TYPE = 'application/octet-stream';
/** Uploads of the same file that may have ended prematurely. */
const MOST_UPLOADS = 5;
/** Links are valid for an hour, and new ones may fail this often before the upload itself has ended. */
const MOST_REFRESHES = 2;

/** Reports how many bytes of a file have arrived. */
export type ReportProgress = (file: LocalFile, bytes: number) => void;

/**
 * Uploads a file to the server, in parts, and returns its key. The server remembers which parts have arrived, and the
 * same `purpose` leads to the same upload for a day, so an interrupted upload continues. Raises a `CommandError`.
 */
export async function uploadFile(
  client: CoreClient,
  file: LocalFile,
  purpose: string,
  report: ReportProgress,
): Promise<string> {
  for (let attempt = 1; attempt <= MOST_UPLOADS; attempt += 1) {
    const query = `contentType=${CONTENT_TYPE}&size=${file.size}&sha256=${file.sha256}&multipart=true`;
    const identity = JSON.stringify([purpose, file.name, file.sha256, attempt]);
    const idempotencyKey = `release-${createHash('sha256').update(identity).digest('hex')}`;
    const { key } = await client.call('POST', `/api/downloads/prepare?${query}`, isUpload, {
      idempotencyKey,
    });
    if (await finishUpload(client, file, key, report)) return key;
  }
  throw new CommandError(`${file.name}: the server ends every upload early`, EXIT_REFUSED);
}

/** False when the upload has ended, so that another one has to replace it. */
async function finishUpload(
  client: CoreClient,
  file: LocalFile,
  key: string,
  report: ReportProgress,
): Promise<boolean> {
  const path = `/api/downloads/${key}`;
  let [progress, refreshes] = [-1, 0];
  for (;;) {
    const upload = await client.find(path, isUpload);
    if (upload === undefined) return false;
    if (upload.status === 'Complete') return isSame(file, upload);
    const parts = upload.parts ?? [];
    const arrived = bytesOf(parts.filter(({ isStored }) => isStored));
    refreshes = arrived > progress ? 0 : refreshes + 1;
    if (refreshes > MOST_REFRESHES) return false;
    progress = arrived;
    report(file, progress);
    const isWhole = await sendParts(client, file, upload, report);
    if (isWhole) await client.call('POST', `${path}/complete`, isUpload);
  }
}

/** Sends the missing parts; false when a link has expired in between. */
async function sendParts(
  client: CoreClient,
  file: LocalFile,
  { parts = [], partSize = file.size }: Upload,
  report: ReportProgress,
): Promise<boolean> {
  let offset = bytesOf(parts.filter(({ isStored }) => isStored));
  for (const { number, size, url } of parts.filter(({ isStored }) => !isStored)) {
    const start = (number - 1) * partSize;
    const before = offset;
    const read = async function* () {
      let position = before;
      for await (const chunk of readChunks(file.path, { start, end: start + size - 1 })) {
        yield chunk;
        position += chunk.length;
        report(file, position);
      }
    };
    const answer = await client.put(url ?? '', { contentType: CONTENT_TYPE, size, read });
    if (isLinkOver(answer)) return false;
    if (answer.status >= 300) throw refusal(answer);
    offset += size;
  }
  return true;
}

/** From the server or a bucket; or another request completed the file. */
function isLinkOver({ status, problem }: Answer): boolean {
  return [403, 404, 410].includes(status) || problem.errorType === 'UploadComplete';
}

function isUpload(body: unknown): body is Upload {
  return hasTexts(body, 'key', 'status');
}

function bytesOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

/** The server computes the hash of what it has stored. */
function isSame(file: LocalFile, { sha256, size }: Upload): true {
  if (sha256 === file.sha256 && size === file.size) return true;
  throw new CommandError(
    `${file.name}: the server has stored other bytes than those on the disk`,
    EXIT_REFUSED,
  );
}
