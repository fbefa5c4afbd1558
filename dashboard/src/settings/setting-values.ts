import { oneOf } from '../list/filter-search.ts';
import type { AccountSettings, AccountSettingsChanges } from './settings-queries.ts';

type Values<Name extends string> = Record<Name, string>;

/** A form of the page: its fields as texts, and the change that they are. */
export interface SettingsForm<Name extends string> {
  readonly fields: readonly Name[];
  readonly valuesOf: (settings: AccountSettings) => Values<Name>;
  /** The change; an empty text is null, which is the default. */
  readonly changeOf: (values: Values<Name>) => AccountSettingsChanges;
}

/** The codes of countries or currencies in a text, with commas or spaces between them. */
function codesIn(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '');
}

const orNull = (text: string) => text.trim() || null;

/** Who sells. */
export const SELLER: SettingsForm<'name' | 'address' | 'country' | 'taxId' | 'email'> = {
  fields: ['name', 'address', 'country', 'taxId', 'email'],
  valuesOf: ({ seller }) => ({
    name: seller.name ?? '',
    address: seller.address.join('\n'),
    country: seller.country ?? '',
    taxId: seller.taxId ?? '',
    email: seller.email ?? '',
  }),
  changeOf: ({ name, address, country, taxId, email }) => ({
    seller: {
      name: orNull(name),
      address: address
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      country: orNull(country),
      taxId: orNull(taxId),
      email: orNull(email),
    },
  }),
};

/** How documents are numbered and dated. */
export const DOCUMENTS: SettingsForm<'timeZone' | 'receiptPrefix' | 'invoicePrefix' | 'creditNotePrefix'> = {
  fields: ['timeZone', 'receiptPrefix', 'invoicePrefix', 'creditNotePrefix'],
  valuesOf: ({ documents: { timeZone, receiptPrefix, invoicePrefix, creditNotePrefix } }) => ({
    timeZone,
    receiptPrefix,
    invoicePrefix,
    creditNotePrefix,
  }),
  changeOf: ({ timeZone, ...prefixes }) => ({ documents: { timeZone: timeZone.trim(), ...prefixes } }),
};

/** Who calculates taxes, and where they are collected. */
export const TAX: SettingsForm<'mode' | 'prices' | 'collectsIn'> = {
  fields: ['mode', 'prices', 'collectsIn'],
  valuesOf: ({ tax: { mode, prices, collectsIn } }) => ({ mode, prices, collectsIn: collectsIn.join(', ') }),
  changeOf: ({ mode, prices, collectsIn }) => ({
    tax: {
      mode: oneOf(['none', 'own', 'provider'] as const, mode) ?? 'none',
      prices: oneOf(['inclusive', 'exclusive'] as const, prices) ?? 'inclusive',
      collectsIn: codesIn(collectsIn),
    },
  }),
};

/** In which currencies the shop sells. */
export const CURRENCIES: SettingsForm<'currencies' | 'defaultCurrency'> = {
  fields: ['currencies', 'defaultCurrency'],
  valuesOf: ({ currencies, defaultCurrency }) => ({ currencies: currencies.join(', '), defaultCurrency }),
  changeOf: ({ currencies, defaultCurrency }) => ({
    currencies: codesIn(currencies),
    defaultCurrency: defaultCurrency.trim().toUpperCase() || null,
  }),
};

/** Who sends mails. */
export const MAIL: SettingsForm<'mailFrom'> = {
  fields: ['mailFrom'],
  valuesOf: ({ mailFrom }) => ({ mailFrom: mailFrom ?? '' }),
  changeOf: ({ mailFrom }) => ({ mailFrom: orNull(mailFrom) }),
};

/** The vendor's own pages. */
export const LINKS: SettingsForm<'terms' | 'privacy' | 'refunds' | 'imprint'> = {
  fields: ['terms', 'privacy', 'refunds', 'imprint'],
  valuesOf: ({ links }) => ({
    terms: links.terms ?? '',
    privacy: links.privacy ?? '',
    refunds: links.refunds ?? '',
    imprint: links.imprint ?? '',
  }),
  changeOf: ({ terms, privacy, refunds, imprint }) => ({
    links: {
      terms: orNull(terms),
      privacy: orNull(privacy),
      refunds: orNull(refunds),
      imprint: orNull(imprint),
    },
  }),
};
