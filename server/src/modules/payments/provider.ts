import type { IncomingHttpHeaders } from 'node:http';
import type { Context, QueryContext } from '../accounts/index.ts';
import type { ProviderConnection } from './provider-connection.ts';
import type { PaymentState } from './domain/payment-state.ts';
import type { DisputeStatus, RefundStatus } from './domain/refund-state.ts';

/**
 * Port to a payment provider. An adapter is one folder of `providers/`; nothing outside it names it. All of its calls
 * run outside transactions. A rejected call does not affect the payment: it stays as it is, and the call is repeated. A
 * rejection with a `ProviderFailure` tells whether that helps.
 */
export interface PaymentProvider {
  /** As accounts name it in their settings, and payments in their rows: lower case, never changed. */
  readonly name: string;
  /** Of an account: they may depend on how it is connected. */
  capabilities(ctx: QueryContext): Promise<Capabilities>;
  /** Only of a provider that moves no money: the field of the checkout's input that says how a payment ends. */
  readonly testInput?: { readonly field: string; readonly outcomes: readonly string[] };
  /** How accounts connect to it; absent where nothing has to be connected. */
  readonly connection?: ProviderConnection;
  /** Whether it accepts payments of this account now. */
  isReady(ctx: QueryContext): Promise<boolean>;
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
  /**
   * What happened in a span of time, oldest first: for messages that never arrived. Absent where the provider keeps no list.
   */
  eventsBetween?(ctx: Context, span: TimeSpan): Promise<readonly ListedEvent[]>;
  /**
   * Gives money back; repeated under the same key, once. `Failed` only when it is certain that no money goes back: any
   * doubt is a rejection, after which `fetchReversals` is asked before the call is repeated.
   */
  refund(ctx: Context, refund: RefundRequest): Promise<RefundAnswer>;
  /**
   * Everything that went back of a payment, or may: refunds, ours and those made at the provider, disputes, and warnings
   * of fraud. Like `fetch`, the one source of truth, whatever events say.
   */
  fetchReversals(ctx: Context, reference: string): Promise<Reversals>;
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
  /** `Provider`: it calculates the taxes of each payment; `details` of the payment tell them. */
  readonly taxes: 'Latchkey' | 'Provider';
  /** Its form as a part of the checkout page, where it has one. */
  readonly embedded: EmbeddedForm | undefined;
  /** Whether a means of payment can be charged again later without its owner. */
  readonly savesMethods: boolean;
  /**
   * Stands for the provider's own account that this one is connected to: another account, or mode, has another. Absent where
   * that is not certain, or nothing has to be connected.
   */
  readonly connectionId?: string | undefined;
  /** The time, in milliseconds, after which to ask about a payment without a report. */
  readonly silenceMs: number;
  /**
   * The smallest amount that it charges in a currency, in minor units; `undefined` when it does not take the currency.
   */
  minimumMinor(currency: string): number | undefined;
  /** The step between amounts that it charges and gives back in a currency, in minor units. Default: 1. */
  stepMinor?(currency: string): number;
}

/** A form of the provider that its script shows in the checkout page. */
export interface EmbeddedForm {
  /** The URL of the script. */
  readonly script: string;
  /** The page shows the form on its own, too; otherwise only in a frame of the shop. */
  readonly inPage: boolean;
  /** What the policy of the page has to allow: sources of scripts, of frames, and of connections. */
  readonly sources: {
    readonly scripts: readonly string[];
    readonly frames: readonly string[];
    readonly connections: readonly string[];
  };
}

/** The data about a payment that a provider receives. It is stored with the payment and repeated exactly. */
export interface PaymentOrder {
  /** The items the buyer sees there; the amounts add up to the amount due, in minor units. */
  readonly items: readonly PaymentItem[];
  readonly payer: { readonly name: string; readonly email: string };
  /** The language of the checkout page, as a tag such as `de-AT`. */
  readonly locale?: string | undefined;
  /** The page to which the buyer returns, regardless of the payment's outcome. */
  readonly returnUrl: string;
  /** The checkout's input for the provider: fields that its adapter declares and checks. */
  readonly input: Readonly<Record<string, unknown>>;
}

export interface PaymentItem {
  readonly title: string;
  readonly quantity: number;
  /** For all units together, in minor units of the payment's currency. */
  readonly dueMinor: number;
  /** The kind of goods, as the provider's tax calculation names it. */
  readonly taxCode?: string;
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
  /** As `capabilities` said when the payment was opened: whether the provider sells this in its own name. */
  readonly merchantOfRecord: boolean;
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

export interface TimeSpan {
  readonly from: Date;
  readonly to: Date;
}

/** An event in the provider's list. */
export interface ListedEvent {
  /** As in the message about it. */
  readonly id: string;
  /** What it is about; `undefined` when it is irrelevant. */
  readonly read: () => Promise<ProviderEvent | undefined>;
}

export interface RefundRequest {
  /** The provider's name for the payment. */
  readonly reference: string;
  /** Our id of the refund: the provider stores it, so that `fetchReversals` can tell ours from others. */
  readonly refundId: string;
  /** Made from the id of the refund: the same for every try. */
  readonly idempotencyKey: string;
  /** Minor units of `currency`, at most the rest of the payment, counted like the amount of a `PaymentState`. */
  readonly amountMinor: number;
  readonly currency: string;
  /** Goes back beside the amount: its share of the tax that `PaymentDetails` say was charged on top of the payment; or 0. */
  readonly taxMinor: number;
}

export interface RefundAnswer {
  /** The provider's name for the refund; null when it was refused and has none. */
  readonly reference: string | null;
  /** `Pending` while a bank's or a person's approval is outstanding. */
  readonly status: RefundStatus;
  /** Why it failed, in a sentence for the vendor. */
  readonly failure?: string;
}

/**
 * What went back of a payment, or may. Amounts are minor units, counted like those of a `PaymentState`: without the tax
 * that was charged on top of the payment.
 */
export interface Reversals {
  readonly refunds: readonly ReportedRefund[];
  readonly disputes: readonly ReportedDispute[];
  readonly warnings: readonly ReportedWarning[];
}

export interface ReportedRefund {
  /** The provider's name for the refund. */
  readonly reference: string;
  /** Ours, as in the `RefundRequest`; null when the refund was made at the provider, or the provider does not store it. */
  readonly refundId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  /** What went back beside the amount, of the tax on top of the payment. Default: in proportion. */
  readonly taxMinor?: number;
  readonly status: RefundStatus;
  /** Why it failed, in a sentence for the vendor. */
  readonly failure?: string;
}

export interface ReportedDispute {
  /** The provider's name for the dispute. */
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: DisputeStatus;
  /** As the provider names it, such as `fraudulent`. */
  readonly reason: string;
}

/** The issuer of a card suspects fraud; a dispute often follows. */
export interface ReportedWarning {
  readonly reference: string;
  /** As the provider names it. */
  readonly reason: string;
}
