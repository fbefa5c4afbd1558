import { type FileLedger, openFileLedger } from '../../platform/database/file-ledger.ts';

/**
 * The rows that an import without storing would have stored so far: its entries can refer to each other, and repeat.
 */
export type Rehearsal = FileLedger;

/** Begins a rehearsal, of one kind or of several in a row; close it. */
export function openRehearsal(): Rehearsal {
  return openFileLedger();
}
