import type { IncomingHttpHeaders } from 'node:http';
import type { Context, QueryContext } from '../accounts/index.ts';
import type { ProviderConnection } from './connections/provider-connection.ts';
import type { DeclineAdvice, PaymentState, ReportedMethod } from './domain/payment-state.ts';
import type { DisputeStatus, RefundStatus } from './domain/refund-state.ts';

/**
 * Port to a payment provider. An adapter is one folder of `providers/`; nothing outside names it. All of its calls run
 * outside transactions. A rejected call does not affect the payment: it stays unchanged, and the call is repeated. A
 * `ProviderError` says whether that helps.
 */
export interface PaymentProvider {
  /** Its name in the settings of accounts and the rows of payments: lower case, never changed. */
  readonly name: string;
  /** Per account: they may depend on its connection. */
  capabilities(ctx: QueryContext): Promise<Capabilities>;
  /**
   * Only for a provider that moves no money: the field of the checkout's input that determines how a payment ends, and
   * the one that determines how later charges of the method that it saves do.
   */
  readonly testInput?: TestInput & { readonly method: TestInput };
  /** How accounts connect to it; absent where there is nothing to connect. */
  readonly connection?: ProviderConnection;
  /** Whether it accepts payments of this account now. */
  isReady(ctx: QueryContext): Promise<boolean>;
  /**
   * Starts a payment. Called again for the same payment, with the same `idempotencyKey` and instruction, if the result
   * of the first call was lost: it then returns the same result, and creates no second payment.
   */
  start(ctx: Context, payment: PaymentStart): Promise<StartAnswer>;
  /** How it charges saved methods; absent where it never saves any. */
  readonly savedMethods?: MethodPort;
  /** The provider's current state of the payment. This is the only source of truth: events only trigger a fetch. */
  fetch(ctx: Context, reference: string): Promise<PaymentState>;
  /** Cancels an abandoned payment, so that it can no longer be paid; one that has ended stays unchanged. */
  cancel(ctx: Context, reference: string): Promise<void>;
  /**
   * Reads a message that was sent to the account's address for events. Raises 400 `InvalidEventSignature` when the
   * provider did not send it. Returns nothing for irrelevant kinds.
   */
  verifyEvent(ctx: Context, message: EventMessage): Promise<readonly ProviderEvent[]>;
  /**
   * The events in a span of time, oldest first: for messages that never arrived. Absent where the provider has no list.
   */
  eventsBetween?(ctx: Context, span: TimeSpan): Promise<readonly ListedEvent[]>;
  /**
   * Refunds money; repeated under the same key, once. `Failed` only when it is certain that no money is returned: any
   * doubt is a rejection, after which `fetchReversals` is called before the call is repeated.
   */
  refund(ctx: Context, refund: RefundRequest): Promise<RefundAnswer>;
  /**
   * Deletes what the provider keeps about people with this email address outside of their payments, for an erased
   * customer; of those whom `isCharged` names by `MethodReference.customerReference` it keeps everything. Absent where it
   * keeps nothing.
   */
  eraseBuyer?(
    ctx: Context,
    email: string,
    isCharged: (customerReference: string) => Promise<boolean>,
  ): Promise<void>;
  /**
   * All completed and possible reversals of a payment: refunds, ours and those made at the provider, disputes, and
   * fraud warnings. Like `fetch`, the only source of truth, whatever events say.
   */
  fetchReversals(ctx: Context, reference: string): Promise<Reversals>;
}

/** A field of the checkout's input, and what it may be. */
export interface TestInput {
  readonly field: string;
  readonly outcomes: readonly string[];
}

