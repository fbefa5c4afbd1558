import type { Stripe } from 'stripe';
import type { Account } from '../../../accounts/index.ts';
import type { BuyerVisit, PaymentItem, PaymentStart } from '../../provider.ts';
import type { ProviderSettings } from '../../connections/provider-connection.ts';
import { toProvider } from './amounts.ts';

/** Names of our data on the provider's objects. */
export const ACCOUNT_FIELD = 'latchkey_account';
export const PAYMENT_FIELD = 'latchkey_payment';
/** Marks the payment intents of charges without a buyer; others belong to sessions. */
export const CHARGE_FIELD = 'latchkey_charge';

/** The buyer's time limit. The provider allows 30 minutes to 24 hours. */
const SESSION_MS = 60 * 60_000;
const SHORTEST_SESSION_MS = 30 * 60_000;

const MAX_ITEMS = 100;
const MAX_TITLE = 250;

type Params = Stripe.Checkout.SessionCreateParams;

/** The expiry of a payment's session: the same for every try. */
export function expiryOf({ openedAt }: Pick<PaymentStart, 'openedAt'>): Date {
  return new Date(openedAt.getTime() + SESSION_MS);
}

/** Whether the provider would still create a session of the payment. */
export function isInTime(payment: Pick<PaymentStart, 'openedAt'>, now: Date): boolean {
  return expiryOf(payment).getTime() - now.getTime() >= SHORTEST_SESSION_MS;
}

/**
 * The session of a payment, the same for every try; `undefined` when its amounts cannot be charged exactly. The line
 * items add up to the amount due.
 */
export function sessionParams(
  payment: PaymentStart,
  account: Pick<Account, 'id' | 'settings'>,
  connection: ProviderSettings,
): Params | undefined {
  const settings = withTaxMode(account, { ...connection, managedPayments: payment.merchantOfRecord });
  if (payment.amountMinor === 0) return setupParams(payment, account, settings);
  const lineItems = lineItemsOf(payment, settings);
  if (lineItems === undefined) return undefined;
  const metadata = { [ACCOUNT_FIELD]: account.id, [PAYMENT_FIELD]: payment.paymentId };
  const isManaged = settings['managedPayments'] === true;
  return {
    mode: 'payment',
    line_items: lineItems,
    ...sharedParams(payment, settings),
    metadata,
    payment_intent_data: {
      metadata,
      ...(payment.saveMethod === true && { setup_future_usage: 'off_session' as const }),
    },
    ...(isManaged
      ? { managed_payments: { enabled: true } }
      : // The buyer pays the amount and the currency that the checkout shows.
        { adaptive_pricing: { enabled: false } }),
    ...(!isManaged && taxMode(settings) !== undefined && { automatic_tax: { enabled: true } }),
  };
}

/** The session that only saves a method. */
function setupParams(payment: PaymentStart, { id }: Pick<Account, 'id'>, settings: ProviderSettings): Params {
  const metadata = { [ACCOUNT_FIELD]: id, [PAYMENT_FIELD]: payment.paymentId };
  return {
    mode: 'setup',
    currency: payment.currency.toLowerCase(),
    ...sharedParams(payment, settings),
    metadata,
    setup_intent_data: { metadata },
  };
}

function sharedParams(payment: PaymentStart, settings: ProviderSettings): Params {
  return {
    client_reference_id: payment.paymentId,
    customer_email: payment.payer.email,
    expires_at: Math.floor(expiryOf(payment).getTime() / 1_000),
    locale: localeOf(payment.visit.locale),
    ...pagesOf(payment.visit, settings),
  };
}

/**
 * The effective switches of an account: with the account's own rates, tax is not charged twice, and where the provider
 * calculates taxes, the switch says whether prices include them.
 */
export function withTaxMode(
  { settings: { tax } }: Pick<Account, 'settings'>,
  settings: ProviderSettings,
): ProviderSettings {
  if (settings['managedPayments'] === true || tax.mode === 'own') return { ...settings, automaticTax: null };
  return tax.mode === 'provider' ? { ...settings, automaticTax: taxMode(settings) ?? tax.prices } : settings;
}

