import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Context } from '../../../accounts/index.ts';
import type { PayerAddress, PayerBilling, PaymentStart } from '../../provider.ts';
import { type Connection, connectionOf, withNextKey } from './client.ts';
import { StripeError } from './error.ts';
import { ACCOUNT_FIELD } from './session-params.ts';

type SessionParams = Stripe.Checkout.SessionCreateParams;

/** The name of the fingerprint of a customer's details on the provider's object. */
const DETAILS_FIELD = 'latchkey_details';

/** As many as one page has: a buyer has a customer for each set of details. */
const MAX_CUSTOMERS = 100;

/**
 * The parameters of a session with a customer that has the payer's address, business name and tax id, from which Stripe
 * calculates the taxes, and that a saved method belongs to; unchanged where it calculates none, or the payer stated
 * neither address nor tax id, and no method is saved. A payer with the same details as before has the same customer,
 * and customers do not change, because another session may be using them.
 */
export async function withCustomer(
  connection: Connection,
  { payer, billing = {}, idempotencyKey, saveMethod = false }: PaymentStart,
  params: SessionParams,
): Promise<SessionParams> {
  const taxId = taxIdOf(billing);
  const isTaxed = params.automatic_tax?.enabled === true;
  const isTaxedByDetails = isTaxed && (taxId !== undefined || billing.address);
  if (!saveMethod && !isTaxedByDetails) return params;
  const customer = await findOrCreateCustomer(connection, `${idempotencyKey}-customer`, {
    email: payer.email,
    name: billing.businessName?.trim() || payer.name,
    ...(billing.address && { address: addressOf(billing.address) }),
    ...(taxId && { tax_id_data: [taxId] }),
    metadata: { [ACCOUNT_FIELD]: String(params.metadata?.[ACCOUNT_FIELD]) },
  });
  const { customer_email: _email, ...rest } = params;
  return {
    ...rest,
    customer,
    // Without an address, the tax follows the one that the payer enters at Stripe.
    ...(isTaxed && !billing.address && { customer_update: { address: 'auto' } }),
  };
}

interface Details extends Stripe.CustomerCreateParams {
  email: string;
  metadata: Record<string, string>;
}

/** The id of the customer with exactly these details. */
async function findOrCreateCustomer(
  connection: Connection,
  idempotencyKey: string,
  details: Details,
): Promise<string> {
  const fingerprint = createHash('sha256').update(JSON.stringify(details)).digest('hex');
  const find = async () =>
    (await customersOf(connection, details.email)).findLast(
      ({ metadata }) => metadata[DETAILS_FIELD] === fingerprint,
    );
  const create = (number: number) =>
    connection.call((stripe) =>
      stripe.customers.create(
        { ...details, metadata: { ...details.metadata, [DETAILS_FIELD]: fingerprint } },
        { idempotencyKey: `${idempotencyKey}-${number}` },
      ),
    );
  const { id } = (await find()) ?? (await withNextKey(create, find));
  return id;
}

/** Deletes the customers of an email address that this account created, but those who are charged. */
export async function eraseCustomers(
  ctx: Context,
  email: string,
  isCharged: (customerId: string) => Promise<boolean>,
): Promise<void> {
  const connection = await connectionOf(ctx);
  for (const { id, metadata } of await customersOf(connection, email)) {
    if (metadata[ACCOUNT_FIELD] !== ctx.account.id || (await isCharged(id))) continue;
    await deleteCustomer(connection, id);
  }
}

async function deleteCustomer({ call }: Connection, id: string): Promise<void> {
  try {
    await call((stripe) => stripe.customers.del(id));
  } catch (error) {
    if (!(error instanceof StripeError) || error.status !== 404) throw error;
  }
}

/** The customers of an email address, newest first. */
async function customersOf({ call }: Connection, email: string): Promise<readonly Stripe.Customer[]> {
  const { data } = await call((stripe) => stripe.customers.list({ email, limit: MAX_CUSTOMERS }));
  return data;
}

function addressOf(address: PayerAddress): Stripe.AddressParam {
  return {
    country: address.countryCode,
    line1: address.streetAddress1,
    postal_code: address.postCode,
    ...(address.streetAddress2 && { line2: address.streetAddress2 }),
    ...(address.locality && { city: address.locality }),
    ...(address.region && { state: address.region }),
  };
}

/** Prefixes of EU VAT numbers: those of the countries, Greece's, and Northern Ireland's. */
const EU = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

/** The kinds of tax ids that businesses have elsewhere, by country, where there is one for everything. */
const ELSEWHERE: Readonly<Record<string, Stripe.CustomerCreateParams.TaxIdDatum.Type>> = {
  AE: 'ae_trn',
  AU: 'au_abn',
  CH: 'ch_vat',
  CL: 'cl_tin',
  GB: 'gb_vat',
  GE: 'ge_vat',
  IL: 'il_vat',
  IN: 'in_gst',
  IS: 'is_vat',
  KE: 'ke_pin',
  KR: 'kr_brn',
  LI: 'li_vat',
  MX: 'mx_rfc',
  NO: 'no_vat',
  NZ: 'nz_gst',
  PH: 'ph_tin',
  SA: 'sa_vat',
  SG: 'sg_gst',
  TH: 'th_vat',
  TR: 'tr_tin',
  TW: 'tw_vat',
  UA: 'ua_vat',
  US: 'us_ein',
  VN: 'vn_tin',
  ZA: 'za_vat',
};

/** The tax id in the form that Stripe takes; `undefined` where nothing says of which kind it is. */
function taxIdOf({ taxId, address }: PayerBilling): Stripe.CustomerCreateParams.TaxIdDatum | undefined {
  const value = (taxId ?? '').toUpperCase().replace(/[\s.\-/·_]/g, '');
  const prefix = value.slice(0, 2).replace('GR', 'EL');
  if (EU.has(prefix)) return { type: 'eu_vat', value: prefix + value.slice(2) };
  const country = (address?.countryCode ?? '').replace('GR', 'EL').replace('MC', 'FR');
  if (value !== '' && EU.has(country)) return { type: 'eu_vat', value: country + value };
  const type = ELSEWHERE[country] ?? (prefix === 'GB' ? 'gb_vat' : undefined);
  return value === '' || type === undefined ? undefined : { type, value };
}
