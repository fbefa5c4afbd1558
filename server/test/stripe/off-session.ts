import type { Stripe } from 'stripe';
import { invalidRequest, missing } from './errors.ts';
import { fieldsIn, type FormFields, textIn, textsIn } from './form.ts';
import { intentObject } from './payment-objects.ts';
import type { StandInState } from './state.ts';

type Decline = Pick<
  Stripe.PaymentIntent.LastPaymentError,
  'code' | 'decline_code' | 'advice_code' | 'message'
>;

/** The declines of saved cards, by their numbers. */
const DECLINES: Readonly<Record<string, Decline>> = {
  '4000002760003184': { code: 'authentication_required', decline_code: 'authentication_required' },
  '4000000000009995': {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    advice_code: 'try_again_later',
  },
  '4000000000009987': { code: 'card_declined', decline_code: 'lost_card', advice_code: 'do_not_try_again' },
  '4000000000000069': {
    code: 'expired_card',
    decline_code: 'expired_card',
    advice_code: 'confirm_card_data',
  },
};

/** How the bank declines a saved card; `undefined` when it pays. */
export function declineOf(cardNumber: string | undefined): Decline | undefined {
  return DECLINES[cardNumber ?? ''];
}

const PARAMETERS = new Set(
  `amount automatic_payment_methods confirm currency customer description metadata off_session payment_method
  return_url`.split(/\s+/),
);

/** The payment intent of a call for a charge without a buyer; refuses what the provider refuses. */
export function intentOfForm(state: StandInState, form: FormFields, isLive: boolean): Stripe.PaymentIntent {
  const unknown = Object.keys(form).find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) throw invalidRequest(`Received unknown parameter: ${unknown}`);
  if (textIn(form, 'off_session') !== 'true' || textIn(form, 'confirm') !== 'true')
    throw invalidRequest('This payment needs a buyer.');
  const methodId = textIn(form, 'payment_method') ?? '';
  const method = state.methods.get(methodId);
  if (method === undefined) throw missing('PaymentMethod', methodId);
  const customer = textIn(form, 'customer') ?? null;
  if (method.customer === null || method.customer !== customer)
    throw invalidRequest('The payment method does not belong to the customer.', {
      code: 'payment_method_unexpected_state',
    });
  const stamp = { id: state.id('pi'), created: state.seconds(), livemode: isLive };
  const intent = intentObject(stamp, {
    amount: Number(textIn(form, 'amount')),
    currency: textIn(form, 'currency') ?? '',
    metadata: textsIn(fieldsIn(form['metadata'])),
  });
  const description = textIn(form, 'description') ?? null;
  return { ...intent, customer, description, payment_method: methodId };
}
