import type { Stripe } from 'stripe';
import type { Context } from '../../../accounts/index.ts';
import { invalidEventSignature, providerUnavailable } from '../../problems.ts';
import type { EventMessage, ListedEvent, ProviderEvent, TimeSpan } from '../../provider.ts';
import { connectionOf, type Connection } from './client.ts';
import { StripeError } from './error.ts';
import { ACCOUNT_FIELD, CHARGE_FIELD, PAYMENT_FIELD } from './session-params.ts';

/** The events that the account's endpoint receives, and the part of a payment that each concerns. */
const KINDS = {
  'checkout.session.completed': 'Payment',
  'checkout.session.async_payment_succeeded': 'Payment',
  'checkout.session.async_payment_failed': 'Payment',
  'checkout.session.expired': 'Payment',
  'payment_intent.succeeded': 'Payment',
  'payment_intent.payment_failed': 'Payment',
  'payment_intent.canceled': 'Payment',
  'charge.refunded': 'Refund',
  'refund.created': 'Refund',
  'refund.updated': 'Refund',
  'refund.failed': 'Refund',
  'charge.dispute.created': 'Dispute',
  'charge.dispute.updated': 'Dispute',
  'charge.dispute.closed': 'Dispute',
  'charge.dispute.funds_withdrawn': 'Dispute',
  'charge.dispute.funds_reinstated': 'Dispute',
  'radar.early_fraud_warning.created': 'Dispute',
} as const satisfies Partial<Record<Stripe.WebhookEndpointCreateParams.EnabledEvent, ProviderEvent['kind']>>;

type EventType = keyof typeof KINDS;

/** The events that the account's endpoint must receive. */
export const EVENT_TYPES = Object.keys(KINDS).filter(isEventType);

/** The maximum age of a signature, in seconds: older messages are replays. */
const TOLERANCE_SECONDS = 300;

const PAGE = 100;
const MOST_AT_ONCE = 1_000;

/**
 * Reads a message of the provider. Raises `InvalidEventSignature`. Messages about anything but payments of this
 * account, of the other mode, or in an unknown format are irrelevant. Raises 503 `ProviderUnavailable` when the
 * provider has to be queried for the subject of a message and does not respond: it then sends the message again.
 */
export async function eventsIn(ctx: Context, message: EventMessage): Promise<readonly ProviderEvent[]> {
  const connection = await connectionOf(ctx);
  const content = await verifiedContent(ctx, connection, message);
  const event = relevantEvent(content, connection.credentials.mode === 'Live');
  if (event === undefined) return [];
  const own = await ownEvent(ctx, connection, event).catch((error: unknown) => {
    ctx.log.warn({ err: error, eventId: event.id }, 'Stripe cannot be asked what an event is about');
    throw providerUnavailable();
  });
  return own === undefined ? [] : [own];
}

/**
 * The events of this account's endpoint in a span of time, from the provider's list, oldest first. It is read in parts:
 * the provider lists the newest first, and an incomplete response would lose the oldest.
 */
export async function eventsBetween(ctx: Context, { from, to }: TimeSpan): Promise<readonly ListedEvent[]> {
  const connection = await connectionOf(ctx);
  const created = { gte: secondsOf(from), lte: secondsOf(to) };
  const events = await connection.call((stripe) =>
    stripe.events
      .list({ types: EVENT_TYPES, created, limit: PAGE })
      .autoPagingToArray({ limit: MOST_AT_ONCE }),
  );
  if (events.length === MOST_AT_ONCE && created.lte > created.gte) {
    const middle = Math.floor((created.gte + created.lte) / 2);
    const early = await eventsBetween(ctx, { from, to: new Date(middle * 1_000) });
    return [...early, ...(await eventsBetween(ctx, { from: new Date((middle + 1) * 1_000), to }))];
  }
  return events.toReversed().map((content) => ({
    id: content.id,
    read: async () => {
      const event = relevantEvent(content, connection.credentials.mode === 'Live');
      return event && (await ownEvent(ctx, connection, event));
    },
  }));
}

async function ownEvent(
  { account }: Context,
  connection: Connection,
  event: RelevantEvent,
): Promise<ProviderEvent | undefined> {
  const payment = await paymentOf(connection, event);
  if (payment === undefined || payment.accountId !== account.id) return undefined;
  const { reference, paymentId } = payment;
  return { id: event.id, kind: KINDS[event.type], reference, paymentId };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}

