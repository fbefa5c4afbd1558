import { isProblem } from '@latchkey/sdk';
import type { Revised } from '../api/revised.ts';

/** The header of a change; without it, the change is always made. */
export interface RevisionHeader {
  readonly 'if-match'?: string;
}

interface Saving<Thing> {
  /** What the form began with. */
  readonly base: Revised<Thing>;
  /** Whoever saves knows that somebody else changed it, and saves nevertheless. */
  readonly isForced: boolean;
  readonly load: () => Promise<Revised<Thing>>;
  /** What the form is about, to compare. */
  readonly fieldsOf: (thing: Thing) => unknown;
  readonly send: (header: RevisionHeader) => Promise<Revised<Thing>>;
}

/**
 * Sends a change of what was read, and returns what is there then. If something else of it changed meanwhile, such as a
 * picture while somebody writes a text, the change is made nevertheless. Raises `StaleRevision` if these fields changed.
 */
export async function saveRevised<Thing>(saving: Saving<Thing>): Promise<Revised<Thing>> {
  const { base, isForced, load, fieldsOf, send } = saving;
  if (isForced) return send({});
  try {
    return await send({ 'if-match': base.etag });
  } catch (failure) {
    if (!isProblem(failure, 'StaleRevision')) throw failure;
    const current = await load();
    if (JSON.stringify(fieldsOf(current)) !== JSON.stringify(fieldsOf(base))) throw failure;
    return send({ 'if-match': current.etag });
  }
}
