import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { isRecord } from '../../kernel/json.ts';
import { SERVER } from '../../platform/context/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ChainedEvent, Follower } from '../../platform/journal/follow-journal.ts';
import { eventId } from '../../platform/journal/event-id.ts';
import type { System } from '../../platform/system.ts';
import { type Account, type Context, contextOf, findAccount } from '../accounts/index.ts';
import { counterOf, type NewEvent, numberEvents } from './counters.ts';
import { type EventReader, eventReader, type IsErased } from './event-reader.ts';
import { type EventType, type Happening, subjectIds } from './event-type.ts';
import { erasedPeople, isUnproven } from './people.ts';
import { eraseData, insertEvents, lockCounters, nameCustomer } from './store.ts';
import type { EventRow } from './tables.ts';

/** The topic of commits that added events for other systems. @see Database.listen */
export const NEW_EVENTS = 'new-events';

/** Subjects of entries that one transaction handles: it writes about as many events, and holds up who writes that long. */
const MOST_SUBJECTS = 200;

/** What sends events on. Both run in the transaction that writes the events. */
export interface EventHooks {
  /** Events were added. */
  readonly added: (tx: Tx, account: Account, events: readonly EventRow[]) => Promise<void>;
  /** These events lost their data, because whom they showed was deleted. */
  readonly erased: (tx: Tx, accountId: string, eventIds: readonly string[]) => Promise<void>;
}

/** What events are sent on with, and what they must not show. */
interface EventPorts extends EventHooks {
  readonly isErased: IsErased;
}

/**
 * The follower of the journal that derives the events for other systems. What an event shows is read when the follower
 * sees its entry, a moment after the commit: later changes have events of their own.
 */
export function eventsFollower(system: System, types: readonly EventType[], ports: EventPorts): Follower {
  const byEntry = new Map<string, EventType[]>();
  for (const type of types)
    for (const from of type.from) byEntry.set(from, [...(byEntry.get(from) ?? []), type]);
  return {
    name: 'events',
    take: (entries) => {
      let count = 0;
      const end = entries.findIndex(({ subjects }) => (count += subjects.length) > MOST_SUBJECTS);
      return end === -1 ? entries.length : Math.max(1, end);
    },
    prepare: async (accountId, entries) => {
      const account = await findAccount(system, accountId);
      const happenings = entries.flatMap((entry) =>
        (byEntry.get(entry.type) ?? [])
          .filter((type) => type.if?.(entry) !== false)
          .map((type) => ({ type, entry })),
      );
      const events =
        account === undefined
          ? []
          : await deriveAll(contextOf(system, account, SERVER), happenings, ports.isErased);
      const erased = entries.flatMap(erasedPeople);
      return async (tx) => {
        if (erased.length > 0) await ports.erased(tx, accountId, await eraseData(tx, accountId, erased));
        if (account !== undefined && events.length > 0)
          await ports.added(tx, account, await addEvents(tx, accountId, events));
      };
    },
  };
}

async function deriveAll(
  ctx: Context,
  happenings: readonly Happening[],
  isErased: IsErased,
): Promise<NewEvent[]> {
  if (happenings.length === 0) return [];
  const reader = await eventReader(ctx, happenings, isErased);
  const events: NewEvent[] = [];
  for (const happening of happenings)
    for (const id of happening.type.subject.ids(happening.entry)) {
      events.push(await derive(reader, happening, id));
      // SQLite answers at once: no request would be served in between.
      await yieldToOthers();
    }
  return events;
}

async function derive(
  reader: EventReader,
  { type: { type, isFirst, subject }, entry }: Happening,
  id: string,
): Promise<NewEvent> {
  const view = await reader.data(subject, id, entry);
  const customerId = await reader.person(subject, entry, view);
  const isGone = customerId !== null && (await reader.isErased(customerId));
  // That a customer was deleted shows nothing about them.
  const data = isGone && entry.type !== 'customer.erased' ? null : view;
  return {
    accountId: entry.accountId,
    id: eventId(entry.occurredAt),
    type,
    subjectType: subject.type,
    subjectId: id,
    actorKind: entry.actorKind,
    actorId: entry.actorId,
    actorName: await reader.actorName(entry),
    customerId,
    productIds: productsOf(entry, view),
    link: subject.path(id, entry),
    data,
    occurredAt: entry.occurredAt,
    isFirst: isFirst === true,
  };
}

/** The products that an entry names, and those of the items of an order. */
function productsOf(entry: ChainedEvent, data: EventRow['data']): string[] {
  const items: unknown = data?.['items'];
  const ofItems = Array.isArray(items) ? items.flatMap(productIdsOfLine) : [];
  return [...new Set([...subjectIds(entry, 'product'), ...productIdsIn(data), ...ofItems])];
}

/** A line is a product, or a bundle with its products. */
function productIdsOfLine(line: unknown): string[] {
  const bundle = isRecord(line) && isRecord(line['bundle']) ? line['bundle']['products'] : [];
  const products = Array.isArray(bundle) ? bundle : [];
  const ofBundle = products.flatMap((item: unknown) =>
    isRecord(item) && typeof item['id'] === 'string' ? [item['id']] : [],
  );
  return [...productIdsIn(line), ...ofBundle];
}

function productIdsIn(value: unknown): string[] {
  return isRecord(value) && typeof value['productId'] === 'string' ? [value['productId']] : [];
}

async function addEvents(tx: Tx, accountId: string, events: readonly NewEvent[]): Promise<EventRow[]> {
  const subjects = [...new Set(events.map(counterOf))];
  const numbered = numberEvents(events, await lockCounters(tx, accountId, subjects));
  if (numbered.events.length > 0) await insertEvents(tx, numbered.events, numbered.counters);
  // A buyer without an account becomes a customer with the purchase, after its first events.
  for (const { subjectType, subjectId, customerId } of numbered.events)
    if (isUnproven(customerId)) await nameCustomer(tx, { accountId, subjectType, subjectId, customerId });
  tx.changed.add(NEW_EVENTS);
  return numbered.events;
}
