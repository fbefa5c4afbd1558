import type { Checkout } from '../api/checkout.ts';

type TaxNoticeReason = NonNullable<NonNullable<Checkout['tax']>['noticeReason']>;

/** `City` → `city`, but `ZIP code` and `Eircode`, which are names. */
function inSentence(label: string): string {
  const isName = label === 'Eircode' || /^[A-Z]{2}/.test(label);
  return isName ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

/** The texts of the fields of an address; `address-de.ts` has the same keys. */
export const addressEn = {
  country: 'Country',
  chooseCountry: 'Choose a country',
  street: 'Address',
  street2: 'Apartment, building (optional)',
  enterCountry: 'Choose your country.',
  enterStreet: 'Enter your street and house number.',
  enter: (label: string) => `Enter your ${inSentence(label)}.`,
  check: (label: string, sample: string) => `Check your ${inSentence(label)}. It should look like ${sample}.`,
  postCodes: {
    post: 'Postal code',
    zip: 'ZIP code',
    eircode: 'Eircode',
    pin: 'PIN code',
    postcode: 'Postcode',
  },
  cities: { city: 'City', town: 'Town or city', suburb: 'Suburb', district: 'District' },
  regions: {
    state: 'State',
    province: 'Province',
    prefecture: 'Prefecture',
    county: 'County',
    emirate: 'Emirate',
    region: 'Region',
    island: 'Island',
    area: 'Area',
  },
  chooseRegion: 'Choose',
  phone: 'Phone (optional)',
  business: 'I’m buying as a business',
  businessName: 'Business name',
  enterBusinessName: 'Enter the name of the business.',
  /** The server's sentence about a business that is charged tax. */
  taxNotice: (sentence: string, _reason: TaxNoticeReason | undefined) => sentence,
  taxId: (isVat: boolean): string => (isVat ? 'VAT number (optional)' : 'Tax ID (optional)'),
  wrongTaxId: (country: string) =>
    `This is not a valid business tax ID (${country}). Check it, including the country code, or leave the field empty.`,
};

/** The same in one language. */
export type AddressTexts = typeof addressEn;
