import type { Stripe } from 'stripe';

/** A list in the provider's format, for the objects of one kind. */
export class Shelf<Item extends { readonly id: string }> {
  readonly #items = new Map<string, Item>();

  put(item: Item): Item {
    this.#items.set(item.id, item);
    return item;
  }

  get(id: string): Item | undefined {
    return this.#items.get(id);
  }

  /** Newest first, in the provider's order. */
  list(matches: (item: Item) => boolean = () => true): Item[] {
    return [...this.#items.values()].filter(matches).toReversed();
  }

  delete(id: string): void {
    this.#items.delete(id);
  }
}

/** A response that is repeated under its idempotency key. */
export interface KeptAnswer {
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
}

/** All data of the provider. */
export class StandInState {
  readonly sessions = new Shelf<Stripe.Checkout.Session>();
  readonly intents = new Shelf<Stripe.PaymentIntent>();
  readonly charges = new Shelf<Stripe.Charge>();
  readonly refunds = new Shelf<Stripe.Refund>();
  readonly disputes = new Shelf<Stripe.Dispute>();
  readonly warnings = new Shelf<Stripe.Radar.EarlyFraudWarning>();
  readonly events = new Shelf<Stripe.Event>();
  readonly customers = new Shelf<Stripe.Customer>();
  readonly methods = new Shelf<Stripe.PaymentMethod>();
  readonly setups = new Shelf<Stripe.SetupIntent>();
  /** The number of the card of each method. */
  readonly cardNumbers = new Map<string, string>();
  /** The sessions whose payment saves its method. */
  readonly savingSessions = new Set<string>();
  /** The tax ids of each customer, as they were sent. */
  readonly taxIds = new Map<string, readonly SentTaxId[]>();
  /** Ids that the provider refuses. */
  readonly refusedTaxIds = new Set<string>();
  readonly endpoints = new Shelf<Stripe.WebhookEndpoint>();
  readonly answers = new Map<string, KeptAnswer>();
  /** The line items of each session, as they were sent. */
  readonly lineItems = new Map<string, readonly SentItem[]>();
  readonly #now: () => Date;
  #count = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  seconds(): number {
    return Math.floor(this.#now().getTime() / 1_000);
  }

  id(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${String(this.#count).padStart(8, '0')}${Math.random().toString(36).slice(2, 10)}`;
  }
}

export interface SentItem {
  readonly name: string;
  readonly quantity: number;
  readonly unitAmount: number;
  readonly taxCode: string | undefined;
  readonly taxBehavior: string | undefined;
}

export interface SentTaxId {
  readonly type: string;
  readonly value: string;
}
