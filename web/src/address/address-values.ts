/** An address as typed. */
export type AddressValues = Readonly<Record<AddressName, string>>;

/** The fields of an address, by the names of the API. */
type AddressName = 'countryCode' | 'streetAddress1' | 'streetAddress2' | 'postCode' | 'locality' | 'region';

/** An address in the API's form. */
export type StoredAddress = { readonly [Field in keyof AddressValues]?: string | null };

/** A stored address as values for the fields, in the order of the page; empty ones without it. */
export function addressValues(address: StoredAddress = {}): AddressValues {
  return {
    countryCode: address.countryCode ?? '',
    streetAddress1: address.streetAddress1 ?? '',
    streetAddress2: address.streetAddress2 ?? '',
    postCode: address.postCode ?? '',
    locality: address.locality ?? '',
    region: address.region ?? '',
  };
}

/** An address as on a letter, without its country. */
export function addressLines(address: StoredAddress): readonly string[] {
  const { streetAddress1, streetAddress2, postCode, locality, region } = address;
  const place = [postCode, locality, region].filter(Boolean).join(' ');
  return [streetAddress1, streetAddress2, place].flatMap((line) => line || []);
}

/** Billing details as typed. */
export type BillingValues = AddressValues & {
  readonly phone: string;
  readonly isBusiness: boolean;
  readonly businessName: string;
  readonly taxId: string;
};

/** Billing details in the API's form. */
export interface StoredBilling {
  readonly address?: StoredAddress;
  readonly phone?: string | null;
  readonly businessName?: string | null;
  readonly taxId?: string | null;
}

/** Stored billing details as values for the fields. */
export function billingValues({ address, phone, businessName, taxId }: StoredBilling): BillingValues {
  return {
    ...addressValues(address),
    phone: phone ?? '',
    isBusiness: Boolean(businessName ?? taxId),
    businessName: businessName ?? '',
    taxId: taxId ?? '',
  };
}
