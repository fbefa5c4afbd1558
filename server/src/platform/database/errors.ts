/**
 * The meaning of a database failure to the calling code, independent of the engine:
 * - `unique`: a row with this key exists already
 * - `reference`: a referenced row does not exist, or is still referenced
 * - `check`: a check constraint refuses the row
 * - `retry`: the same transaction may succeed if it is run again
 * - `unavailable`: the database cannot be reached, is overloaded, or cannot write
 */
export type DatabaseFailure = 'unique' | 'reference' | 'check' | 'retry' | 'unavailable';

/** Raised by this layer when the database is currently unusable. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** Raised at startup when a newer version of this code has written the schema. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

/** Classifies an error thrown by a query; `undefined` when it is a defect of ours and not a state of the database. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  if (error instanceof DatabaseUnavailable) return 'unavailable';
  if (!(error instanceof Error)) return undefined;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return sqliteFailure(errcode);
  if (typeof code === 'string') return postgresFailure(code);
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/.test(
    error.message,
  )
    ? 'unavailable'
    : undefined;
}

/** Why the database cannot be used, in one line. A server with several addresses fails with one error for each. */
export function failureReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(failureReason).join('; ');
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
}

/** True when a unique constraint refused the row. */
export function isUniqueViolation(error: unknown): boolean {
  return databaseFailure(error) === 'unique';
}

const LOCK_TIMEOUT = '55P03';
const SQLITE_UNIQUE = new Set([2067, 1555]);
const SQLITE_REFERENCE = 787;
const SQLITE_CHECK = 275;
const SQLITE_UNAVAILABLE = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26]);

function sqliteFailure(errcode: number): DatabaseFailure | undefined {
  if (SQLITE_UNIQUE.has(errcode)) return 'unique';
  if (errcode === SQLITE_REFERENCE) return 'reference';
  if (errcode === SQLITE_CHECK) return 'check';
  return SQLITE_UNAVAILABLE.has(errcode & 0xff) ? 'unavailable' : undefined;
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

function postgresFailure(code: string): DatabaseFailure | undefined {
  if (code === '23505') return 'unique';
  if (code === '23503') return 'reference';
  if (code === '23514') return 'check';
  if (code === '40001' || code === '40P01') return 'retry';
  const unavailable =
    NETWORK_CODES.has(code) ||
    /^(08|53|57P|25P03)/.test(code) ||
    code === LOCK_TIMEOUT ||
    code === '57014' ||
    code === '25006';
  return unavailable ? 'unavailable' : undefined;
}