/** What a provider does with saved methods, without a buyer. */
export interface MethodPort {
  /**
   * Charges a method. A bank's refusal is no rejection: the payment has begun then, and `fetch` reports why it failed.
   * Called again for the same payment, with the same `idempotencyKey`, if the result of an earlier call was lost and
   * `findCharge` does not find it: it then charges nothing twice. `Refused` only when it is certain that nothing was
   * charged.
   */
  charge(ctx: Context, charge: ChargeStart): Promise<StartAnswer>;
  /**
   * Asks whether the account could charge now, without charging anything: rejects with a `ProviderError` if the provider does
   * not respond, or refuses the account. Absent where there is nothing to ask.
   */
  probe?(ctx: Context): Promise<void>;
  /** The provider's name for the payment that an earlier call of `charge` has begun; `undefined` without one. */
  findCharge(ctx: Context, charge: ChargeStart): Promise<string | undefined>;
  /**
   * The method with these ids at the provider, for a later charge without its buyer; `undefined` when the provider has none
   * that can be charged so. Without a customer, the one it belongs to is found.
   */
  find(
    ctx: Context,
    method: Pick<MethodReference, 'reference' | 'customerReference'>,
  ): Promise<ReportedMethod | undefined>;
  /** Deletes a method, so that nobody can charge it again; one that the provider does not have is deleted. */
  remove(ctx: Context, method: Pick<MethodReference, 'reference' | 'customerReference'>): Promise<void>;
}

/** Differences between providers that callers need to know. */
export interface Capabilities {
  /** It sells in its own name: taxes, their rates, and disputes are its own. */
  readonly merchantOfRecord: boolean;
  readonly invoices: 'Latchkey' | 'Provider';
  /** `Provider`: it calculates the taxes of each payment, which are in its `details`. */
  readonly taxes: 'Latchkey' | 'Provider';
  /** It can save the method of a payment, and charge it later without the buyer. */
  readonly savesMethods: boolean;
  /** Its form as a part of the checkout page, where it has one. */
  readonly embedded: EmbeddedForm | undefined;
  /**
   * Identifies the connected account and mode at the provider. Absent where that is uncertain, or there is nothing to
   * connect.
   */
  readonly connectionId?: string | undefined;
  /** Whether its payments move no money. */
  readonly isTest?: boolean;
  /** The time, in milliseconds, after which a payment without a report is polled. */
  readonly silenceMs: number;
  /**
   * The smallest amount that it charges in a currency, in minor units; `undefined` when it does not support the
   * currency.
   */
  minimumMinor(currency: string): number | undefined;
  /** The largest amount that it charges in a currency, in minor units; `undefined` or absent: no limit. */
  maximumMinor?(currency: string): number | undefined;
  /** The step between amounts that it charges and refunds in a currency, in minor units. Default: 1. */
  stepMinor?(currency: string): number;
}

/** A form of the provider that its script shows in the checkout page. */
export interface EmbeddedForm {
  /** The URL of the script. */
  readonly script: string;
  /** The page shows the form on its own, too; otherwise only in a frame of the shop. */
  readonly inPage: boolean;
  /** The sources that the policy of the page has to allow: for scripts, frames, and connections. */
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
  /** The payer's other billing details, as far as they are known, for a provider that calculates taxes from them. */
  readonly billing?: PayerBilling | undefined;
  /**
   * The payment also saves its method, for later charges: the buyer has agreed to them. One of nothing only does that.
   */
  readonly saveMethod?: boolean | undefined;
  /** Only this part needs a buyer who is present. */
  readonly visit: BuyerVisit;
}

/** The data about a payment without a buyer that a provider receives, stored and repeated like that of the others. */
export interface ChargeOrder extends Pick<PaymentOrder, 'items' | 'payer' | 'billing'> {
  readonly method: MethodReference;
  /** A page of the shop: some providers want one with every payment. */
  readonly returnUrl: string;
  /** When the provider was first called, as a time of ISO 8601; absent before that. */
  readonly attemptedAt?: string | undefined;
}

/** A saved method: our id of it, and the provider's. */
export interface MethodReference {
  readonly id: string;
  readonly reference: string;
  readonly customerReference: string | null;
}

/** Billing details; blank texts are unknown. */
export interface PayerBilling {
  readonly businessName?: string | null | undefined;
  readonly taxId?: string | null | undefined;
  readonly address?: PayerAddress | null | undefined;
}

export interface PayerAddress {
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  readonly streetAddress1: string;
  readonly streetAddress2?: string | null | undefined;
  readonly postCode: string;
  readonly locality?: string | null | undefined;
  readonly region?: string | null | undefined;
}