async function verifiedContent(
  { clock }: Context,
  { credentials }: Connection,
  { body, headers }: EventMessage,
): Promise<unknown> {
  const header = headers['stripe-signature'];
  const secret = credentials.secrets['webhookSecret'];
  if (typeof header !== 'string' || secret === undefined) throw invalidEventSignature();
  const { Stripe } = await import('stripe');
  const now = clock.now().getTime();
  if (!isSigned(Stripe.webhooks.signature, { body, header, secret, now })) throw invalidEventSignature();
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The part of the provider's library that checks signatures: it raises an error for a wrong one. */
interface SignatureCheck {
  verifyHeader(
    body: string,
    header: string,
    secret: string,
    toleranceSeconds: number,
    cryptoProvider: undefined,
    nowMs: number,
  ): boolean;
}

/** Whether a message has a valid signature; also false if the library no longer has this check. */
export function isSigned(
  check: SignatureCheck | null | undefined,
  message: { readonly body: string; readonly header: string; readonly secret: string; readonly now: number },
): boolean {
  const { body, header, secret, now } = message;
  try {
    return check?.verifyHeader(body, header, secret, TOLERANCE_SECONDS, undefined, now) === true;
  } catch {
    return false;
  }
}

interface RelevantEvent {
  readonly id: string;
  readonly type: EventType;
  readonly object: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

function relevantEvent(content: unknown, isLive: boolean): RelevantEvent | undefined {
  const { id, type, livemode, account, data } = fieldsOf(content);
  // `account` is set on events of connected accounts, which are not this one.
  if (typeof id !== 'string' || !isEventType(type) || livemode !== isLive || typeof account === 'string')
    return undefined;
  return { id, type, object: fieldsOf(fieldsOf(data)['object']) };
}

interface ForeignPayment {
  readonly reference: string;
  readonly accountId: string | undefined;
  readonly paymentId: string | null;
}

/**
 * The payment that an event is about. Refunds and disputes name a payment intent, whose session the provider finds. A
 * charge of a saved method has no session; the intents of sessions are irrelevant themselves.
 */
async function paymentOf(
  connection: Connection,
  { object }: RelevantEvent,
): Promise<ForeignPayment | undefined> {
  if (object['object'] === 'checkout.session') return ofObject(object);
  if (object['object'] === 'payment_intent') return ofCharge(object);
  const intentId = textOf(object['payment_intent']) ?? textOf(fieldsOf(object['payment_intent'])['id']);
  const query = intentId === undefined ? await intentOfCharge(connection, object) : intentId;
  if (query === undefined) return undefined;
  const { data } = await connection.call((stripe) =>
    stripe.checkout.sessions.list({ payment_intent: query, limit: 1 }),
  );
  if (data[0] !== undefined) return ofObject({ ...data[0] });
  const intent = await connection
    .call((stripe) => stripe.paymentIntents.retrieve(query))
    .catch((error: unknown) => {
      if (error instanceof StripeError && error.status === 404) return undefined;
      throw error;
    });
  return intent && ofCharge({ ...intent });
}

/** A fraud warning may name only the charge. */
async function intentOfCharge(connection: Connection, object: Fields): Promise<string | undefined> {
  const chargeId = textOf(object['charge']);
  if (chargeId === undefined) return undefined;
  const { payment_intent: intent } = await connection.call((stripe) => stripe.charges.retrieve(chargeId));
  return typeof intent === 'string' ? intent : intent?.id;
}

function ofCharge(intent: Fields): ForeignPayment | undefined {
  return CHARGE_FIELD in fieldsOf(intent['metadata']) ? ofObject(intent) : undefined;
}

function ofObject({ id, metadata }: Fields): ForeignPayment | undefined {
  const ours = fieldsOf(metadata);
  const reference = textOf(id);
  if (reference === undefined) return undefined;
  return {
    reference,
    accountId: textOf(ours[ACCOUNT_FIELD]),
    paymentId: textOf(ours[PAYMENT_FIELD]) ?? null,
  };
}

function isEventType(type: unknown): type is EventType {
  return typeof type === 'string' && Object.hasOwn(KINDS, type);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
