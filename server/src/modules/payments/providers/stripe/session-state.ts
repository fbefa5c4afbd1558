import type { Stripe } from 'stripe';
import type { PaymentDetails, PaymentState } from '../../domain/payment-state.ts';
import { fromProvider } from './amounts.ts';

/** The time limit of a bank for a payment that the buyer has finished. */
const BANK_MS = 21 * 86_400_000;

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

/** The state of a payment from its session, which is read with its payment intent and the latest charge. */
export function stateOfSession(session: Stripe.Checkout.Session): PaymentState {
  const intent = intentOf(session);
  if (session.status === 'expired') return { kind: 'Failed', reason: EXPIRED };
  if (session.status !== 'complete') return { kind: 'Pending' };
  if (session.payment_status !== 'unpaid' || intent?.status === 'succeeded') return received(session);
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

function received(session: Stripe.Checkout.Session): PaymentState {
  const { currency, charged, taxOnTop } = moneyOf(session);
  return {
    kind: 'Succeeded',
    ...fromProvider(charged - taxOnTop, currency),
    details: detailsOf(session, taxOnTop > 0),
  };
}

function detailsOf(session: Stripe.Checkout.Session, isOnTop: boolean): PaymentDetails {
  const charge = chargeOf(session);
  const method = charge?.payment_method_details;
  const tax = session.total_details?.amount_tax ?? 0;
  const { invoice } = session;
  return {
    ...(tax > 0 && {
      taxMinor: fromProvider(tax, session.currency ?? '').amountMinor,
      taxMode: isOnTop ? ('Exclusive' as const) : ('Inclusive' as const),
    }),
    billingCountry: countryOf(session) ?? countryOf(charge),
    cardCountry: method?.card?.country ?? undefined,
    method: method?.type,
    invoiceUrl: typeof invoice === 'string' ? undefined : (invoice?.hosted_invoice_url ?? undefined),
    receiptUrl: charge?.receipt_url ?? undefined,
  };
}

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

function chargeOf(session: Stripe.Checkout.Session): Stripe.Charge | undefined {
  const charge = intentOf(session)?.latest_charge;
  return typeof charge === 'string' ? undefined : (charge ?? undefined);
}
