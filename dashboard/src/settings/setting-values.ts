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

/** The values of a form. */
export type ValuesOf<Form> = Form extends SettingsForm<infer Name> ? Values<Name> : never;

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

/** A choice of a form, as a text. */
export const YES = 'yes';
export const NO = '';

/** Who calculates taxes, where they are collected, and from whom. */
export const TAX: SettingsForm<'mode' | 'prices' | 'collectsIn' | 'belowEuThreshold' | 'vies'> = {
  fields: ['mode', 'prices', 'collectsIn', 'belowEuThreshold', 'vies'],
  valuesOf: ({ tax: { mode, prices, collectsIn, belowEuThreshold, vies } }) => ({
    mode,
    prices,
    collectsIn: collectsIn.join('\n'),
    belowEuThreshold: belowEuThreshold ? YES : NO,
    vies: vies ? YES : NO,
  }),
  changeOf: ({ mode, prices, collectsIn, belowEuThreshold, vies }) => ({
    tax: {
      mode: oneOf(['none', 'own', 'provider'] as const, mode) ?? 'none',
      prices: oneOf(['inclusive', 'exclusive'] as const, prices) ?? 'inclusive',
      collectsIn: codesIn(collectsIn),
      belowEuThreshold: belowEuThreshold === YES,
      vies: vies === YES,
    },
  }),
};

/** How pages and mails look. */
export const BRAND: SettingsForm<'name' | 'logoUrl' | 'accentColor' | 'colorScheme' | 'iconUrl'> = {
  fields: ['name', 'logoUrl', 'accentColor', 'colorScheme', 'iconUrl'],
  valuesOf: ({ name, logoUrl, brand }) => ({
    name,
    logoUrl: logoUrl ?? '',
    accentColor: brand.accentColor ?? '',
    colorScheme: brand.colorScheme,
    iconUrl: brand.iconUrl ?? '',
  }),
  changeOf: ({ name, logoUrl, accentColor, colorScheme, iconUrl }) => ({
    name: name.trim(),
    logoUrl: orNull(logoUrl),
    brand: {
      accentColor: orNull(accentColor),
      colorScheme: oneOf(['auto', 'light', 'dark'] as const, colorScheme) ?? 'auto',
      iconUrl: orNull(iconUrl),
    },
  }),
};

/** What is at the foot of the pages. */
export const FOOTER: SettingsForm<'footerText' | 'links'> = {
  fields: ['footerText', 'links'],
  valuesOf: ({ brand }) => ({
    footerText: brand.footerText ?? '',
    links: brand.links.map(({ label, url }) => `${label} ${url}`).join('\n'),
  }),
  changeOf: ({ footerText, links }) => ({
    brand: { footerText: orNull(footerText), links: footerLinksIn(links) },
  }),
};

/** The links in a text with one in each line: its name, and after the last space its address. */
export function footerLinksIn(text: string): { readonly label: string; readonly url: string }[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const space = line.lastIndexOf(' ');
      return { label: line.slice(0, Math.max(space, 0)).trim(), url: line.slice(space + 1) };
    });
}

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

/** The vendor's privacy policy, and how sure the address of a customer is. */
export const PRIVACY: SettingsForm<
  'privacy' | 'requiresConfirmedEmail' | 'confirmsEmailChange' | 'waitsForProvenEmail'
> = {
  fields: ['privacy', 'requiresConfirmedEmail', 'confirmsEmailChange', 'waitsForProvenEmail'],
  valuesOf: ({ links, requiresConfirmedEmail, confirmsEmailChange, waitsForProvenEmail }) => ({
    privacy: links.privacy ?? '',
    requiresConfirmedEmail: requiresConfirmedEmail ? YES : NO,
    confirmsEmailChange: confirmsEmailChange ? YES : NO,
    waitsForProvenEmail: waitsForProvenEmail ? YES : NO,
  }),
  changeOf: ({ privacy, requiresConfirmedEmail, confirmsEmailChange, waitsForProvenEmail }) => ({
    links: { privacy: orNull(privacy) },
    requiresConfirmedEmail: requiresConfirmedEmail === YES,
    confirmsEmailChange: confirmsEmailChange === YES,
    waitsForProvenEmail: waitsForProvenEmail === YES,
  }),
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
