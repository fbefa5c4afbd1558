import { staleRevision } from './problems.ts';

/** What every row of the catalogue says of its own changes. */
export interface Revised {
  readonly revision: number;
  readonly updatedAt: Date;
}

/** Raises `StaleRevision` when the caller has seen another revision than the one there is now. */
export function checkRevision(row: Revised, expected: number | undefined): void {
  if (expected !== undefined && expected !== row.revision) {
    throw staleRevision({ detail: `It is now at revision ${row.revision}. Read it again.` });
  }
}

/** The row with the changes, as its next revision. Fields that are `undefined` stay as they are. */
export function revised<Row extends Revised>(row: Row, changes: Changes<NoInfer<Row>>, now: Date): Row {
  const present = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return { ...row, ...present, revision: row.revision + 1, updatedAt: now };
}

/** Some fields of a row; `undefined` means that the field stays. */
export type Changes<Row> = { readonly [Name in keyof Row]?: Row[Name] | undefined };
