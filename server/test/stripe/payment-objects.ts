import type { Stripe } from 'stripe';

interface Stamp {
  readonly id: string;
  readonly created: number;
  readonly livemode: boolean;
}

export function intentObject(
  { id, created, livemode }: Stamp,
  { amount, currency, metadata }: Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'metadata'>,
) {
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret`,
    confirmation_method: 'automatic',
    created,
    currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  } satisfies Stripe.PaymentIntent;
}

export function chargeObject(
  { id, created, livemode }: Stamp,
  intent: Stripe.PaymentIntent,
  { method, country }: { readonly method: string; readonly country: string },
) {
  const { amount, currency } = intent;
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created,
    currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: null,
    payment_method_details: methodDetails(method, country),
    receipt_email: null,
    receipt_number: null,
    receipt_url: `https://pay.stripe.example/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
}

function methodDetails(type: string, country: string): Stripe.Charge.PaymentMethodDetails {
  if (type !== 'card') return { type };
  return {
    type,
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: 'visa',
      checks: null,
      electronic_commerce_indicator: null,
      country,
      exp_month: 12,
      exp_year: 2030,
      funding: 'credit',
      installments: null,
      last4: '4242',
      mandate: null,
      network: 'visa',
      network_transaction_id: null,
      regulated_status: null,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  } satisfies Stripe.Charge.PaymentMethodDetails;
}

export function refundObject(
  { id, created }: Omit<Stamp, 'livemode'>,
  charge: Stripe.Charge,
  { amount, metadata }: Pick<Stripe.Refund, 'amount' | 'metadata'>,
) {
  return {
    id,
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund;
}

export function warningObject({ id, created, livemode }: Stamp, charge: Stripe.Charge) {
  return {
    id,
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created,
    fraud_type: 'made_with_stolen_card',
    livemode,
  } satisfies Stripe.Radar.EarlyFraudWarning;
}
