import type { components } from '@latchkey/sdk';
import { ADDRESS_FIELDS, addressIn } from '../form/address-fields.ts';

type Customer = components['schemas']['Customer'];
type CustomerChanges = components['schemas']['CustomerChanges'];

const OPTIONAL = ['businessName', 'taxId', 'phone'] as const;

/** The fields of the form. */
export type CustomerValues = Record<
  'name' | 'email' | (typeof ADDRESS_FIELDS)[number] | (typeof OPTIONAL)[number],
  string
>;

/** A customer as the fields of the form show it. */
export function valuesOf(customer: Customer): CustomerValues {
  const { name, email, address } = customer;
  return {
    name: name ?? '',
    email,
    businessName: customer.businessName ?? '',
    taxId: customer.taxId ?? '',
    phone: customer.phone ?? '',
    streetAddress1: address?.streetAddress1 ?? '',
    streetAddress2: address?.streetAddress2 ?? '',
    postCode: address?.postCode ?? '',
    locality: address?.locality ?? '',
    region: address?.region ?? '',
    countryCode: address?.countryCode ?? '',
  };
}

/**
 * What to change: only what is different, because another email signs the customer out; the address as a whole. Undefined
 * when nothing is different.
 */
export function changesIn(customer: Customer, values: CustomerValues): CustomerChanges | undefined {
  const before = valuesOf(customer);
  const isChanged = (name: keyof CustomerValues) => values[name].trim() !== before[name];
  const changes: CustomerChanges = {
    ...(isChanged('name') && { name: values.name.trim() }),
    ...(isChanged('email') && { email: values.email.trim() }),
    ...Object.fromEntries(
      OPTIONAL.filter(isChanged).map((name) => [
        name,
        values[name].trim() === '' ? null : values[name].trim(),
      ]),
    ),
    ...(ADDRESS_FIELDS.some(isChanged) && { address: addressIn(values) }),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
}
