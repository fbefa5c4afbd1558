import type { Stripe } from 'stripe';
import type { SentItem, StandInState } from './state.ts';

/** The rates of the places that the stand-in knows; others have none. */
const PERCENTS: Readonly<Record<string, number>> = { AT: 20, DE: 19, FR: 20 };
const SELLER_COUNTRY = 'DE';

/** The tax of an item. */
export interface ItemTax {
  readonly amount: number;
  readonly isOnTop: boolean;
  readonly taxes: Stripe.LineItem.Tax[];
}

/** Calculates the tax of an item for a customer, or for a buyer in Austria, as the provider does. */
export function taxOfItem(state: StandInState, item: SentItem, customerId: string | undefined): ItemTax {
  const country = state.customers.get(customerId ?? '')?.address?.country ?? 'AT';
  const isBusiness = (state.taxIds.get(customerId ?? '') ?? []).some(({ type }) => type === 'eu_vat');
  const isReverse = isBusiness && country !== SELLER_COUNTRY;
  const percent = isReverse ? 0 : (PERCENTS[country] ?? 0);
  const due = item.unitAmount * item.quantity;
  const isOnTop = item.taxBehavior !== 'inclusive';
  const amount = isOnTop
    ? Math.round((due * percent) / 100)
    : due - Math.round((due * 100) / (100 + percent));
  const rate = {
    id: state.id('txr'),
    object: 'tax_rate',
    active: false,
    country,
    created: state.seconds(),
    description: null,
    display_name: 'VAT',
    effective_percentage: percent,
    flat_amount: null,
    inclusive: !isOnTop,
    jurisdiction: country,
    jurisdiction_level: 'country',
    livemode: false,
    metadata: {},
    percentage: percent,
    rate_type: 'percentage',
    state: null,
    tax_type: 'vat',
  } satisfies Stripe.TaxRate;
  const reason = isReverse ? 'reverse_charge' : country in PERCENTS ? 'standard_rated' : 'not_collecting';
  return { amount, isOnTop, taxes: [{ amount, rate, taxability_reason: reason, taxable_amount: due }] };
}
