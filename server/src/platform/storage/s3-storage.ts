import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Config } from '../config.ts';
import { measure } from './content.ts';
import type {
  ByteRange,
  FileContent,
  OpenedFile,
  Storage,
  StorageLinks,
  StoredEntry,
  StoredFile,
} from './storage.ts';
import { checkKey, RangeUnsatisfiable } from './storage.ts';

/** The part size of files that pass through the server; two parts are in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const COPIES_AT_ONCE = 4;

/**
 * The time, in ms, for which the service may be silent before a request to it fails. Flowing bytes have no time limit.
 */
export interface S3Timeouts {
  readonly connectMs: number;
  readonly silenceMs: number;
  /** Some services send nothing while they copy, until they have finished. */
  readonly copyMs: number;
}

const TIMEOUTS: S3Timeouts = { connectMs: 5_000, silenceMs: 60_000, copyMs: 600_000 };

interface Bucket {
  readonly client: S3Client;
  /** The same service, with the time limit that copies need. */
  readonly copier: S3Client;
  readonly name: string;
}

/**
 * Opens a bucket of an S3-compatible service as storage. This module loads the SDK: import it only if S3 is configured.
 */
export function openS3Storage(config: S3Config, timeouts: S3Timeouts = TIMEOUTS): Storage {
  const { connectMs, silenceMs, copyMs } = timeouts;
  const client = connectS3(config, { connectMs, silenceMs });
  const copier = connectS3(config, { connectMs, silenceMs: copyMs });
  const bucket: Bucket = { client, copier, name: config.bucket };
  return {
    put: async (key, content) => putObject(bucket, checkKey(key), content),
    read: async (key, range) => readObject(bucket, checkKey(key), range),
    stat: async (key) => statObject(bucket, checkKey(key)),
    compose: async (key, parts) => composeObject(bucket, checkKey(key), parts.map(checkKey)),
    list: async (folder) => listObjects(bucket, checkKey(folder)),
    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: checkKey(key) }));
    },
    // An object exists as a whole or not at all; a bucket rule ends the parts of interrupted multipart uploads.
    removeAbandoned: async () => 0,
    links: linksOf(bucket),
    close() {
      client.destroy();
      copier.destroy();
    },
  };
}

function connectS3(config: S3Config, { connectMs, silenceMs }: Omit<S3Timeouts, 'copyMs'>): S3Client {
  const { accessKeyId, secretAccessKey } = config;
  const client = new S3Client({
    region: config.region,
    ...(config.endpoint !== undefined && { endpoint: config.endpoint }),
    forcePathStyle: config.usesPathStyle,
    // Without a configured key pair the SDK uses its default sources.
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    // Otherwise a presigned PUT would carry the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
  });
  trimBucketPath(client, config.bucket);
  return client;
}

/**
 * Compatible services check signatures of `/bucket`, which most clients request, while this SDK requests `/bucket/`.
 */
function trimBucketPath(client: S3Client, name: string): void {
  client.middlewareStack.add(
    (next) => (step) => {
      const { request } = step;
      if (isRecord(request) && request['path'] === `/${name}/`) request['path'] = `/${name}`;
      return next(step);
    },
    { step: 'build', name: 'trimBucketPath' },
  );
}

async function putObject({ client, name }: Bucket, key: string, content: FileContent): Promise<StoredFile> {
  const { chunks, measured } = measure(content);
  const upload = new Upload({
    client,
    params: { Bucket: name, Key: key, Body: Readable.from(chunks, { objectMode: false }) },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    leavePartsOnError: false,
  });
  await upload.done();
  return measured();
}

async function readObject(
  bucket: Bucket,
  key: string,
  range: ByteRange | undefined,
): Promise<OpenedFile | undefined> {
  const { client, name } = bucket;
  if (range !== undefined) await refuseUnsatisfiable(bucket, key, range);
  const request = new GetObjectCommand({
    Bucket: name,
    Key: key,
    ...(range !== undefined && { Range: `bytes=${range.start}-${range.end ?? ''}` }),
  });
  const answer = await ignoreAbsent(client.send(request));
  if (answer === undefined) return undefined;
  const { Body: stream, ContentLength: length = 0, ContentRange: part } = answer;
  if (!(stream instanceof Readable)) throw new TypeError(`the object ${key} came without a stream`);
  const size = part === undefined ? length : Number(part.split('/').at(-1));
  return { stream, size, length };
}

