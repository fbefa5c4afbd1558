import type { Stripe } from 'stripe';
import { invalidRequest } from './errors.ts';
import { fieldsIn, type FormFields, listIn, textIn, textsIn } from './form.ts';
import type { StandInState } from './state.ts';

const PARAMETERS = new Set('address email metadata name tax_id_data'.split(' '));

/** Creates a customer as the provider does, and refuses tax ids that cannot be right. */
export function createCustomer(state: StandInState, form: FormFields, isLive: boolean): Stripe.Customer {
  const unknown = Object.keys(form).find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) throw invalidRequest(`Received unknown parameter: ${unknown}`);
  const taxIds = listIn(form, 'tax_id_data').map((one) => ({
    type: textIn(one, 'type') ?? '',
    value: textIn(one, 'value') ?? '',
  }));
  const wrong = taxIds.find(
    ({ type, value }) =>
      state.refusedTaxIds.has(value) || (type === 'eu_vat' && !/^[A-Z]{2}[0-9A-Z]{8,12}$/.test(value)),
  );
  if (wrong !== undefined)
    throw invalidRequest(`Invalid value for ${wrong.type}.`, { code: 'tax_id_invalid' });
  const id = state.id('cus');
  state.taxIds.set(id, taxIds);
  const address = fieldsIn(form['address']);
  const addressText = (name: string) => textIn(address, name) ?? null;
  return state.customers.put({
    id,
    object: 'customer',
    address:
      form['address'] === undefined
        ? null
        : {
            city: addressText('city'),
            country: addressText('country'),
            line1: addressText('line1'),
            line2: addressText('line2'),
            postal_code: addressText('postal_code'),
            state: addressText('state'),
          },
    balance: 0,
    created: state.seconds(),
    default_source: null,
    description: null,
    email: textIn(form, 'email') ?? null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: isLive,
    metadata: textsIn(fieldsIn(form['metadata'])),
    name: textIn(form, 'name') ?? '',
    shipping: null,
  } satisfies Stripe.Customer);
}
