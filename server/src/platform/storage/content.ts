import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FileContent, StoredFile } from './storage.ts';

/** Content on its way into a storage, measured in transit. */
export interface MeasuredContent {
  /** The bytes, one chunk at a time; the next one is taken when the reader asks for it. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The measure of the chunks that have passed so far; of all of them once `chunks` has ended. */
  readonly measured: () => StoredFile;
}

/** Counts and hashes content while it is read, so that nobody has to read it a second time. */
export function measure(content: FileContent): MeasuredContent {
  const [sha1, sha256, sha512] = [createHash('sha1'), createHash('sha256'), createHash('sha512')];
  // Immediately: a stream may fail before anybody reads it.
  const source = chunksOf(content);
  let size = 0;
  return {
    chunks: (async function* () {
      for await (const chunk of source) {
        // A stream with an encoding yields text, and would be written as other bytes than were sent.
        if (!(chunk instanceof Uint8Array)) throw new TypeError('the content of a file comes in bytes');
        for (const hash of [sha1, sha256, sha512]) hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    })(),
    measured: () => ({
      size,
      sha1: sha1.copy().digest('hex'),
      sha256: sha256.copy().digest('hex'),
      sha512: sha512.copy().digest('hex'),
    }),
  };
}

function chunksOf(content: FileContent): Iterable<unknown> | AsyncIterable<unknown> {
  if (content instanceof Uint8Array) return [content];
  if (!(content instanceof Readable)) return content;
  // A stream that fails without a listener ends the process; the reader receives the error again.
  content.on('error', () => undefined);
  return content.iterator({ destroyOnReturn: false });
}
