import type { Stripe } from 'stripe';
import { invalidRequest, missing } from './errors.ts';
import { fieldsIn, type FormFields, listIn, textIn, textsIn } from './form.ts';
import { sessionObject } from './session-object.ts';
import type { SentItem, StandInState } from './state.ts';
import { type ItemTax, taxOfItem } from './taxes.ts';

const PARAMETERS = new Set(
  `adaptive_pricing automatic_tax cancel_url client_reference_id currency customer customer_email customer_update expires_at line_items locale
  managed_payments metadata mode payment_intent_data redirect_on_completion
  return_url setup_intent_data success_url ui_mode`.split(/\s+/),
);
const MINIMUMS: Readonly<Record<string, number>> = { eur: 50, usd: 50, gbp: 30, jpy: 50 };

/** Creates a session as the provider does, and refuses what it refuses. */
export function createSession(
  state: StandInState,
  form: FormFields,
  { isLive, pagesUrl }: { readonly isLive: boolean; readonly pagesUrl: string },
): Stripe.Checkout.Session {
  const unknown = Object.keys(form).find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined)
    throw invalidRequest(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    });
  const items = listIn(form, 'line_items').map(itemOf);
  const isSetup = textIn(form, 'mode') === 'setup';
  const { currency, amount } = isSetup ? setupOf(form) : amountOf(form, items);
  refuseTaxes(form, items);
  const created = state.seconds();
  const expiresAt = Number(textIn(form, 'expires_at') ?? created + 86_400);
  if (expiresAt < created + 1_790 || expiresAt > created + 86_400)
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours in the future.',
      {
        param: 'expires_at',
      },
    );
  const id = state.id(isLive ? 'cs_live' : 'cs_test');
  const isHosted = refusePages(form);
  const customer = customerOf(state, form);
  const tax = taxOf(state, form, items);
  const usage = textIn(fieldsIn(form['payment_intent_data']), 'setup_future_usage');
  if (usage === 'off_session' && customer !== null) state.savingSessions.add(id);
  state.lineItems.set(id, items);
  return state.sessions.put(
    sessionObject({
      id,
      created,
      currency,
      expires_at: expiresAt,
      livemode: isLive,
      mode: isSetup ? 'setup' : 'payment',
      amount_subtotal: amount,
      amount_total: amount + tax.onTop,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: tax.amount },
      automatic_tax: {
        enabled: isOn(form, 'automatic_tax'),
        liability: null,
        provider: null,
        status: isOn(form, 'automatic_tax') ? 'complete' : null,
      },
      managed_payments: isOn(form, 'managed_payments') ? { enabled: true } : null,
      cancel_url: textIn(form, 'cancel_url') ?? null,
      success_url: textIn(form, 'success_url') ?? null,
      client_reference_id: textIn(form, 'client_reference_id') ?? null,
      client_secret: isHosted ? null : `${id}_secret`,
      customer,
      customer_email: textIn(form, 'customer_email') ?? null,
      locale: textIn(form, 'locale') ?? null,
      metadata: textsIn(fieldsIn(form['metadata'])),
      ui_mode: isHosted ? 'hosted_page' : 'embedded_page',
      ...(isHosted ? {} : { return_url: textIn(form, 'return_url') ?? '' }),
      url: isHosted ? `${pagesUrl}/pay/${id}` : null,
    }),
  );
}

function itemOf(form: FormFields): SentItem & { readonly currency: string } {
  const price = fieldsIn(form['price_data']);
  const product = fieldsIn(price['product_data']);
  const unitAmount = Number(textIn(price, 'unit_amount'));
  const quantity = Number(textIn(form, 'quantity'));
  const isWhole =
    Number.isSafeInteger(unitAmount) && unitAmount >= 0 && Number.isSafeInteger(quantity) && quantity > 0;
  if (!isWhole)
    throw invalidRequest('Invalid integer', { param: 'line_items', code: 'parameter_invalid_integer' });
  return {
    currency: textIn(price, 'currency') ?? '',
    name: textIn(product, 'name') ?? '',
    taxCode: textIn(product, 'tax_code'),
    taxBehavior: textIn(price, 'tax_behavior'),
    unitAmount,
    quantity,
  };
}

