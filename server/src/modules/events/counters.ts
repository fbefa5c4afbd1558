import type { EventRow, EventTables } from './tables.ts';

/** The subject of the counter of a whole account. */
export const ALL = '';

/** An event without its numbers. */
export type NewEvent = Omit<EventRow, 'sequence' | 'subjectSequence'> & {
  /** Happens only as the first event of its subject. */
  readonly isFirst: boolean;
};

/** The subject of an event, as counters name it. */
export function counterOf({ subjectType, subjectId }: Pick<EventRow, 'subjectType' | 'subjectId'>): string {
  return `${subjectType}/${subjectId}`;
}

/**
 * Gives events their numbers, in their order, after the last numbers of the account and of their subjects. Events that
 * would have to be the first of their subject, and are not, are left out. Returns the counters that moved.
 */
export function numberEvents(
  events: readonly NewEvent[],
  last: ReadonlyMap<string, number>,
): { readonly events: EventRow[]; readonly counters: EventTables['eventCounters'][] } {
  const counts = new Map<string, number>();
  const countOf = (subject: string) => counts.get(subject) ?? last.get(subject) ?? 0;
  const next = (subject: string): number => {
    const count = countOf(subject) + 1;
    counts.set(subject, count);
    return count;
  };
  const rows = events.flatMap(({ isFirst, ...event }) => {
    const subject = counterOf(event);
    if (isFirst && countOf(subject) > 0) return [];
    return [{ ...event, sequence: next(ALL), subjectSequence: next(subject) }];
  });
  const accountId = events[0]?.accountId ?? '';
  return {
    events: rows,
    counters: [...counts].map(([subject, count]) => ({ accountId, subject, last: count })),
  };
}
