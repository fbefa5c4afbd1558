import { isRecord } from '../../kernel/json.ts';
import { Problem } from '../../kernel/problem.ts';
import { SERVER } from '../../platform/context/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { databaseFailure } from '../../platform/database/errors.ts';
import type { ChainedEvent, Follower } from '../../platform/journal/follow-journal.ts';
import { eventId } from '../../platform/journal/event-id.ts';
import type { System } from '../../platform/system.ts';
import { type Account, type Context, contextOf, findAccount, listApiKeys } from '../accounts/index.ts';
import { counterOf, type NewEvent, numberEvents } from './counters.ts';
import { type EventType, jsonOf, type Resource, subjectIds } from './event-type.ts';
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
  /** Whether a customer was deleted: nothing shows them any more. */
  readonly isErased: (ctx: Context, customerId: string) => Promise<boolean>;
}

/** How events name the customer of an address that nobody has proven: the buyer need not be that customer. */
const UNPROVEN = 'unproven/';

/** The customer with whom an event loses its data, if that customer is deleted together with the address. */
export function unprovenBuyer(customerId: string): string {
  return `${UNPROVEN}${customerId}`;
}

/** How events name an operator, with whom they lose their data as with a customer. */
export function operatorPerson(operatorId: string): string {
  return `operator/${operatorId}`;
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
      const ctx = account && contextOf(system, account, SERVER);
      const events: NewEvent[] = [];
      if (ctx !== undefined)
        for (const entry of entries)
          for (const type of byEntry.get(entry.type) ?? [])
            if (type.if?.(entry) !== false) events.push(...(await derive(ctx, type, entry, ports)));
      const erased = entries.flatMap(erasedPeople);
      return async (tx) => {
        if (erased.length > 0) await ports.erased(tx, accountId, await eraseData(tx, accountId, erased));
        if (account !== undefined && events.length > 0)
          await ports.added(tx, account, await addEvents(tx, accountId, events));
      };
    },
  };
}

async function derive(
  ctx: Context,
  { type, isFirst, subject }: EventType,
  entry: ChainedEvent,
  { isErased }: EventPorts,
): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  const actorName = await nameOf(ctx, entry);
  for (const id of subject.ids(entry)) {
    const view = await dataOf(ctx, subject, id, entry);
    const customerId = await customerOf(ctx, subject, entry, view);
    const isGone = customerId !== null && (await isErased(ctx, customerId.replace(UNPROVEN, '')));
    // That a customer was deleted shows nothing about them.
    const data = isGone && entry.type !== 'customer.erased' ? null : view;
    events.push({
      accountId: entry.accountId,
      id: eventId(entry.occurredAt),
      type,
      subjectType: subject.type,
      subjectId: id,
      actorKind: entry.actorKind,
      actorId: entry.actorId,
      actorName,
      customerId,
      productIds: productsOf(entry, view),
      link: subject.path(id, entry),
      data,
      occurredAt: entry.occurredAt,
      isFirst: isFirst === true,
    });
  }
  return events;
}

/** The customers and operators that events must not show any more after an entry, as events name them. */
function erasedPeople(entry: ChainedEvent): string[] {
  if (entry.type === 'operator.removed') return subjectIds(entry, 'operator').map(operatorPerson);
  if (entry.type !== 'customer.erased') return [];
  const ids = subjectIds(entry, 'customer');
  return entry.data['keepsAddress'] === true ? ids : [...ids, ...ids.map(unprovenBuyer)];
}

/** What the subject shows; null if it is gone. */
async function dataOf(
  ctx: Context,
  { type, show }: Resource,
  id: string,
  entry: ChainedEvent,
): Promise<EventRow['data']> {
  const answer = await readIfAny(ctx, { type, entry }, () => show(ctx, id, entry));
  return answer === undefined ? null : jsonOf(answer);
}

/** The customer with whom the event loses its data; null if it shows nobody. */
async function customerOf(
  ctx: Context,
  { type, customer }: Resource,
  entry: ChainedEvent,
  data: EventRow['data'],
): Promise<string | null> {
  const id = data?.['customerId'] ?? data?.['ownerId'] ?? subjectIds(entry, 'customer').at(-1);
  if (typeof id === 'string') return id;
  if (customer === undefined) return null;
  return (await readIfAny(ctx, { type, entry }, () => customer(ctx, entry))) ?? null;
}

/** `undefined` if there is no such thing. A defect here must not hold up every later event of the account. */
async function readIfAny<Result>(
  ctx: Context,
  { type, entry }: { readonly type: string; readonly entry: ChainedEvent },
  read: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await read();
  } catch (err) {
    if (err instanceof Problem && err.status === 404) return undefined;
    if (databaseFailure(err) === 'unavailable') throw err;
    ctx.log.error({ err, entryId: entry.id }, `an event has no data: its ${type} cannot be shown`);
    return undefined;
  }
}

/** Of an API key: people are named by id alone. */
async function nameOf(ctx: Context, { actorKind, actorId }: ChainedEvent): Promise<string | null> {
  if (actorKind !== 'ApiKey' || actorId === null) return null;
  const keys = await listApiKeys(ctx);
  return keys.find(({ id }) => id === actorId)?.name ?? null;
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
    if (customerId?.startsWith(UNPROVEN) === true)
      await nameCustomer(tx, { accountId, subjectType, subjectId, customerId });
  tx.changed.add(NEW_EVENTS);
  return numbered.events;
}
