/** The range of a file that a `Range` header requests, both ends inclusive; `end` absent: to the end of the file. */
export interface RequestedRange {
  readonly start: number;
  readonly end?: number;
}

/**
 * Reads a `Range` header for a file of `size` bytes (RFC 9110 section 14): one range of bytes. Absent, malformed and
 * multiple ranges return `undefined`: the response is then the whole file, which the RFC allows. A range that begins
 * beyond the end returns `'Unsatisfiable'`.
 */
export function requestedRange(
  header: string | undefined,
  size: number,
): RequestedRange | 'Unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? undefined : suffix(Number(last), size);
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'Unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

function suffix(length: number, size: number): RequestedRange | 'Unsatisfiable' {
  if (length === 0 || size === 0) return 'Unsatisfiable';
  return { start: Math.max(0, size - length), end: size - 1 };
}