/** Services clamp and ignore ranges in different ways. */
async function refuseUnsatisfiable(bucket: Bucket, key: string, { start, end }: ByteRange): Promise<void> {
  const stats = await statObject(bucket, key);
  if (stats === undefined) return;
  const last = Math.min(end ?? stats.size - 1, stats.size - 1);
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(last) && start >= 0 && start <= last;
  if (!isRange) throw new RangeUnsatisfiable(stats.size);
}

async function statObject({ client, name }: Bucket, key: string): Promise<{ size: number } | undefined> {
  const answer = await ignoreAbsent(client.send(new HeadObjectCommand({ Bucket: name, Key: key })));
  return answer && { size: answer.ContentLength ?? 0 };
}

async function listObjects({ client, name }: Bucket, folder: string): Promise<StoredEntry[]> {
  const entries: StoredEntry[] = [];
  let next: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: name,
        Prefix: `${folder}/`,
        ...(next !== undefined && { ContinuationToken: next }),
      }),
    );
    for (const { Key: key, Size: size = 0 } of page.Contents ?? []) {
      if (key !== undefined) entries.push({ key, size });
    }
    next = page.NextContinuationToken;
  } while (next !== undefined);
  return entries;
}

/** The service copies the parts; afterwards they are read once, because the hash is only known after reading. */
async function composeObject(bucket: Bucket, key: string, parts: readonly string[]): Promise<StoredFile> {
  const { copier: client, name } = bucket;
  const target = { Bucket: name, Key: key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  const upload = { ...target, UploadId };
  try {
    const Parts = await copyParts(bucket, upload, parts);
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // The original error matters more than a failed removal; a lifecycle rule of the bucket removes the rest.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
  return hashObject(bucket, key);
}

async function copyParts(
  { copier: client, name }: Bucket,
  upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string | undefined },
  parts: readonly string[],
) {
  const copy = async (part: string, index: number) => {
    const PartNumber = index + 1;
    const command = new UploadPartCopyCommand({ ...upload, PartNumber, CopySource: `${name}/${part}` });
    const { CopyPartResult } = await client.send(command);
    return { PartNumber, ETag: CopyPartResult?.ETag };
  };
  const copied: Awaited<ReturnType<typeof copy>>[] = [];
  for (let start = 0; start < parts.length; start += COPIES_AT_ONCE) {
    const some = parts.slice(start, start + COPIES_AT_ONCE);
    copied.push(...(await Promise.all(some.map((part, index) => copy(part, start + index)))));
  }
  return copied;
}

async function hashObject(bucket: Bucket, key: string): Promise<StoredFile> {
  const opened = await readObject(bucket, key, undefined);
  if (opened === undefined) throw new Error(`the object ${key} is gone`);
  const { chunks, measured } = measure(opened.stream);
  for await (const chunk of chunks) void chunk;
  return measured();
}

function linksOf({ client, name }: Bucket): StorageLinks {
  return {
    put: async (key, { contentType, size, lifetimeSeconds }) =>
      getSignedUrl(
        client,
        new PutObjectCommand({
          Bucket: name,
          Key: checkKey(key),
          ContentType: contentType,
          ...(size !== undefined && { ContentLength: size }),
        }),
        // A header that is not signed could be replaced.
        { expiresIn: lifetimeSeconds, signableHeaders: new Set(['host', 'content-type', 'content-length']) },
      ),
    get: async (key, { disposition, lifetimeSeconds }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket: name,
          Key: checkKey(key),
          ResponseContentType: 'application/octet-stream',
          ResponseContentDisposition: disposition,
        }),
        { expiresIn: lifetimeSeconds },
      ),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

async function ignoreAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
    throw error;
  }
}
