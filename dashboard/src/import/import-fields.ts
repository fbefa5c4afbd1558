import type { ImportKind } from '../session/import-scopes.ts';

/** What a column of a list can become, by its path in an entry, such as `address.countryCode`. */
export interface ImportField {
  readonly path: string;
  readonly isRequired?: boolean;
  /** Other usual names of its column, in lower case, letters without marks and digits only. */
  readonly names?: readonly string[];
  /** How its texts are read: as a moment, or as one of few meanings, such as the id of a product. */
  readonly form?: 'moment' | 'meaning';
  /** What every line gets where no column fits. */
  readonly value?: string;
}

const CREATED = {
  path: 'createdAt',
  form: 'moment',
  names: ['created', 'sold', 'since', 'erstellt'],
} as const;
const EXPIRES = {
  path: 'expiresAt',
  form: 'moment',
  names: ['expires', 'expiry', 'validuntil', 'ends', 'gultigbis', 'ablauf'],
} as const;
const OWNER: readonly ImportField[] = [
  { path: 'ownerEmail', names: ['email', 'mail', 'owner', 'customer', 'kunde', 'redeemedby'] },
  { path: 'ownerExternalId', names: ['customerid', 'kundennummer'] },
];
const product = (names: readonly string[] = []): ImportField => ({
  path: 'productId',
  isRequired: true,
  form: 'meaning',
  names: ['product', 'produkt', ...names],
});
const DEVICE = ['machine', 'device', 'fingerprint'];

/** The fields of each kind of entry. */
export const IMPORT_FIELDS: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  variations: [
    { ...product(), isRequired: false },
    { path: 'bundleId', form: 'meaning', names: ['bundle'] },
    { path: 'id', isRequired: true, names: ['planid', 'variationid'] },
    { path: 'name', isRequired: true, names: ['plan', 'variation'] },
    { path: 'cycleLength', form: 'meaning', names: ['billing', 'cycle', 'interval'] },
    { path: 'prices.EUR', names: ['eur', 'price', 'preis'] },
    { path: 'prices.USD', names: ['usd'] },
    { path: 'prices.GBP', names: ['gbp'] },
    { path: 'prices.CHF', names: ['chf'] },
    { path: 'freeDays', names: ['trialdays'] },
    { path: 'ownAfterCycles', names: ['ownedafter'] },
    { path: 'fallbackAfterCycles', names: ['versionsstayafter'] },
    { path: 'canPause', names: ['pauses'] },
    { path: 'milestones', names: ['coupons'] },
    { path: 'isDefault', names: ['default'] },
    { path: 'position' },
  ],
  customers: [
    { path: 'email', isRequired: true, names: ['mail', 'emailaddress', 'emailadresse'] },
    { path: 'name', names: ['fullname', 'customer', 'kunde'] },
    { path: 'businessName', names: ['company', 'firma', 'organization'] },
    { path: 'externalId', names: ['customerid', 'kundennummer', 'id'] },
    { path: 'phone', names: ['telephone', 'telefon'] },
    { path: 'taxId', names: ['vatid', 'vat', 'ustid'] },
    { path: 'address.streetAddress1', names: ['street', 'address', 'strasse', 'straße', 'adresse'] },
    { path: 'address.streetAddress2', names: ['street2', 'address2'] },
    { path: 'address.postCode', names: ['zip', 'zipcode', 'postalcode', 'plz'] },
    { path: 'address.locality', names: ['city', 'town', 'ort', 'stadt'] },
    { path: 'address.region', names: ['state', 'province', 'bundesland'] },
    { path: 'address.countryCode', form: 'meaning', names: ['country', 'land'] },
    { path: 'communicationPreferences.newsletterOptIn', names: ['newsletter'] },
    { path: 'communicationPreferences.productUpdatesOptIn', names: ['productupdates', 'updates'] },
    { path: 'emailConfirmed', names: ['confirmed', 'verified'] },
    CREATED,
    { path: 'passwordHash', names: ['hash'] },
  ],
  licenses: [
    { path: 'externalId', isRequired: true, names: ['licenseid', 'id', 'lizenznummer'] },
    ...OWNER,
    product(),
    { path: 'keyCode', names: ['key', 'licensekey', 'serial', 'schlussel'] },
    {
      path: 'maxNumberOfActivations',
      form: 'meaning',
      names: ['seats', 'activations', 'maxmachines', 'platze'],
    },
    { path: 'offlineActivationsAllowed', names: ['offline'] },
    EXPIRES,
    { path: 'updatesUntil', form: 'moment', names: ['maintenanceuntil', 'supportuntil'] },
    { path: 'upToMajor', names: ['major', 'majorversion'] },
    CREATED,
    { path: 'activations', names: ['machines', 'devices', 'gerate'] },
  ],
  subscriptions: [
    { path: 'externalId', isRequired: true, names: ['subscriptionid', 'id', 'abonummer'] },
    ...OWNER,
    { path: 'content.type', isRequired: true, form: 'meaning', value: 'Product' },
    { path: 'content.id', isRequired: true, form: 'meaning', names: ['product', 'productid', 'produkt'] },
    { path: 'content.variationId', form: 'meaning', names: ['plan', 'planid', 'variation'] },
    { path: 'content.quantity', names: ['seats', 'quantity', 'anzahl'], value: '1' },
    { path: 'cycleLength', isRequired: true, form: 'meaning', names: ['billing', 'cycle', 'interval'] },
    { path: 'price.currency', isRequired: true, names: ['currency', 'wahrung'], value: 'EUR' },
    { path: 'price.amount', isRequired: true, names: ['price', 'amount', 'preis', 'betrag'] },
    {
      path: 'paidThrough',
      isRequired: true,
      form: 'moment',
      names: ['currentperiodend', 'paiduntil', 'renewsat', 'bezahltbis'],
    },
    { path: 'anchor.date', names: ['billinganchor', 'anchor'] },
    { path: 'paidCycles', names: ['paidinvoices'] },
    { path: 'startedAt', form: 'moment', names: ['started', 'since', 'created'] },
    { path: 'providerCustomerId', names: ['providercustomer', 'stripecustomer', 'stripecustomerid'] },
    { path: 'providerMethodId', names: ['providerpaymentmethod', 'paymentmethod'] },
    { path: 'licenseExternalIds', names: ['licenseids', 'licenses'] },
    { path: 'locale', names: ['language', 'sprache'] },
  ],
  vouchers: [
    { path: 'code', isRequired: true, names: ['voucher', 'gutschein'] },
    { path: 'contents', isRequired: true, form: 'meaning', names: ['product', 'productid', 'produkt'] },
    { path: 'name', names: ['batch', 'campaign'] },
    { path: 'description', names: ['notes'] },
    EXPIRES,
    ...OWNER,
    { path: 'redeemedAt', form: 'moment', names: ['redeemed', 'eingelost'] },
  ],
  trials: [
    product(),
    { path: 'deviceSignature', isRequired: true, names: [...DEVICE, 'machineid'] },
    { path: 'deviceName', isRequired: true, names: ['machinename', 'hostname'] },
    { ...EXPIRES, isRequired: true },
    ...OWNER,
    { path: 'lastValidation', form: 'moment', names: ['lastseen'] },
    CREATED,
  ],
};
