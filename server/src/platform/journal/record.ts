import type { CommandTxOf } from '../context/context.ts';
import type { Tx } from '../database/database.ts';
import { eventId } from './event-id.ts';
import { eventText } from './seal-text.ts';
import { insertEvents } from './store.ts';
import type { EventRow, JournalData } from './tables.ts';

/** Something that happened. Each module declares its own as a union in its `events.ts`. */
interface JournalEvent {
  /** `subject.happened`, such as `license.granted`. */
  readonly type: string;
  /** Ids of the event's subjects, by kind; several of a kind are a list, and null or absent ones do not count. */
  readonly subjects: Readonly<Record<string, string | readonly string[] | null | undefined>>;
  /**
   * The details of the event, with the values before and after a change. Events cannot be changed: no secrets, and only
   * ids in place of personal data that must be erasable.
   */
  readonly data: JournalData;
}

/**
 * Records that something happened, in the transaction in which it does: both are committed or neither. All events of a
 * transaction are written at its end.
 */
export function record(tx: CommandTxOf<{ readonly id: string }>, event: JournalEvent): void {
  const occurredAt = tx.clock.now();
  const row = {
    accountId: tx.account.id,
    id: eventId(occurredAt),
    type: event.type,
    actorKind: tx.actor.kind,
    actorId: 'id' in tx.actor ? tx.actor.id : null,
    addressGroup: networkOf(tx.addressGroup?.()),
    requestId: tx.requestId ?? null,
    subjects: subjectsOf(event),
    // As it will be read: without undefined members, moments as texts.
    data: toJson(event.data),
    occurredAt,
  };
  eventsOf(tx).push({ ...row, seal: tx.vault.sign('journal-event', eventText(row)) });
}

/** The topic of commits with events. @see Database.listen */
export const EVENTS = 'events';

/** Of open transactions. The contexts of a transaction are several objects, which share the set of its changes. */
const events = new WeakMap<Tx['changed'], EventRow[]>();

function eventsOf({ changed, beforeCommit }: Tx): EventRow[] {
  const current = events.get(changed);
  if (current !== undefined) return current;
  const rows: EventRow[] = [];
  events.set(changed, rows);
  changed.add(EVENTS);
  beforeCommit((tx) => insertEvents(tx, rows));
  return rows;
}

/** Only the network of an address: data that cannot be erased must not identify a person. */
function networkOf(addressGroup: string | undefined): string | null {
  if (addressGroup === undefined) return null;
  const [, network] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(addressGroup) ?? [];
  return network === undefined ? addressGroup : `${network}.0/24`;
}

/** A subject as events and filters write it. */
export function subjectText(kind: string, id: string): string {
  return `${kind}/${id}`;
}

function subjectsOf({ subjects }: JournalEvent): string[] {
  const texts = Object.entries(subjects).flatMap(([kind, ids]) =>
    [ids ?? []].flat().map((id) => subjectText(kind, id)),
  );
  return [...new Set(texts)];
}

function toJson(data: JournalData): JournalData {
  const json: unknown = JSON.parse(JSON.stringify(data));
  if (typeof json !== 'object' || json === null) throw new TypeError('the data of an event is an object');
  return { ...json };
}
