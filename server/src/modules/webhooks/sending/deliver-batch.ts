import type { EventRow } from '../../events/index.ts';
import type { Delivery } from '../tables.ts';

/** Later events of a subject wait this long for an earlier one that failed. */
export const LONGEST_WAIT_MS = 60_000;

/** An event to send, and its delivery. */
export interface Item {
  readonly delivery: Delivery;
  readonly event: EventRow;
}

/** What an attempt made of a delivery, or what it is now without one. */
export interface Result {
  readonly delivery: Delivery;
  /** Absent: it was not sent. */
  readonly isSuccess?: boolean;
}

/**
 * Sends items: those of different subjects at the same time, `most` at once, those of one subject in their order. After
 * a failure, the later ones of the subject wait. Once `mayGoOn` is false, nothing more is begun: the rest is due again at
 * once. Returns every delivery as it is now, and rejects as `send` does.
 */
export async function deliverBatch(
  items: readonly Item[],
  { send, most, now, mayGoOn }: BatchOptions,
): Promise<Result[]> {
  const results: Result[] = [];
  const bySubject = Map.groupBy(items, ({ delivery }) => (delivery.isTest ? delivery.id : delivery.subject));
  const queue = bySubject.values();
  const startedAt = now();
  const attempt = async ({ delivery, event }: Item): Promise<Result> =>
    (await mayGoOn()) ? send({ delivery, event }) : { delivery: dueNow(delivery, startedAt) };
  const work = async (): Promise<void> => {
    for (const group of queue) {
      let holdsUntil: Date | undefined;
      for (const item of group) {
        const isPatient = holdsUntil !== undefined && item.delivery.holdsUntil === null;
        if (holdsUntil !== undefined && isPatient) {
          results.push({ delivery: waiting(item.delivery, holdsUntil) });
          continue;
        }
        const result = await attempt(item);
        results.push(result);
        const until = result.delivery.holdsUntil;
        if (result.isSuccess !== true && until !== null && until > now()) holdsUntil = until;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, bySubject.size) }, work));
  return results;
}

interface BatchOptions {
  readonly send: (item: Item) => Promise<Result>;
  readonly most: number;
  readonly now: () => Date;
  readonly mayGoOn: () => Promise<boolean>;
}

/** A delivery that was not sent after all. */
export function dueNow(delivery: Delivery, now: Date): Delivery {
  return { ...delivery, status: 'Pending', nextAttemptAt: now };
}

/** A delivery that waits for an earlier one of its subject. */
export function waiting(delivery: Delivery, until: Date): Delivery {
  return { ...delivery, status: 'Pending', nextAttemptAt: until, holdsUntil: until };
}

/** The moments at which holds may end: one that is further away comes from a clock that was wrong, and nobody waits for it. */
export function holdSpan(now: Date): { readonly from: Date; readonly to: Date } {
  return { from: now, to: new Date(now.getTime() + LONGEST_WAIT_MS) };
}
