import { normaliseGuid } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';

/** The GUID of a path in its stored form. Raises `NotFound` for anything else. */
export function guidOf(text: string): string {
  const guid = normaliseGuid(text);
  if (guid === undefined) throw notFound();
  return guid;
}
