import type { Stripe } from 'stripe';
import type { MethodLabel, PaymentState, ReportedMethod } from '../../domain/payment-state.ts';

/**
 * The method that a payment has saved for later charges, from a payment intent that was read with its latest charge;
 * `undefined` when it was not to save one.
 */
export function savedMethod(intent: Stripe.PaymentIntent | undefined): ReportedMethod | undefined {
  if (intent?.setup_future_usage !== 'off_session') return undefined;
  const details = detailsOf(intent);
  const reference = generatedDebit(details) ?? idOf(intent.payment_method);
  const customerReference = idOf(intent.customer);
  if (reference === undefined || customerReference === undefined) return undefined;
  return { reference, customerReference, label: labelOf(details) };
}

const NOT_SAVED = 'The payment method could not be saved. Please try another one.';

/** The state of a completed session that only saves a method, which was read with its setup intent and the method. */
export function stateOfSetup({ setup_intent, currency, customer }: Stripe.Checkout.Session): PaymentState {
  const intent = typeof setup_intent === 'string' ? undefined : (setup_intent ?? undefined);
  if (intent?.status === 'processing') return { kind: 'Pending' };
  const method = intent?.payment_method ?? undefined;
  const customerReference = idOf(intent?.customer ?? customer);
  const isSaved = intent?.status === 'succeeded' && customerReference !== undefined;
  if (!isSaved || method === undefined || typeof method === 'string')
    return { kind: 'Failed', reason: NOT_SAVED };
  return {
    kind: 'Succeeded',
    amountMinor: 0,
    currency: (currency ?? '').toUpperCase(),
    method: { reference: method.id, customerReference, label: labelOf(method) },
  };
}

/** What people see of a method: of a card, its brand and last digits. */
export function labelOf(
  details: Pick<Stripe.PaymentMethod, 'type' | 'card' | 'sepa_debit'> | Details | undefined,
): MethodLabel {
  const { type = 'other', card, sepa_debit: debit } = details ?? {};
  if (card) {
    const { brand, last4, exp_year: year, exp_month: month } = card;
    return {
      brand: brand ?? 'card',
      ...(last4 && { last4 }),
      expires: `${year}-${String(month).padStart(2, '0')}`,
    };
  }
  return { brand: type, ...(debit?.last4 && { last4: debit.last4 }) };
}

type Details = Stripe.Charge.PaymentMethodDetails;

function detailsOf({ latest_charge: charge }: Stripe.PaymentIntent): Details | undefined {
  return typeof charge === 'string' ? undefined : (charge?.payment_method_details ?? undefined);
}

/** Some banks confirm one payment and allow direct debits from then on: those are the saved method. */
function generatedDebit(details: Details | undefined): string | undefined {
  const { ideal, bancontact, sofort } = details ?? {};
  return idOf((ideal ?? bancontact ?? sofort)?.generated_sepa_debit);
}

/** The id of an object of Stripe that is named, or contained whole. */
export function idOf(value: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.id;
}
