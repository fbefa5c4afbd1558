import type { Stripe } from 'stripe';

/** The data of a new session; the provider sets the rest. */
export type SessionFields = Pick<
  Stripe.Checkout.Session,
  | 'amount_subtotal'
  | 'amount_total'
  | 'automatic_tax'
  | 'cancel_url'
  | 'client_reference_id'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'customer'
  | 'customer_email'
  | 'expires_at'
  | 'id'
  | 'livemode'
  | 'locale'
  | 'managed_payments'
  | 'metadata'
  | 'mode'
  | 'return_url'
  | 'success_url'
  | 'total_details'
  | 'ui_mode'
  | 'url'
>;

/** An open session without a payment intent: the provider creates that when the buyer pays. */
export function sessionObject(fields: SessionFields) {
  return {
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    billing_address_collection: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    discounts: null,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    wallet_options: null,
    ...fields,
  } satisfies Stripe.Checkout.Session;
}
