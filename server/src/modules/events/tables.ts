import type { Json } from '../../kernel/json.ts';
import type { Actor } from '../../platform/context/actor.ts';

/** Something that happened, as other systems learn it. */
export interface EventRow {
  readonly accountId: string;
  /** 1, 2, 3 … in the account, without gaps, in the order of the journal's chain. */
  readonly sequence: number;
  readonly id: string;
  /** `noun.verb`, such as `order.paid`. */
  readonly type: string;
  readonly subjectType: string;
  readonly subjectId: string;
  /** 1, 2, 3 … of the subject. */
  readonly subjectSequence: number;
  readonly actorKind: Actor['kind'];
  readonly actorId: string | null;
  /** Of an API key. */
  readonly actorName: string | null;
  /** Whom the data is about, and goes with: a customer, or an operator. @see operatorPerson */
  readonly customerId: string | null;
  readonly productIds: readonly string[];
  /** The path of the subject in the Core API. */
  readonly link: string;
  /** The subject as the Core API showed it; null if it could not, or whom it showed is deleted. */
  readonly data: Json | null;
  readonly occurredAt: Date;
}

export interface EventTables {
  events: EventRow;
  /** The last number of the account, whose subject is empty, and of each subject. */
  eventCounters: { readonly accountId: string; readonly subject: string; readonly last: number };
}
