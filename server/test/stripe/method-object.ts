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
