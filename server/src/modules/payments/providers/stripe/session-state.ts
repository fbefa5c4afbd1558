import type { Stripe } from 'stripe';
import type { PaymentDetails, PaymentState, ProviderTax } from '../../domain/payment-state.ts';
import { fromProvider } from './amounts.ts';
import { savedMethod, stateOfSetup } from './saved-method.ts';

/** The time limit of a bank for a payment that the buyer has finished. */
export const BANK_MS = 21 * 86_400_000;

const EXPIRED = 'The payment was not completed in time. Please try again.';
const CANCELLED = 'The payment was cancelled. Nothing was charged.';
const DECLINED = 'The bank declined the payment. Nothing was charged. Please choose another way to pay.';

/** The money of a session, in the provider's units. */
export interface SessionMoney {
  readonly currency: string;
  /** The amount charged to the buyer, with all taxes. */
  readonly charged: number;
  /** The part of it that the provider added on top of the amount due, as tax. */
  readonly taxOnTop: number;
}

/**
 * The state of a payment from its session, which is read with its payment intent and the latest charge, and from its
 * line items, which are read with their taxes where Stripe calculates these.
 */
export function stateOfSession(
  session: Stripe.Checkout.Session,
  lineItems: readonly Stripe.LineItem[] = [],
): PaymentState {
  const intent = intentOf(session);
  if (session.status === 'expired') return { kind: 'Failed', reason: EXPIRED };
  if (session.status !== 'complete') return { kind: 'Pending' };
  if (session.mode === 'setup') return stateOfSetup(session);
  if (session.payment_status !== 'unpaid' || intent?.status === 'succeeded')
    return received(session, lineItems);
  const wasSubmitted = true;
  if (intent?.status === 'canceled') return { kind: 'Failed', reason: CANCELLED, wasSubmitted };
  if (intent?.status === 'requires_payment_method') return { kind: 'Failed', reason: DECLINED, wasSubmitted };
  // A bank transfer or a direct debit takes days.
  return { kind: 'Pending', until: new Date(session.created * 1_000 + BANK_MS) };
}

/** The charged amount, and the part of it that is tax on top of the amount due. */
export function moneyOf(session: Stripe.Checkout.Session): SessionMoney {
  const intent = intentOf(session);
  const total = session.amount_total ?? 0;
  const tax = session.total_details?.amount_tax ?? 0;
  const isOnTop = tax > 0 && total - tax === session.amount_subtotal;
  return {
    currency: intent?.currency ?? session.currency ?? '',
    charged: intent?.amount_received ?? total,
    taxOnTop: isOnTop ? tax : 0,
  };
}

/** The payment intent of a session that was read with it. */
export function intentOf({ payment_intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
  return typeof payment_intent === 'string' ? undefined : (payment_intent ?? undefined);
}

function received(session: Stripe.Checkout.Session, lineItems: readonly Stripe.LineItem[]): PaymentState {
  const { currency, charged, taxOnTop } = moneyOf(session);
  const method = savedMethod(intentOf(session));
  return {
    kind: 'Succeeded',
    ...fromProvider(charged - taxOnTop, currency),
    details: { ...detailsOf(session), ...taxesOf(session, taxOnTop > 0, lineItems) },
    ...(method && { method }),
  };
}

function detailsOf(session: Stripe.Checkout.Session): PaymentDetails {
  const { invoice } = session;
  const details = chargeDetails(intentOf(session));
  return {
    ...details,
    billingCountry: countryOf(session) ?? details.billingCountry,
    invoiceUrl: typeof invoice === 'string' ? undefined : (invoice?.hosted_invoice_url ?? undefined),
  };
}

/** The facts about the charge of a payment intent that was read with it. */
export function chargeDetails(intent: Stripe.PaymentIntent | undefined): PaymentDetails {
  const charge = chargeOf(intent);
  const method = charge?.payment_method_details;
  return {
    billingCountry: countryOf(charge),
    cardCountry: method?.card?.country ?? undefined,
    method: method?.type,
    receiptUrl: charge?.receipt_url ?? undefined,
  };
}

/** The taxes that Stripe calculated, for each line item if it reports them: a business may owe them itself. */
function taxesOf(
  { total_details: totals, currency, automatic_tax: automatic }: Stripe.Checkout.Session,
  isOnTop: boolean,
  lineItems: readonly Stripe.LineItem[],
): PaymentDetails {
  const tax = totals?.amount_tax ?? 0;
  if (tax === 0 && !automatic.enabled) return {};
  const minor = (amount: number) => fromProvider(amount, currency ?? '').amountMinor;
  return {
    taxMinor: minor(tax),
    taxMode: isOnTop ? 'Exclusive' : 'Inclusive',
    ...(lineItems.length > 0 && {
      taxes: lineItems.map(({ taxes = [], amount_tax: amount }) => taxOfItem(taxes, minor(amount))),
    }),
  };
}

/** The tax of a line item. A place may have several, such as those of a state and of a city: together they are one. */
function taxOfItem(taxes: readonly Stripe.LineItem.Tax[], taxMinor: number): ProviderTax {
  const [main] = taxes.toSorted((a, b) => b.amount - a.amount);
  if (main === undefined) return { taxMinor, reason: 'Provider' };
  const percent = taxes.reduce((sum, { rate }) => sum + rate.percentage, 0);
  const { country, state } = main.rate;
  return {
    taxMinor,
    basisPoints: Math.round(percent * 10_000) / 100,
    ...(country !== null && { country }),
    ...(state !== null && { region: state }),
    reason: REASONS[main.taxability_reason ?? ''] ?? 'Provider',
  };
}

const REASONS: Readonly<Record<string, ProviderTax['reason']>> = {
  standard_rated: 'Standard',
  reduced_rated: 'Standard',
  reverse_charge: 'ReverseCharge',
  not_collecting: 'NotCollecting',
  zero_rated: 'ZeroRated',
  customer_exempt: 'Exempt',
  product_exempt: 'Exempt',
  product_exempt_holiday: 'Exempt',
};

function countryOf(
  source:
    | Pick<Stripe.Checkout.Session, 'customer_details'>
    | Pick<Stripe.Charge, 'billing_details'>
    | undefined,
): string | undefined {
  if (source === undefined) return undefined;
  const details = 'customer_details' in source ? source.customer_details : source.billing_details;
  return details?.address?.country ?? undefined;
}

function chargeOf(intent: Stripe.PaymentIntent | undefined): Stripe.Charge | undefined {
  const charge = intent?.latest_charge;
  return typeof charge === 'string' ? undefined : (charge ?? undefined);
}
