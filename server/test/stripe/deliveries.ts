import { createHmac } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { StandInState } from './state.ts';

/** A message as the provider sends it to an endpoint. */
export interface SignedMessage {
  readonly url: string;
  readonly body: string;
  readonly headers: { readonly 'stripe-signature': string; readonly 'content-type': string };
}

type Reported = Extract<
  Stripe.Event,
  {
    type:
      | 'checkout.session.completed'
      | 'checkout.session.expired'
      | 'checkout.session.async_payment_succeeded'
      | 'checkout.session.async_payment_failed'
      | 'payment_intent.succeeded'
      | 'payment_intent.payment_failed'
      | 'payment_intent.canceled'
      | 'charge.refunded'
      | 'refund.created'
      | 'refund.updated'
      | 'refund.failed'
      | 'charge.dispute.created'
      | 'charge.dispute.updated'
      | 'charge.dispute.closed'
      | 'charge.dispute.funds_withdrawn'
      | 'charge.dispute.funds_reinstated'
      | 'radar.early_fraud_warning.created';
  }
>;
type ObjectOf<Type extends Reported['type']> = Extract<Reported, { type: Type }>['data']['object'];

/** The events of the provider: a test takes them, or they are sent to their endpoints. */
export class Deliveries {
  /** Oldest first. */
  readonly events: Stripe.Event[] = [];
  /** Whether events are sent to their endpoints automatically, each twice. */
  sendsAtOnce = false;
  readonly #state: StandInState;
  #taken = 0;

  constructor(state: StandInState) {
    this.#state = state;
  }

  report<Type extends Reported['type']>(type: Type, object: ObjectOf<Type>): void {
    const livemode = 'livemode' in object ? object.livemode : false;
    const base = {
      id: this.#state.id('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.#state.seconds(),
      livemode,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
    } satisfies Omit<Stripe.EventBase, 'type' | 'data'>;
    const event: object = { ...base, type, data: { object } };
    if (!isEvent(event)) throw new Error('this is no event');
    this.events.push(this.#state.events.put(event));
    if (this.sendsAtOnce) for (const message of repeated(this.take())) void this.send(message);
  }

  /** The messages of all events since the last call: held back until then. */
  take(): SignedMessage[] {
    const news = this.events.slice(this.#taken);
    this.#taken = this.events.length;
    return news.flatMap((event) => this.messagesOf(event));
  }

  /** The messages of an event, one for each endpoint that is subscribed to it. */
  messagesOf(event: Stripe.Event): SignedMessage[] {
    return this.#state.endpoints
      .list(
        ({ enabled_events: types, livemode }) => types.includes(event.type) && livemode === event.livemode,
      )
      .map((endpoint) => this.sign(JSON.stringify(event, undefined, 2), endpoint));
  }

  /** A text, signed for an endpoint now or `ageSeconds` ago. */
  sign(
    body: string,
    endpoint: Pick<Stripe.WebhookEndpoint, 'url' | 'secret'>,
    ageSeconds = 0,
  ): SignedMessage {
    const time = this.#state.seconds() - ageSeconds;
    const signature = createHmac('sha256', endpoint.secret ?? '')
      .update(`${time}.${body}`)
      .digest('hex');
    return {
      url: endpoint.url,
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${time},v1=${signature},v0=${signature.toUpperCase()}`,
      },
    };
  }

  /** Sends a message over the network. */
  async send({ url, body, headers }: SignedMessage): Promise<number> {
    const response = await fetch(url, { method: 'POST', body, headers });
    return response.status;
  }
}

/** Each message twice, the newest first: providers promise neither an order nor that an event comes once. */
export function repeated(messages: readonly SignedMessage[]): SignedMessage[] {
  return [...messages.toReversed(), ...messages];
}

/** The compiler has checked the parts; together they are one of the union. */
function isEvent(value: object): value is Stripe.Event {
  return 'object' in value && value.object === 'event';
}
