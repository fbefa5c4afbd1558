import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Type } from '../../kernel/schema.ts';
import type { AnyRow } from '../../platform/database/table-rows.ts';
import { readAs } from '../../platform/schema-check.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { MovedAccount } from '../accounts/index.ts';
import { imageKey, logoFile, mediaKey, mediaTypeOfIcon } from '../catalog/index.ts';
import { documentKey } from '../documents/index.ts';
import { isFileKey } from '../releases/index.ts';
import { FILES } from './manifest.ts';

/** A file in the storage that rows of an account name. */
export interface NamedFile {
  readonly key: string;
  /** A missing `document` is drawn again: it does not prevent a move. */
  readonly kind: 'document' | 'icon' | 'image' | 'media' | 'release';
  /** The upload of a release file. */
  readonly uploadKey?: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes; absent for icons, whose rows do not contain it. */
  readonly size?: number;
}

const ReleaseFile = Type.Object({
  key: Type.String(),
  storageKey: Type.String(),
  sizeBytes: Type.Integer(),
  sha256: Type.String(),
});
const WithIcon = Type.Object({ iconKey: Type.Union([Type.String(), Type.Null()]) });

const WithLogo = Type.Object({ logoFile: Type.Optional(Type.String()) }, { additionalProperties: true });

/** The tables whose rows name files. */
export const TABLES_WITH_FILES: readonly string[] = [
  'products',
  'bundles',
  'item_images',
  'item_media',
  'release_files',
  'documents',
];

/**
 * The file that a row of a table names; `undefined` for most rows. Throws when it names one that its owner cannot have:
 * every other key is that of another account, or of nobody.
 */
export function fileOf(table: string, row: AnyRow): NamedFile | undefined {
  if (!TABLES_WITH_FILES.includes(table)) return undefined;
  if (table === 'documents') return documentFileOf(row);
  if (table === 'item_images') return imageOf(row);
  if (table === 'item_media') return mediaOf(row);
  return table === 'release_files' ? releaseFileOf(row) : iconOf(row);
}

/** The logo that was uploaded for an account; `undefined` for none. Throws when its settings name something else. */
export function logoOf({ id, settings }: Pick<MovedAccount, 'id' | 'settings'>): NamedFile | undefined {
  const fileName = readAs(WithLogo, settings)?.logoFile;
  if (fileName === undefined) return undefined;
  const file = logoFile({ id }, fileName);
  if (file === undefined) throw new Error(`the settings name a logo that is none: ${fileName}`);
  return { ...file, kind: 'image' };
}

function releaseFileOf(row: AnyRow): NamedFile {
  const file = readAs(ReleaseFile, row);
  if (file === undefined || !isFileKey(file.key, file.storageKey))
    throw new Error(`a row of release_files names a file that is not its own: ${String(row['storageKey'])}`);
  const { key: uploadKey, storageKey: key, sha256, sizeBytes: size } = file;
  return { key, kind: 'release', uploadKey, sha256, size };
}

const WithPdf = Type.Object({
  accountId: Type.String(),
  pdfSha256: Type.Union([Type.Null(), Type.String({ pattern: '^[0-9a-f]{64}$' })]),
});

function documentFileOf(row: AnyRow): NamedFile | undefined {
  const document = readAs(WithPdf, row);
  if (document === undefined)
    throw new Error(`a row names a document that is none: ${String(row['pdfSha256'])}`);
  const { accountId, pdfSha256: sha256 } = document;
  return sha256 === null
    ? undefined
    : { key: documentKey({ id: accountId }, sha256), kind: 'document', sha256 };
}

const ItemMedia = Type.Object({
  accountId: Type.String(),
  id: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  sizeBytes: Type.Integer(),
});
const ItemImage = Type.Object({
  ...ItemMedia.properties,
  extension: Type.String({ pattern: '^[a-z]{3,4}$' }),
});

function imageOf(row: AnyRow): NamedFile {
  const image = readAs(ItemImage, row);
  if (image === undefined) throw new Error(`a row names an image that is none: ${String(row['id'])}`);
  const { accountId, sha256, sizeBytes: size } = image;
  return { key: imageKey({ id: accountId }, image), kind: 'image', sha256, size };
}

function mediaOf(row: AnyRow): NamedFile {
  const media = readAs(ItemMedia, row);
  if (media === undefined) throw new Error(`a row names a sound or film that is none: ${String(row['id'])}`);
  const { accountId, sha256, sizeBytes: size } = media;
  return { key: mediaKey({ id: accountId }, media), kind: 'media', sha256, size };
}

function iconOf(row: AnyRow): NamedFile | undefined {
  const key = readAs(WithIcon, row)?.iconKey;
  if (key === null) return undefined;
  // Icons are named by their content.
  const [, sha256] = /^icons\/([0-9a-f]{64})\.[a-z]+$/.exec(key ?? '') ?? [];
  if (key === undefined || sha256 === undefined || mediaTypeOfIcon(key) === undefined)
    throw new Error(`a row names an icon that is none: ${String(row['iconKey'])}`);
  return { key, kind: 'icon', sha256 };
}

/** Copies a file from the storage to the folder. Throws when it does not exist or does not match its row. */
export async function copyOut(storage: Storage, folder: string, file: NamedFile): Promise<void> {
  const source = await storage.read(file.key);
  if (source === undefined) throw new Error(`the file ${file.key} is not in the storage`);
  const path = join(folder, FILES, file.key);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(source.stream, hashing, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  if (hash.digest('hex') !== file.sha256) throw new Error(`the file ${file.key} in the storage is damaged`);
}

/**
 * Copies a file of the folder into the storage, unless it already has the same bytes, and returns whether it did.
 * Throws when the file in the folder, or the only one in the storage, is a different one; returns `missing` when
 * neither has any.
 */
export async function copyIn(
  storage: Storage,
  folder: string,
  file: NamedFile,
): Promise<'added' | 'present' | 'missing'> {
  const present = await storage.read(file.key);
  if (present !== undefined && (await isOf(file, present.stream))) return 'present';
  const path = join(folder, FILES, file.key);
  const isThere = await stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
  if (!isThere && present === undefined) return 'missing';
  if (!isThere)
    throw new Error(`the file ${file.key} in the storage is not that of the export, which has no copy of it`);
  // A damaged file replaces nothing.
  if (await isOf(file, createReadStream(path))) {
    const { sha256 } = await storage.put(file.key, createReadStream(path));
    if (sha256 === file.sha256) return 'added';
    await storage.delete(file.key);
  }
  throw new Error(`${FILES}/${file.key} of the export is damaged, or was changed`);
}

async function isOf(file: NamedFile, content: AsyncIterable<unknown>): Promise<boolean> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a file is read as bytes');
    hash.update(chunk);
    size += chunk.length;
  }
  return hash.digest('hex') === file.sha256 && (file.size === undefined || file.size === size);
}
