import { parse, type Range } from 'range-parser';

/**
 * Reads a `Range` header for a file of `size` bytes (RFC 9110 section 14): one range of bytes, both ends inclusive.
 * Absent, malformed and multiple ranges return `undefined`: the response is then the whole file, which the RFC allows.
 * A range that begins beyond the end returns `'Unsatisfiable'`.
 */
export function requestedRange(
  header: string | undefined,
  size: number,
): Range | 'Unsatisfiable' | undefined {
  if (header === undefined || header.includes(',')) return undefined;
  const { code, type, ranges } = parse(size, header.trim());
  if (type !== 'bytes' || (code & INVALID) !== 0) return undefined;
  return ranges[0] ?? 'Unsatisfiable';
}

/** The bit of `code` for a range without meaning. */
const INVALID = 1;
