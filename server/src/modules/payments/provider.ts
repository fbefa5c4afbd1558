import type { IncomingHttpHeaders } from 'node:http';
import type { AccountContext, Context } from '../accounts/index.ts';
import type { PaymentState } from './domain/payment-state.ts';

/**
 * Port to a payment provider. An adapter is one folder of `providers/`; nothing outside it names it. All of its calls
 * run outside transactions. A rejected call does not affect the payment: it stays as it is, and the call is repeated.
 */
export interface PaymentProvider {
  /** As accounts name it in their settings, and payments in their rows: lower case, never changed. */
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Whether it accepts payments of this account now. */
  isReady(ctx: AccountContext): boolean;
  /**
   * Starts a payment. Called again for the same payment, with the same `idempotencyKey` and instruction, if the result
   * of the first call was lost: it then returns the same result, and creates no second payment.
   */
  start(ctx: Context, payment: PaymentStart): Promise<StartAnswer>;
  /** The provider's current state of the payment. This is the one source of truth: events only trigger a fetch. */
  fetch(ctx: Context, reference: string): Promise<PaymentState>;
  /** Cancels an abandoned payment, so that it cannot be paid any more; one that has ended stays as it is. */
  cancel(ctx: Context, reference: string): Promise<void>;
  /**
   * Reads a message that was sent to the account's address for events. Raises 400 `InvalidEventSignature` when the
   * provider did not send it. Returns nothing for irrelevant kinds.
   */
  verifyEvent(ctx: Context, message: EventMessage): Promise<readonly ProviderEvent[]>;
  /** Gives money back; repeated under the same key, once. */
  refund(ctx: Context, refund: RefundRequest): Promise<RefundAnswer>;
}

/** Differences between providers that callers need to know. */
export interface Capabilities {
  /** It sells in its own name: taxes, their rates, and disputes are its own. */
  readonly merchantOfRecord: boolean;
  /** The party that charges the next period of a subscription. */
  readonly renewals: 'Provider' | 'Latchkey';
  /** Whether a refund is final when it is accepted, or waits for an approval. */
  readonly refunds: 'Instant' | 'Approval';
  readonly invoices: 'Latchkey' | 'Provider';
  /** Whether its form can be embedded in the checkout page. */
  readonly embedded: boolean;
  /** Whether a means of payment can be charged again later without its owner. */
  readonly savesMethods: boolean;
  /** The time, in milliseconds, after which to ask about a payment without a report. */
  readonly silenceMs: number;
}

/** The data about a payment that a provider receives. It is stored with the payment and repeated exactly. */
export interface PaymentOrder {
  /** The items the buyer sees there; the amounts add up to the amount due, in minor units. */
  readonly items: readonly { readonly title: string; readonly quantity: number; readonly dueMinor: number }[];
  readonly payer: { readonly name: string; readonly email: string };
  /** The page to which the buyer returns, regardless of the payment's outcome. */
  readonly returnUrl: string;
  /** The checkout's input for the provider: fields that its adapter declares and checks. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** A payment that is to be started. */
export interface PaymentStart extends PaymentOrder {
  readonly paymentId: string;
  /** Made from the id of the payment: the same for every try. */
  readonly idempotencyKey: string;
  /** Minor units of `currency`, more than 0. */
  readonly amountMinor: number;
  readonly currency: string;
  /** When the payment was opened: the same for every try. */
  readonly openedAt: Date;
}

/** The buyer's next step, and its place. */
export type Continuation =
  | { readonly kind: 'Redirect'; readonly url: string }
  /** Parameters for the provider's script in the page. */
  | { readonly kind: 'Embedded'; readonly parameters: Readonly<Record<string, string>> };

export type StartAnswer =
  | {
      readonly kind: 'Started';
      /** The provider's own name for the payment. */
      readonly reference: string;
      /** Null when the buyer has nothing to do: the provider can be queried at once. */
      readonly continuation: Continuation | null;
      /** The time at which the provider stops waiting for the buyer; null when it sets none. */
      readonly expiresAt: Date | null;
    }
  /** It will not accept this payment: no money can come. The reason is a sentence for the buyer. */
  | { readonly kind: 'Refused'; readonly reason: string };

/** A message as it arrived: signatures cover the exact bytes. */
export interface EventMessage {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** Says that something happened at the provider; the provider is then queried for the details. */
export interface ProviderEvent {
  /** The provider's name for the event: repetitions carry the same. */
  readonly id: string;
  /** The changed part of the payment. Refunds and disputes at the provider are reported only this way. */
  readonly kind: 'Payment' | 'Refund' | 'Dispute';
  /** The provider's name for the payment, … */
  readonly reference: string;
  /** … and ours, if the provider has it: it identifies the payment even if we never learned the reference. */
  readonly paymentId: string | null;
}

export interface RefundRequest {
  /** The provider's name for the payment. */
  readonly reference: string;
  readonly idempotencyKey: string;
  /** Minor units of `currency`, at most the rest of the payment. */
  readonly amountMinor: number;
  readonly currency: string;
}

export interface RefundAnswer {
  /** The provider's name for the refund. */
  readonly reference: string;
  /** `Pending` while a bank's or a person's approval is outstanding. */
  readonly status: 'Succeeded' | 'Pending' | 'Failed';
}
