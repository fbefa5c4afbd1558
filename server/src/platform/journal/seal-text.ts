import type { EventRow, JournalTables } from './tables.ts';

/**
 * The text that the seal of an event covers: every column but the seal, in a form that does not depend on the engine.
 */
export function eventText(event: Omit<EventRow, 'seal'>): string {
  return JSON.stringify([
    event.accountId,
    event.id,
    event.type,
    event.actorKind,
    event.actorId,
    event.addressGroup,
    event.requestId,
    event.subjects,
    inOneOrder(event.data),
    event.occurredAt.toISOString(),
  ]);
}

/** The text that a link of the chain covers; `seal` is that of its event, empty when the event is missing. */
export function linkText(
  { accountId, sequence, eventId }: Omit<JournalTables['journalLinks'], 'hash'>,
  previousHash: string,
  seal: string,
): string {
  return JSON.stringify([accountId, sequence, eventId, seal, previousHash]);
}

/** The text that the seal of a chain's beginning covers: the link that was removed last. */
export function anchorText(accountId: string, sequence: number, hash: string): string {
  return JSON.stringify([accountId, sequence, hash]);
}

/** PostgreSQL stores the members of an object in an order of its own. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return members.map(([name, member]) => [name, inOneOrder(member)]);
}
