import { Type } from '../../kernel/schema.ts';
import { invalidInput, payloadTooLarge } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { System } from '../../platform/system.ts';
import type { Account, CommandTx, Context } from '../accounts/index.ts';
import { MEDIA_HEAD_BYTES, type MediaType, mediaTypeOf } from './domain/media-type.ts';
import { findMedia, findMediaOfAll } from './store-media.ts';
import type { ItemMediaRow } from './tables.ts';

/** A file in the storage for a new sound or film of an item. */
export type StoredMedia = Pick<ItemMediaRow, 'id' | 'extension' | 'sha256' | 'sizeBytes'>;

/** The bytes of an upload. */
interface SentMedia {
  readonly content: AsyncIterable<unknown>;
  /** The size that the sender announces, in bytes. */
  readonly announcedSize?: number | undefined;
}

const MEGABYTE = 1024 * 1024;
/** Minutes of sound, and a film of a minute or two in full HD: what the page of a product holds. */
const MOST_BYTES: Readonly<Record<MediaType['kind'], number>> = {
  Audio: 20 * MEGABYTE,
  Video: 100 * MEGABYTE,
};
/** A film over a slow line takes its time: a file without a row by then never gets one. */
const UNUSED_AFTER_MS = 6 * 3_600_000;

/** Removes the file of a sound or film, unless that exists. */
export const mediaSweepJob = defineJob(
  'media.sweep',
  Type.Object({ account: Type.String(), id: Type.String() }),
  async ({ database, storage }: System, { account, id }) => {
    if ((await findMedia(database.reader, account, id)) !== undefined) return;
    await storage.delete(mediaKey({ id: account }, { id }));
  },
);

/**
 * Stores the file of a sound or film while it arrives; it is removed after some hours if no item has it by then. Raises
 * `InvalidInput` when the bytes are not MP3, AAC in MP4, Ogg (Opus, Vorbis), FLAC, WAV, MP4 or WebM, and
 * `PayloadTooLarge` for a sound of more than 20 MB or a film of more than 100 MB.
 */
export async function storeMedia(ctx: Context, upload: SentMedia): Promise<StoredMedia> {
  const id = ctx.ids.guid();
  const unusedAt = new Date(ctx.clock.now().getTime() + UNUSED_AFTER_MS);
  await transaction(ctx, (tx) => sweepMedia(tx, { id }, unusedAt));
  const checked = checkedContent(upload);
  const { size, sha256 } = await ctx.storage.put(mediaKey(ctx.account, { id }), checked.chunks);
  const { extension } = checked.type();
  return { id, extension, sha256, sizeBytes: size };
}

/** The same content, which ends with a refusal as soon as its beginning or its size is wrong. */
function checkedContent({ content, announcedSize = 0 }: SentMedia): {
  readonly chunks: AsyncIterable<unknown>;
  readonly type: () => MediaType;
} {
  let type: MediaType | undefined;
  async function* chunks(): AsyncGenerator {
    let size = 0;
    let head = Buffer.alloc(0);
    for await (const chunk of content) {
      const bytes = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
      size += bytes.length;
      if (type !== undefined) {
        refuseLarge(type, size);
        yield bytes;
        continue;
      }
      head = Buffer.concat([head, bytes]);
      if (head.length < MEDIA_HEAD_BYTES) continue;
      type = supportedType(head);
      refuseLarge(type, Math.max(size, announcedSize));
      yield head;
    }
    if (type !== undefined) return;
    type = supportedType(head);
    yield head;
  }
  return { chunks: chunks(), type: () => type ?? supportedType(new Uint8Array()) };
}

function supportedType(head: Uint8Array): MediaType {
  const type = mediaTypeOf(head);
  if (type !== undefined) return type;
  const message = 'must be a sound (MP3, AAC in MP4, Opus or Vorbis in Ogg, FLAC, WAV) or a film (MP4, WebM)';
  throw invalidInput({ errors: { body: [message] } });
}

function refuseLarge({ kind }: MediaType, size: number): void {
  const most = MOST_BYTES[kind];
  if (size <= most) return;
  const noun = kind === 'Audio' ? 'A sound' : 'A film';
  throw payloadTooLarge({ detail: `${noun} may have at most ${most / MEGABYTE} MB here.` });
}

/** Schedules the removal of a file once this transaction is committed, unless an item has it then. */
export async function sweepMedia(
  tx: CommandTx,
  { id }: Pick<StoredMedia, 'id'>,
  runAt?: Date,
): Promise<void> {
  await mediaSweepJob.enqueue(tx, tx, { payload: { account: tx.account.id, id }, ...(runAt && { runAt }) });
}

/** The storage key of its file. */
export function mediaKey(account: Pick<Account, 'id'>, { id }: Pick<ItemMediaRow, 'id'>): string {
  return `${mediaFolder(account)}/${id}`;
}

/** The storage folder of an account's sounds and films. */
export function mediaFolder({ id }: Pick<Account, 'id'>): string {
  // The id of an account may contain two consecutive dots, which a key must not.
  return `media/${id.replaceAll('.', '_')}`;
}

/** Those of the files that are sounds or films of any account. */
export async function usedMediaKeys(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  const ids = keys.flatMap((key) => /^media\/[^/]+\/([0-9a-f-]+)$/.exec(key)?.[1] ?? []);
  const rows = await findMediaOfAll(db, ids);
  return new Set(rows.map((media) => mediaKey({ id: media.accountId }, media)));
}
