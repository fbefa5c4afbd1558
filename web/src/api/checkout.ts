import { type Fields, fieldsOf } from './answer.ts';
import { callApi } from './client.ts';
import { type Vendor, readVendor } from './vendor.ts';

export const CHECKOUT_STATUSES = ['Open', 'PaymentProcessing', 'Paid', 'Completed'] as const;
export const CYCLE_LENGTHS = ['Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'] as const;
export const SANDBOX_OUTCOMES = ['Succeed', 'Fail', 'Delay'] as const;

export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];
export type CycleLength = (typeof CYCLE_LENGTHS)[number];
export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];
export type PaymentProvider = 'sandbox' | 'none';

/** Amounts are decimal numbers in the unit of the order's currency. */
export interface Checkout {
  readonly vendor: Vendor;
  readonly status: CheckoutStatus;
  /** The order has become another buyer's since the link was made, or another link pays it: nothing is paid here. */
  readonly isTaken: boolean;
  /** What is bought goes to the customer who owns the order and is not shown, whoever pays. */
  readonly isForOwner: boolean;
  readonly currency: string;
  /** Stands for what is bought and what it costs; the payment sends it back. */
  readonly fingerprint: string;
  readonly lines: readonly CheckoutLine[];
  /** What the shop no longer sells since it was put in the cart; by position. */
  readonly withdrawnLines: readonly WithdrawnLine[];
  /** Absent on an empty cart. */
  readonly total: OrderTotal | undefined;
  readonly buyer: Buyer;
  /** There are files to download of what is bought. */
  readonly hasDownloads: boolean;
  readonly provider: PaymentProvider;
  readonly returnUrl: string | undefined;
  readonly failure: string | undefined;
  /** Why the order as it is cannot be paid, a sentence each. */
  readonly refusals: readonly string[];
}

export interface CheckoutLine {
  readonly id: string;
  readonly type: 'Product' | 'Bundle';
  readonly name: string;
  readonly tagline: string | undefined;
  readonly iconUrl: string | undefined;
  readonly variationName: string;
  readonly recurrence: Recurrence;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly total: LineTotal;
  readonly discountName: string | undefined;
  /** Those of the order's refusals for which this line is to blame. */
  readonly refusals: readonly string[];
}

export interface WithdrawnLine {
  readonly id: string;
  readonly name: string;
  /** Its index among all lines of the cart, these included. */
  readonly position: number;
}

export type Recurrence =
  | { readonly type: 'OneOff' }
  | { readonly type: 'Recurring'; readonly cycleLength: CycleLength };

export interface LineTotal {
  readonly original: number;
  readonly discount: number;
  readonly subtotal: number;
  readonly due: number;
}

export interface OrderTotal extends LineTotal {
  readonly taxes: number;
}

export interface Buyer {
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** The email belongs to the signed-in customer and cannot be changed here. */
  readonly locked: boolean;
  /** What else the shop was told of a guest; the bill has what the payment sends back of it. */
  readonly billing?: BillingDetails;
}

export interface BillingDetails {
  readonly businessName: string | undefined;
  readonly taxId: string | undefined;
  readonly phone: string | undefined;
  readonly address: BillingAddress | undefined;
}

export interface BillingAddress {
  readonly countryCode: string;
  readonly streetAddress1: string;
  readonly streetAddress2: string | undefined;
  readonly postCode: string;
  readonly locality: string | undefined;
  readonly region: string | undefined;
}

/** Which order, and the proof of having been sent to its checkout. */
export interface CheckoutKey {
  readonly orderId: string;
  readonly token: string;
  /** Where the shop wants the buyer back; the server says whether that is one of its own places. */
  readonly returnTo?: string | undefined;
}

export interface Payment {
  readonly name: string;
  readonly email: string;
  /** The order as the buyer saw it; the payment is refused when it has changed. */
  readonly due: number;
  readonly currency: string;
  readonly fingerprint: string;
  /** What the buyer saw as billed besides. */
  readonly billing?: BillingDetails;
  readonly sandboxOutcome?: SandboxOutcome;
}

/** Refused with 404 when the order or the token is wrong, and when the link is too old: `CheckoutLinkExpired`. */
export function fetchCheckout(key: CheckoutKey, signal: AbortSignal): Promise<Checkout> {
  return callApi({ path: checkoutPath(key), query: queryOf(key), signal, read: readCheckout });
}

/** The order as the shop's API shows it to whoever knows its id: nothing of the buyer. */
export function fetchOrder(orderId: string): Promise<unknown> {
  return callApi({ path: `/api/customer/orders/${encodeURIComponent(orderId)}`, read: (json) => json });
}

/**
 * Pays the order; safe to send again when the answer was lost.
 * Refused with 400 and `errors` per field, and with 409: `OrderCompleted` when it has been paid before,
 * `OrderChanged`, `PriceChanged`, `OrderEmpty`, `OrderTaken`, `FreeLimitReached`, `PaymentsNotConfigured`.
 */