/** A session that saves a method belongs to a customer, and has no items. */
function setupOf(form: FormFields) {
  const currency = textIn(form, 'currency') ?? '';
  if (form['line_items'] !== undefined || textIn(form, 'customer') === undefined || currency === '')
    throw invalidRequest('A session in setup mode has a customer, a currency, and no line items.');
  return { currency, amount: 0 };
}

function amountOf(form: FormFields, items: readonly ReturnType<typeof itemOf>[]) {
  const [currency = '', ...others] = new Set(items.map((item) => item.currency));
  if (textIn(form, 'mode') !== 'payment' || items.length === 0 || items.length > 100)
    throw invalidRequest('You must pass 1 to 100 line items in payment mode.', { param: 'line_items' });
  if (others.length > 0 || !/^[a-z]{3}$/.test(currency))
    throw invalidRequest(`Invalid currency: ${currency}`, { param: 'line_items[0][price_data][currency]' });
  const amount = items.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0);
  if (amount < (MINIMUMS[currency] ?? 1))
    throw invalidRequest('The Checkout Session’s total amount is too small.', { code: 'amount_too_small' });
  return { currency, amount };
}

function refuseTaxes(form: FormFields, items: readonly SentItem[]): void {
  if (!isOn(form, 'managed_payments')) return;
  if (isOn(form, 'automatic_tax') || items.some(({ taxBehavior }) => taxBehavior !== undefined))
    throw invalidRequest('You cannot use tax parameters with Managed Payments.', { param: 'automatic_tax' });
  if (items.some(({ taxCode }) => taxCode === undefined))
    throw invalidRequest('Managed Payments needs a tax code on each product.', { param: 'line_items' });
}

/** Whether the provider's own page is used. */
function refusePages(form: FormFields): boolean {
  const mode = textIn(form, 'ui_mode') ?? 'hosted_page';
  const needed = mode === 'hosted_page' ? 'success_url' : 'return_url';
  if (mode !== 'hosted_page' && mode !== 'embedded_page')
    throw invalidRequest(`Invalid ui_mode: must be one of hosted_page, embedded_page`, { param: 'ui_mode' });
  if (!URL.canParse(textIn(form, needed) ?? ''))
    throw invalidRequest(`Not a valid URL: ${needed}`, { code: 'url_invalid', param: needed });
  return mode === 'hosted_page';
}

/** The id of the customer, who must exist, with a place where taxes are calculated. */
function customerOf(state: StandInState, form: FormFields): string | null {
  const id = textIn(form, 'customer');
  if (id === undefined) return null;
  const customer = state.customers.get(id);
  if (customer === undefined) throw missing('customer', id);
  if (textIn(form, 'customer_email') !== undefined)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.');
  const isUpdated = textIn(fieldsIn(form['customer_update']), 'address') === 'auto';
  if (isOn(form, 'automatic_tax') && customer.address === null && !isUpdated)
    throw invalidRequest('Automatic tax needs a valid address.', { code: 'customer_tax_location_invalid' });
  return id;
}

function taxOf(state: StandInState, form: FormFields, items: readonly SentItem[]) {
  const parts = isOn(form, 'managed_payments') || isOn(form, 'automatic_tax') ? items : [];
  const taxes = parts.map((item) => taxOfItem(state, item, textIn(form, 'customer')));
  const sum = (some: readonly ItemTax[]) => some.reduce((total, { amount }) => total + amount, 0);
  return { amount: sum(taxes), onTop: sum(taxes.filter(({ isOnTop }) => isOnTop)) };
}

function isOn(form: FormFields, name: string): boolean {
  return textIn(fieldsIn(form[name]), 'enabled') === 'true';
}
