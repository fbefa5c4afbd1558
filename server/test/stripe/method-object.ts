import type { Stripe } from 'stripe';

/** A card that the provider keeps; with a customer, it can be charged again. */
export function methodObject(
  { id, created, livemode }: Pick<Stripe.PaymentMethod, 'id' | 'created' | 'livemode'>,
  customer: Stripe.PaymentMethod['customer'],
  number: string,
) {
  return {
    id,
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: null,
      country: 'AT',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: 2030,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: null,
      regulated_status: null,
      three_d_secure_usage: null,
      wallet: null,
    },
    created,
    customer,
    customer_account: null,
    livemode,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod;
}

/** A setup that has saved a method. */
export function setupObject(
  { id, created, livemode }: Pick<Stripe.SetupIntent, 'id' | 'created' | 'livemode'>,
  customer: string | null,
  methodId: string,
) {
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: null,
    created,
    customer,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: methodId,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'succeeded',
    usage: 'off_session',
  } satisfies Stripe.SetupIntent;
}
