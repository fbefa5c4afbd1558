import { defineProblem } from './problem.ts';

/** 412: the resource was changed since the caller read it (`If-Match`). */
export const staleRevision = defineProblem({
  status: 412,
  errorType: 'StaleRevision',
  title: 'It has changed since it was read',
});

/** Change tracking of a row. */
export interface Revised {
  readonly revision: number;
  readonly updatedAt: Date;
}

/** Raises `StaleRevision` when the caller has seen another revision than the current one. */
export function checkRevision(row: Pick<Revised, 'revision'>, expected: number | undefined): void {
  if (expected !== undefined && expected !== row.revision) {
    throw staleRevision({ detail: `It is now at revision ${row.revision}. Read it again.` });
  }
}

/** The row with the changes, as its next revision. Fields that are `undefined` stay unchanged. */
export function revised<Row extends Revised>(row: Row, changes: Changes<NoInfer<Row>>, now: Date): Row {
  return { ...row, ...presentFields(changes), revision: row.revision + 1, updatedAt: now };
}

/** The fields of a change that are not `undefined`. */
function presentFields<Row>(changes: Changes<Row>): object {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** Some fields of a row; `undefined` means that the field stays. */
export type Changes<Row> = { readonly [Name in keyof Row]?: Row[Name] | undefined };
