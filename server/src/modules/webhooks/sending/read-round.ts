import { readContext } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { type EventRow, findEvents, listEvents } from '../../events/index.ts';
import { holdSpan, type Item, waiting } from './deliver-batch.ts';
import { isFor, isType } from '../matches.ts';
import { deliveriesOfEvents, dueDeliveries, holdsAbout } from '../store/deliveries.ts';
import { findEndpoint } from '../store/endpoints.ts';
import type { Delivery, Endpoint, Replay } from '../tables.ts';

const PAGE = 100;

/** What is sent to an endpoint at a time. */
export interface Round {
  readonly endpoint: Endpoint;
  /** In the order of the events. */
  readonly items: readonly Item[];
  /** Deliveries that change without an attempt. */
  readonly others: readonly Delivery[];
  /** The last event that the round has looked at. */
  readonly sequence: number;
  /** The replay behind this round; null when it is finished. */
  readonly replay: Replay | null;
}

/** An event of a test: it exists only in its delivery. */
export type TestEvent = (delivery: Delivery) => EventRow | undefined;

/** Reads what is to be sent to an endpoint now; `undefined` when that is nothing, or the endpoint is gone. */
export async function readRound(ctx: Context, id: string, testEvent: TestEvent): Promise<Round | undefined> {
  const reader = readContext(ctx);
  const endpoint = await findEndpoint(reader, ctx.account.id, id);
  if (endpoint === undefined) return undefined;
  const now = ctx.clock.now();
  const due = await dueDeliveries(reader, endpoint, { now, limit: PAGE });
  const isEnabled = endpoint.status === 'Enabled';
  // Later events are not read before all earlier ones, so that they do not overtake them.
  const hasRoom = isEnabled && due.length < PAGE;
  const fresh = hasRoom ? await listEvents(ctx, { after: endpoint.sequence, limit: PAGE }) : [];
  const replay = hasRoom ? endpoint.replay : null;
  const again = replay === null ? [] : await replayedEvents(ctx, replay);
  if (due.length === 0 && fresh.length === 0 && replay === null) return undefined;
  const dueItems = await itemsOf(
    ctx,
    due.filter(({ isTest }) => isEnabled || isTest),
    testEvent,
  );
  const ofReplay = again.filter(
    (event) => replay !== null && isFor(endpoint, event) && isOfReplay(event, replay),
  );
  const current = await newItems(ctx, endpoint, {
    fresh: fresh.filter((event) => isFor(endpoint, event)),
    again: ofReplay,
  });
  const { items, patient } = await splitByHolds(ctx, endpoint, current);
  return {
    endpoint,
    items: [...dueItems.items, ...items],
    others: [...dueItems.ends, ...patient],
    sequence: fresh.at(-1)?.sequence ?? endpoint.sequence,
    replay: replay === null ? endpoint.replay : behind(replay, again, ofReplay.length),
  };
}

/** Those that can be sent, and those that wait for earlier ones of their subject. */
async function splitByHolds(
  ctx: Context,
  endpoint: Endpoint,
  current: readonly Item[],
): Promise<{ readonly items: Item[]; readonly patient: Delivery[] }> {
  const subjects = [...new Set(current.map(({ delivery }) => delivery.subject))];
  if (subjects.length === 0) return { items: [], patient: [] };
  const holds = await holdsAbout(readContext(ctx), endpoint, subjects, holdSpan(ctx.clock.now()));
  const items: Item[] = [];
  const patient: Delivery[] = [];
  for (const item of current) {
    const hold = holds.get(item.delivery.subject);
    if (hold === undefined || hold.firstSequence >= item.delivery.eventSequence) items.push(item);
    else patient.push(waiting(item.delivery, hold.until));
  }
  return { items, patient };
}

function replayedEvents(ctx: Context, { position, end, from, to }: Replay): Promise<EventRow[]> {
  const span = { from: new Date(from), to: new Date(to) };
  return listEvents(ctx, { after: position, upTo: end, span, limit: PAGE });
}

function isOfReplay({ type }: EventRow, { types }: Replay): boolean {
  return types === null || isType(type, types);
}

/** The replay after these events; null when they were the last. */
function behind(replay: Replay, events: readonly EventRow[], count: number): Replay | null {
  const last = events.at(-1);
  if (last === undefined || events.length < PAGE) return null;
  return { ...replay, position: last.sequence, sent: replay.sent + count };
}

/** Deliveries with their events; those whose events are no longer kept have failed. */
async function itemsOf(
  ctx: Context,
  due: readonly Delivery[],
  testEvent: TestEvent,
): Promise<{ readonly items: Item[]; readonly ends: Delivery[] }> {
  const ids = due.flatMap(({ isTest, eventId }) => (isTest ? [] : [eventId]));
  const events = new Map(
    (ids.length > 0 ? await findEvents(ctx, ids) : []).map((event) => [event.id, event]),
  );
  const items: Item[] = [];
  const ends: Delivery[] = [];
  for (const delivery of due) {
    const event = delivery.isTest ? testEvent(delivery) : events.get(delivery.eventId);
    if (event === undefined)
      ends.push({ ...delivery, status: 'Failed', nextAttemptAt: null, holdsUntil: null });
    else items.push({ delivery, event });
  }
  return { items, ends };
}

/** New deliveries of events, and those of replayed ones, made anew. Events that already have one are not sent twice. */
async function newItems(
  ctx: Context,
  endpoint: Endpoint,
  { fresh, again }: { readonly fresh: readonly EventRow[]; readonly again: readonly EventRow[] },
): Promise<Item[]> {
  const events = new Map([...again, ...fresh].map((event) => [event.id, event]));
  if (events.size === 0) return [];
  const rows = await deliveriesOfEvents(readContext(ctx), endpoint, [...events.keys()]);
  const byEvent = new Map(rows.map((delivery) => [delivery.eventId, delivery]));
  const replayed = new Set(again.map(({ id }) => id));
  const items = [...events.values()].flatMap((event): Item[] => {
    const delivery = byEvent.get(event.id);
    if (delivery === undefined) return [{ event, delivery: newDelivery(ctx, endpoint, event) }];
    if (delivery.status === 'Pending' || !replayed.has(event.id)) return [];
    return [{ event, delivery: { ...delivery, failures: 0, holdsUntil: null } }];
  });
  return items.toSorted((one, other) => one.event.sequence - other.event.sequence);
}

function newDelivery({ ids, clock }: Context, endpoint: Endpoint, event: EventRow): Delivery {
  return {
    accountId: endpoint.accountId,
    id: ids.guid(),
    endpointId: endpoint.id,
    eventId: event.id,
    eventSequence: event.sequence,
    type: event.type,
    subject: `${event.subjectType}/${event.subjectId}`,
    isTest: false,
    status: 'Pending',
    failures: 0,
    attempts: [],
    nextAttemptAt: null,
    holdsUntil: null,
    createdAt: clock.now(),
  };
}