/** The buyer's visit to the checkout page, which leads on to the provider. */
export interface BuyerVisit {
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

/** A payment to be started. */
export interface PaymentStart extends PaymentOrder, StartFields {
  /** From `capabilities` when the payment was opened: whether the provider sells this in its own name. */
  readonly merchantOfRecord: boolean;
}

/** A saved method to be charged. */
export interface ChargeStart extends ChargeOrder, StartFields {}

interface StartFields {
  readonly paymentId: string;
  /** Derived from the id of the payment: the same for every try. */
  readonly idempotencyKey: string;
  /** Minor units of `currency`; 0 only for a payment that saves its method. */
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
      /** Null when the buyer has nothing to do: the provider can be queried immediately. */
      readonly continuation: Continuation | null;
      /** The time at which the provider stops waiting for the buyer; null when it sets none. */
      readonly expiresAt: Date | null;
    }
  /** It will not accept this payment: no money can arrive. The reason is a sentence for the buyer. */
  | {
      readonly kind: 'Refused';
      readonly reason: string;
      readonly advice?: DeclineAdvice;
      /** Not because of the method that is charged: no bank was asked. */
      readonly isShopFault?: boolean;
    };

/** A message as received: signatures cover the exact bytes. */
export interface EventMessage {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** Something happened at the provider, which is then queried for the details. */
export interface ProviderEvent {
  /** The provider's name for the event: repetitions carry the same. */
  readonly id: string;
  /** The changed part of the payment. Refunds and disputes at the provider are reported only this way. */
  readonly kind: 'Payment' | 'Refund' | 'Dispute';
  /** The provider's name for the payment, … */
  readonly reference: string;
  /** … and ours, if the provider has it: it identifies the payment even if we never received the reference. */
  readonly paymentId: string | null;
}

export interface TimeSpan {
  readonly from: Date;
  readonly to: Date;
}

/** An event in the provider's list. */
export interface ListedEvent {
  /** The same as in the message about it. */
  readonly id: string;
  /** Its subject; `undefined` when it is irrelevant. */
  readonly read: () => Promise<ProviderEvent | undefined>;
}

export interface RefundRequest {
  /** The provider's name for the payment. */
  readonly reference: string;
  /** Our id of the refund: the provider stores it, so that `fetchReversals` can tell ours from others. */
  readonly refundId: string;
  /** Derived from the id of the refund: the same for every try. */
  readonly idempotencyKey: string;
  /** Minor units of `currency`, at most the rest of the payment, counted like the amount of a `PaymentState`. */
  readonly amountMinor: number;
  readonly currency: string;
  /**
   * Refunded in addition to the amount: its share of the tax that, according to `PaymentDetails`, was charged on top of
   * the payment; or 0.
   */
  readonly taxMinor: number;
}

export interface RefundAnswer {
  /** The provider's name for the refund; null when it was refused and has none. */
  readonly reference: string | null;
  /** `Pending` while a bank's or a person's approval is outstanding. */
  readonly status: RefundStatus;
  /** The reason of the failure, in a sentence for the vendor. */
  readonly failure?: string;
}

/**
 * Completed and possible reversals of a payment. Amounts are minor units, counted like those of a `PaymentState`:
 * without the tax that was charged on top of the payment.
 */
export interface Reversals {
  readonly refunds: readonly ReportedRefund[];
  readonly disputes: readonly ReportedDispute[];
  readonly warnings: readonly ReportedWarning[];
}

export interface ReportedRefund {
  /** The provider's name for the refund. */
  readonly reference: string;
  /**
   * Ours, as in the `RefundRequest`; null when the refund was made at the provider, or the provider does not store it.
   */
  readonly refundId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  /** The refunded tax on top of the payment. Default: in proportion. */
  readonly taxMinor?: number;
  readonly status: RefundStatus;
  /** The reason of the failure, in a sentence for the vendor. */
  readonly failure?: string;
}

export interface ReportedDispute {
  /** The provider's name for the dispute. */
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: DisputeStatus;
  /** The reason in the provider's terms, such as `fraudulent`. */
  readonly reason: string;
  /** Until when the vendor can answer it; absent where the provider does not say, or no answer is due. */
  readonly answerBy?: Date;
  /** Where the vendor answers it, for a browser. */
  readonly url?: string;
}

/** The issuer of a card suspects fraud; a dispute often follows. */
export interface ReportedWarning {
  readonly reference: string;
  /** The reason in the provider's terms. */
  readonly reason: string;
}
