import { normaliseGuid } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';

/** The GUID of a path as it is stored. What is none names nothing: raises `NotFound`. */
export function guidOf(text: string): string {
  const guid = normaliseGuid(text);
  if (guid === undefined) throw notFound();
  return guid;
}