/** Whether prices include the tax that the provider calculates, or `undefined` when it calculates none. */
export function taxMode(settings: ProviderSettings): 'inclusive' | 'exclusive' | undefined {
  const mode = settings['automaticTax'];
  return mode === 'inclusive' || mode === 'exclusive' ? mode : undefined;
}

function pagesOf(visit: BuyerVisit, settings: ProviderSettings): Partial<Params> {
  const { returnUrl } = visit;
  return isEmbedded(visit, settings)
    ? // The script reports the end to the page; only a method that leads elsewhere comes back by the URL.
      { ui_mode: 'embedded_page', return_url: returnUrl, redirect_on_completion: 'if_required' }
    : { ui_mode: 'hosted_page', success_url: returnUrl, cancel_url: returnUrl };
}

/** Whether the page requests the embedded form, and the account has the key that its script needs. */
export function isEmbedded({ input }: BuyerVisit, settings: ProviderSettings): boolean {
  return input['embedded'] === true && typeof settings['publishableKey'] === 'string';
}

function lineItemsOf(payment: PaymentStart, settings: ProviderSettings): Params['line_items'] | undefined {
  const { items, amountMinor, currency } = payment;
  const amount = toProvider(amountMinor, currency);
  if (amount === undefined) return undefined;
  const lines = items.length > MAX_ITEMS ? undefined : exactLines(payment, settings);
  const sum = (lines ?? []).reduce((total, { unit, quantity }) => total + unit * quantity, 0);
  // One line for everything says less, but never charges another amount.
  const exact =
    lines !== undefined && sum === amount
      ? lines
      : [{ ...wholeOf(items, settings), unit: amount, quantity: 1 }];
  return exact.map(({ title, unit, quantity, taxCode }) => ({
    quantity,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: unit,
      ...(taxMode(settings) !== undefined && { tax_behavior: taxMode(settings) ?? 'unspecified' }),
      product_data: { name: titleOf(title), ...(taxCode !== undefined && { tax_code: taxCode }) },
    },
  }));
}

interface Line {
  readonly title: string;
  readonly unit: number;
  readonly quantity: number;
  readonly taxCode: string | undefined;
}

/** `undefined` when the provider cannot count the amount of an item. */
function exactLines({ items, currency }: PaymentStart, settings: ProviderSettings): Line[] | undefined {
  const lines = items.map(({ title, quantity, dueMinor, taxCode = defaultTaxCode(settings) }) => {
    const due = toProvider(dueMinor, currency);
    if (due === undefined) return undefined;
    if (quantity > 0 && due % quantity === 0) return { title, unit: due / quantity, quantity, taxCode };
    return { title: `${quantity} × ${title}`, unit: due, quantity: 1, taxCode };
  });
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

/** All items as one, which has a tax code only if they share it. */
function wholeOf(items: readonly PaymentItem[], settings: ProviderSettings): Pick<Line, 'title' | 'taxCode'> {
  const [taxCode, ...others] = new Set(items.map((item) => item.taxCode ?? defaultTaxCode(settings)));
  const title = items.map((item) => item.title).join(', ');
  return { title: title === '' ? 'Order' : title, taxCode: others.length === 0 ? taxCode : undefined };
}

function defaultTaxCode(settings: ProviderSettings): string | undefined {
  const taxCode = settings['taxCode'];
  return typeof taxCode === 'string' ? taxCode : undefined;
}

/** With whole characters: half a surrogate pair cannot be sent. */
function titleOf(title: string): string {
  if (title.length <= MAX_TITLE) return title.toWellFormed();
  return `${title.slice(0, MAX_TITLE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`.toWellFormed();
}

/** The languages of the provider's page. */
const LOCALES = new Set(
  `bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl
  sv th tr vi zh zh-HK zh-TW`.split(/\s+/),
);

function localeOf(tag: string | undefined): NonNullable<Params['locale']> {
  const [language = ''] = (tag ?? '').split('-');
  return [tag ?? '', language].find((locale) => LOCALES.has(locale)) ?? 'auto';
}
