import { invalidInput } from '../../kernel/problem.ts';

/** Messages by field path. */
export type Issues = Record<string, string[]>;

/** Leaves out fields that have no messages, and raises 400 naming every issue when any has. */
export function refuseIssues(issues: Issues): void {
  const found = Object.entries(issues).filter(([, messages]) => messages.length > 0);
  if (found.length > 0) throw invalidInput({ errors: Object.fromEntries(found) });
}
