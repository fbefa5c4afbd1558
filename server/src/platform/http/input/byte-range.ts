/** The part of a file that a `Range` header asks for, both ends included; `end` absent: to the end of the file. */
export interface RequestedRange {
  readonly start: number;
  readonly end?: number;
}

/**
 * Reads a `Range` header for a file of `size` bytes (RFC 9110 section 14): one range of bytes. Absent, malformed or
 * several ranges give `undefined`: the whole file is answered then, which the RFC allows. One that begins beyond
 * the end gives `'Unsatisfiable'`.
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
