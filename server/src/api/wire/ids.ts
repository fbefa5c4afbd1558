import { normaliseGuid } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';

/** An id in its stored form: GUIDs match in any case; others, such as those of products, as they are. */
export function storedId(text: string): string {
  return normaliseGuid(text) ?? text;
}

/** A subject such as `license/0198e9a5-1c52-7d2e-9d0b-6f2a4c8e1b37` with its id in the stored form. */
export function storedSubject(text: string): string {
  const end = text.indexOf('/') + 1;
  return text.slice(0, end) + storedId(text.slice(end));
}

/** The GUID of a path in its stored form. Raises `NotFound` for anything else. */
export function guidOf(text: string): string {
  const guid = normaliseGuid(text);
  if (guid === undefined) throw notFound();
  return guid;
}
