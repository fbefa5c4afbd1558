import { isRecord, type Json } from '../../kernel/json.ts';
import type { ChainedEvent } from '../../platform/journal/follow-journal.ts';
import type { EventRow as JournalEntry } from '../../platform/journal/tables.ts';
import type { ApiScope, Context } from '../accounts/index.ts';

/** One kind of event: the entries of the journal that it follows from, and the subject that it shows. */
export interface EventType {
  /** `noun.verb` in the past, such as `order.paid`. */
  readonly type: string;
  /** When it happens: a sentence for the guide. */
  readonly when: string;
  /** Types of the journal that it follows from. */
  readonly from: readonly string[];
  /** Whether it follows from this entry. Default: from every one of these types. */
  readonly if?: (entry: JournalEntry) => boolean;
  /** Happens only as the first event of its subject. */
  readonly isFirst?: true;
  /** What the event is about; an entry can name several, which are an event each. */
  readonly subject: Resource;
}

/** An event that follows from an entry of the journal. */
export interface Happening {
  readonly type: EventType;
  readonly entry: ChainedEvent;
}

/** A kind of subject: what the Core API shows of it. */
export interface Resource {
  /** The `type` of the subject in events. */
  readonly type: string;
  /** The ids of the subjects that an entry of the journal names. */
  readonly ids: (entry: JournalEntry) => readonly string[];
  /** The path of a subject in the Core API. */
  readonly path: (id: string, entry: JournalEntry) => string;
  /** The scope that an API key needs to see the data. */
  readonly scope: ApiScope;
  /** The subject as the Core API shows it now; `undefined` if it is gone. */
  readonly show: (ctx: Context, id: string, entry: JournalEntry) => Promise<object | undefined>;
  /** As `show`, for many at once, by their ids: where a sale or an import leads to thousands of events. */
  readonly showMany?: (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, object>>;
  /** Whom it shows, where neither it nor the entry names the customer: with them, the event loses its data. */
  readonly customer?: (ctx: Context, entry: JournalEntry) => Promise<string | undefined>;
}

/** The ids of one kind among the subjects of an entry of the journal. */
export function subjectIds({ subjects }: JournalEntry, kind: string): string[] {
  const prefix = `${kind}/`;
  return subjects.flatMap((text) => (text.startsWith(prefix) ? [text.slice(prefix.length)] : []));
}

/** Data as JSON: without undefined members. */
export function jsonOf(data: object): Json {
  const json: unknown = JSON.parse(JSON.stringify(data));
  return isRecord(json) ? json : {};
}
