import type { CommandTxOf } from '../context/context.ts';
import { eventId } from './event-id.ts';
import { eventText } from './seal-text.ts';
import type { JournalData } from './tables.ts';

/** Something that happened. Each module declares its own as a union in its `events.ts`. */
export interface JournalEvent {
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
  tx.journal.push({ ...row, seal: tx.vault.sign('journal-event', eventText(row)) });
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
