import type { Actor } from '../context/actor.ts';

/** Stored JSON: a reader gets exactly the recorded data. */
export type JournalData = Readonly<Record<string, unknown>>;

/** A recorded event. Rows are added and, after the retention time, removed. */
export interface EventRow {
  readonly accountId: string;
  /** A UUIDv7 of `occurredAt`, so that the order of ids is the order of time. @see event-id.ts */
  readonly id: string;
  /** As the module that records it names it, such as `license.granted`. */
  readonly type: string;
  readonly actorKind: Actor['kind'];
  readonly actorId: string | null;
  /** The group of addresses that the request came from. */
  readonly addressGroup: string | null;
  readonly requestId: string | null;
  /** The subjects of the event: `license/…`, `customer/…`. */
  readonly subjects: readonly string[];
  readonly data: JournalData;
  readonly occurredAt: Date;
  /** Vouches for all of the row. @see seal-text.ts */
  readonly seal: string;
}

export interface JournalTables {
  journalEvents: EventRow;
  /** Leads from a subject to its events. */
  journalSubjects: { readonly accountId: string; readonly subject: string; readonly eventId: string };
  /** Events that have no place in the chain yet. */
  journalUnchained: { readonly accountId: string; readonly eventId: string };
  /** The place of each event in the chain of its account. */
  journalLinks: {
    readonly accountId: string;
    /** 1, 2, 3 … in the order in which events were chained. */
    readonly sequence: number;
    readonly eventId: string;
    /** Vouches for this event, this place and everything before. */
    readonly hash: string;
  };
  /** The place up to which a follower has seen the events of an account. */
  journalCursors: { readonly accountId: string; readonly follower: string; readonly sequence: number };
  /** The first and the last link of an account's chain. */
  journalChains: {
    readonly accountId: string;
    readonly headSequence: number;
    readonly headHash: string;
    /** The last event that was removed by retention; 0 and an empty hash when there is none. */
    readonly anchorSequence: number;
    readonly anchorHash: string;
    /** Vouches for this beginning; null when the chain begins with its first event. */
    readonly anchorSeal: string | null;
  };
}
