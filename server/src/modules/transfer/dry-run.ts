import { type FileLedger, openFileLedger } from '../../platform/database/file-ledger.ts';

/** The rows that a dry run would have stored so far: its entries can refer to each other, and repeat. */
export type DryRun = FileLedger;

/** Starts a dry run, of one kind or of several in a row; close it. */
export function openDryRun(): DryRun {
  return openFileLedger();
}
