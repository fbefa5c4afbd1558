import type { Json } from '../../kernel/json.ts';
import type { EventRow } from './tables.ts';

/** The version of the events' form: it changes only when something that receivers rely on is removed or renamed. */
const EVENTS_API_VERSION = '2026-11-01';

/** An event as other systems receive it. */
export interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: string;
  readonly accountId: string;
  readonly sequence: number;
  readonly subject: { readonly type: string; readonly id: string; readonly sequence: number };
  readonly actor: { readonly type: string; readonly id?: string; readonly name?: string };
  /** The subject, or only its id and its link. */
  readonly data: Json;
  readonly apiVersion: string;
}

/**
 * The wire form of an event. Without `isFull`, and once whom it showed is deleted, its data are the id and the link of
 * the subject in the Core API.
 */
export function eventBody(event: EventRow, isFull: boolean): EventBody {
  const { actorKind, actorId, actorName } = event;
  return {
    id: event.id,
    type: event.type,
    occurredAt: event.occurredAt.toISOString(),
    accountId: event.accountId,
    sequence: event.sequence,
    subject: { type: event.subjectType, id: event.subjectId, sequence: event.subjectSequence },
    actor: {
      type: actorKind,
      ...(actorId !== null && { id: actorId }),
      ...(actorName !== null && { name: actorName }),
    },
    data: isFull && event.data !== null ? event.data : { id: event.subjectId, link: event.link },
    apiVersion: EVENTS_API_VERSION,
  };
}