export function payCheckout(key: CheckoutKey, payment: Payment): Promise<Checkout> {
  return callApi({
    method: 'POST',
    path: `${checkoutPath(key)}/pay`,
    query: queryOf(key),
    body: payment,
    read: readCheckout,
  });
}

/** Checks the answer of both endpoints. Raises `UnexpectedAnswer`. */
export function readCheckout(json: unknown): Checkout {
  const checkout = fieldsOf(json, 'checkout');
  return {
    vendor: checkout.object('vendor', readVendor),
    status: checkout.oneOf('status', CHECKOUT_STATUSES),
    isTaken: checkout.flag('taken'),
    isForOwner: checkout.flag('forOwner'),
    currency: checkout.text('currency'),
    fingerprint: checkout.text('fingerprint'),
    lines: checkout.list('lines', readLine),
    withdrawnLines: checkout.list('withdrawnLines', readWithdrawnLine),
    total: checkout.maybeObject('total', readOrderTotal),
    buyer: checkout.object('buyer', readBuyer),
    hasDownloads: checkout.flag('downloads'),
    provider: checkout.object('payment', readProvider),
    returnUrl: checkout.maybeText('returnUrl'),
    failure: checkout.maybeText('failure'),
    refusals: checkout.maybeTexts('checkoutRefusals') ?? [],
  };
}

function queryOf({ returnTo }: CheckoutKey): Record<string, string> {
  return returnTo === undefined ? {} : { return: returnTo };
}

function checkoutPath({ orderId, token }: CheckoutKey): string {
  return `/api/checkout/${encodeURIComponent(orderId)}/${encodeURIComponent(token)}`;
}

function readLine(value: unknown, at: string): CheckoutLine {
  const line = fieldsOf(value, at);
  return {
    id: line.text('id'),
    type: line.oneOf('type', ['Product', 'Bundle']),
    name: line.text('name'),
    tagline: line.maybeText('tagline'),
    iconUrl: line.maybeText('iconUrl'),
    variationName: line.text('variationName'),
    recurrence: line.object('recurrence', readRecurrence),
    quantity: line.number('quantity'),
    unitPrice: line.number('unitPrice'),
    total: line.object('total', readLineTotal),
    discountName: line.maybeText('discountName'),
    refusals: line.maybeTexts('refusals') ?? [],
  };
}

function readWithdrawnLine(value: unknown, at: string): WithdrawnLine {
  const line = fieldsOf(value, at);
  return { id: line.text('id'), name: line.text('name'), position: line.number('position') };
}

function readRecurrence(value: unknown, at: string): Recurrence {
  const recurrence = fieldsOf(value, at);
  const type = recurrence.oneOf('type', ['OneOff', 'Recurring']);
  return type === 'OneOff' ? { type } : { type, cycleLength: recurrence.oneOf('cycleLength', CYCLE_LENGTHS) };
}

function readLineTotal(value: unknown, at: string): LineTotal {
  const total = fieldsOf(value, at);
  return {
    original: total.number('original'),
    discount: total.number('discount'),
    subtotal: total.number('subtotal'),
    due: total.number('due'),
  };
}

function readOrderTotal(value: unknown, at: string): OrderTotal {
  const total = fieldsOf(value, at);
  return {
    original: amount(total, 'original'),
    discount: amount(total, 'discount'),
    subtotal: amount(total, 'subtotal'),
    taxes: amount(total, 'taxes'),
    due: amount(total, 'due'),
  };
}

function amount(total: Fields, name: string): number {
  return total.object(name, (value, at) => fieldsOf(value, at).number('amount'));
}

function readBuyer(value: unknown, at: string): Buyer {
  const buyer = fieldsOf(value, at);
  const billing = buyer.maybeObject('billing', readBilling);
  return {
    name: buyer.maybeText('name'),
    email: buyer.maybeText('email'),
    locked: buyer.flag('locked'),
    ...(billing !== undefined && { billing }),
  };
}

function readBilling(value: unknown, at: string): BillingDetails {
  const billing = fieldsOf(value, at);
  return {
    businessName: billing.maybeText('businessName'),
    taxId: billing.maybeText('taxId'),
    phone: billing.maybeText('phone'),
    address: billing.maybeObject('address', readAddress),
  };
}

function readAddress(value: unknown, at: string): BillingAddress {
  const address = fieldsOf(value, at);
  return {
    countryCode: address.text('countryCode'),
    streetAddress1: address.text('streetAddress1'),
    streetAddress2: address.maybeText('streetAddress2'),
    postCode: address.text('postCode'),
    locality: address.maybeText('locality'),
    region: address.maybeText('region'),
  };
}

function readProvider(value: unknown, at: string): PaymentProvider {
  return fieldsOf(value, at).oneOf('provider', ['sandbox', 'none']);
}
