import type { Readable } from 'node:stream';

/** The content of a file: all at once, or in chunks as they arrive. */
export type FileContent = Uint8Array | AsyncIterable<unknown>;

/** Storage for the files of releases: a flat key space, each key with bytes that are replaced as a whole. */
export interface Storage {
  /**
   * Stores the content under the key and replaces what was there. When the promise resolves, the file is durably on
   * disk; when it rejects (the content broke off, the disk is full), the previous content is unchanged, and readers
   * never see a partial file. The caller limits the size, and ends a stream that could not be stored: that of a request
   * is still needed to respond to it.
   */
  put(key: string, content: FileContent): Promise<StoredFile>;
  /**
   * Opens the file, or a range of it; `undefined` when it does not exist. The stream is of one version of the file,
   * even while another one replaces it, and must be read or destroyed. Throws a `RangeUnsatisfiable` when the file has
   * no such bytes.
   */
  read(key: string, range?: ByteRange): Promise<OpenedFile | undefined>;
  /** The size of the file; `undefined` when there is none. */
  stat(key: string): Promise<{ readonly size: number } | undefined>;
  /**
   * Joins stored files, in this order, into a new one under `key`, and hashes the result. The parts stay. Rejects when
   * one of them does not exist.
   */
  compose(key: string, parts: readonly string[]): Promise<StoredFile>;
  /** The files of a folder, in the order of their keys: for `a/b` those under `a/b/…`. */
  list(folder: string): Promise<StoredEntry[]>;
  /** Deletes the file; does nothing when it does not exist. Open streams continue. */
  delete(key: string): Promise<void>;
  /** Removes the remains of writers that were interrupted and have not written since; returns the number of files. */
  removeAbandoned(before: Date): Promise<number>;
  /** Links with which clients send and fetch bytes themselves; absent if the bytes pass through the server. */
  readonly links?: StorageLinks;
  /** Closes connections. */
  close(): void;
}

/** Addresses that temporarily work without credentials. */
export interface StorageLinks {
  /** Accepts PUTs with this content type; the size, in bytes, if the caller has it. */
  put(key: string, options: PutLink): Promise<string>;
  /** Serves the file, or a part of it, with this `Content-Disposition`. */
  get(
    key: string,
    options: { readonly disposition: string; readonly lifetimeSeconds: number },
  ): Promise<string>;
}

interface PutLink {
  readonly contentType: string;
  readonly size?: number | undefined;
  readonly lifetimeSeconds: number;
}

/** A file of a folder. */
export interface StoredEntry {
  readonly key: string;
  /** bytes */
  readonly size: number;
}

/** A stored file. */
export interface StoredFile {
  /** bytes */
  readonly size: number;
  /** Lower-case hexadecimal; for updaters that compare nothing else, not against attackers. */
  readonly sha1: string;
  /** lower-case hexadecimal */
  readonly sha256: string;
  /** lower-case hexadecimal */
  readonly sha512: string;
}

/** Bytes of a file, both ends included and counted from 0, as in the HTTP `Range` header. */
export interface ByteRange {
  readonly start: number;
  /** The last byte; the end of the file when it is absent or beyond. */
  readonly end?: number;
}

/** A file that is being read. */
export interface OpenedFile {
  readonly stream: Readable;
  /** bytes of the whole file, regardless of the range */
  readonly size: number;
  /** bytes that the stream will yield */
  readonly length: number;
}

/** A stored file has none of the requested bytes (HTTP 416). */
export class RangeUnsatisfiable extends RangeError {
  /** bytes of the whole file */
  readonly size: number;

  constructor(size: number) {
    super(`a file of ${size} bytes has no such range`);
    this.name = 'RangeUnsatisfiable';
    this.size = size;
  }
}

/**
 * Returns the key when it may name a stored file, and throws a `RangeError` otherwise: lower-case letters, digits, `.`,
 * `_`, `-`, in segments that `/` separates; every segment starts with a letter or digit, and `..` occurs nowhere. Such
 * a key means the same on a disk and in a bucket, and cannot point elsewhere.
 */
export function checkKey(key: string): string {
  const isAllowed = key.length <= MAX_KEY_CHARACTERS && keyExpression.test(key) && !key.includes('..');
  if (!isAllowed || key.split('/').some((segment) => segment.length > MAX_SEGMENT_CHARACTERS)) {
    throw new RangeError(`not a key of a stored file: ${JSON.stringify(key.slice(0, 100))}`);
  }
  return key;
}

const MAX_KEY_CHARACTERS = 512;
const MAX_SEGMENT_CHARACTERS = 200;
const keyExpression = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;
