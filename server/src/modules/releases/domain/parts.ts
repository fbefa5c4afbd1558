const MEBIBYTE = 1_048_576;
const LEAST_PART_BYTES = 16 * MEBIBYTE;
/** The maximum number of parts that S3 services accept. */
const MOST_PARTS = 10_000;

/** A part of an upload: its number, from 1, and its size in bytes. */
export interface PartSize {
  readonly number: number;
  readonly size: number;
}

/** The size of the parts of a file, in whole MiB, such that there are not too many of them. */
export function partBytesFor(sizeBytes: number): number {
  return Math.max(LEAST_PART_BYTES, Math.ceil(sizeBytes / MOST_PARTS / MEBIBYTE) * MEBIBYTE);
}

/** The parts of a file: all of the same size, and a last one with the remainder. */
export function partSizes({
  sizeBytes,
  partBytes,
}: {
  readonly sizeBytes: number;
  readonly partBytes: number;
}): PartSize[] {
  const count = Math.ceil(sizeBytes / partBytes);
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    size: Math.min(partBytes, sizeBytes - index * partBytes),
  }));
}
