import type { Selectable } from 'kysely';

/** What the body of a message contains: the whole subject, or its id and link. */
export const PAYLOADS = ['full', 'thin'] as const;
/** How a message looks. */
export const FORMS = ['standard', 'legacy', 'slack', 'discord'] as const;
/** Why an endpoint gets nothing: the vendor disabled it, it answered 410, or it failed for five days. */
export type DisabledReason = 'Manual' | 'Gone' | 'Failing';

/** Events that are sent again: those of a span of time, up to a place. */
export interface Replay {
  /** ISO-8601; the first moment, and the one behind the last. */
  readonly from: string;
  readonly to: string;
  /** Types, expanded; null: all that the endpoint gets. */
  readonly types: readonly string[] | null;
  /** The last event that was looked at, and the last of all. */
  readonly position: number;
  readonly end: number;
  /** Events that were sent so far. */
  readonly sent: number;
  readonly startedAt: string;
}

interface EndpointsTable {
  accountId: string;
  id: string;
  url: string;
  /** As entered: types, groups and `*`. */
  types: readonly string[];
  /** Only events about these products; empty: all events. */
  productIds: readonly string[];
  description: string;
  payload: (typeof PAYLOADS)[number];
  form: (typeof FORMS)[number];
  /** Whether messages also have a signature that the account's public key verifies. */
  hasPublicSignature: boolean;
  status: 'Enabled' | 'Disabled';
  disabledReason: DisabledReason | null;
  secretSealed: string;
  /** The secret before the last rotation, which signs, too, until `previousUntil`. */
  previousSealed: string | null;
  previousUntil: Date | null;
  /** The last event that was sent or became a delivery. */
  sequence: number;
  /** Counts the transactions that recorded attempts. */
  turn: number;
  replay: Replay | null;
  /** The first failure since the last success. */
  failingSince: Date | null;
  /** The number of mails about this. */
  warnings: number;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** One request to an endpoint, and its answer. */
export interface Attempt {
  /** ISO-8601. */
  readonly at: string;
  /** Where it went, and with how much of the subject: an endpoint may have changed since. */
  readonly url?: string;
  readonly payload?: (typeof PAYLOADS)[number];
  readonly durationMs: number;
  readonly statusCode?: number;
  /** Why there was no answer, as a sentence. */
  readonly error?: string;
  /** The first 2 KB. */
  readonly responseBody?: string;
}

interface DeliveriesTable {
  accountId: string;
  id: string;
  endpointId: string;
  eventId: string;
  /** 0 for a test. */
  eventSequence: number;
  type: string;
  /** The type and the id of the event's subject. */
  subject: string;
  isTest: boolean;
  status: 'Pending' | 'Delivered' | 'Failed';
  /** Attempts that failed since the delivery was made, or was last requested again. */
  failures: number;
  attempts: readonly Attempt[];
  nextAttemptAt: Date | null;
  /** Later events of the subject wait for this one until then. */
  holdsUntil: Date | null;
  createdAt: Date;
}

export interface WebhookTables {
  webhookEndpoints: EndpointsTable;
  webhookDeliveries: DeliveriesTable;
}

export type Endpoint = Selectable<EndpointsTable>;
export type Delivery = Selectable<DeliveriesTable>;
