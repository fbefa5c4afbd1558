import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';

/** A local file for a release. */
export interface LocalFile {
  readonly path: string;
  /** The name shown to customers. */
  readonly name: string;
  /** bytes */
  readonly size: number;
  /** lower-case hexadecimal */
  readonly sha256: string;
}

/** Reads a file once, for its size and hash. Raises the error of the system when it cannot be read. */
export async function measureFile(path: string): Promise<LocalFile> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of readChunks(path)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { path, name: basename(path), size, sha256: hash.digest('hex') };
}

/** The bytes of a file, or of a part of it, as they are read; both ends included. */
export async function* readChunks(
  path: string,
  range: { readonly start?: number; readonly end?: number } = {},
): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path, { highWaterMark: 262_144, ...range }))
    if (chunk instanceof Uint8Array) yield chunk;
}
