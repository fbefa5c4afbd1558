import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from './checkout-en.ts';
import { addressEn } from '../address/address-en.ts';
import { billingOf, checkBilling } from '../address/address-rules.ts';
import type { BillingRules } from './billing.ts';
import {
  billingOfBuyer,
  checkFields,
  type Requirements,
  fieldsOfBuyer,
  needsConsent,
  trimmed,
} from './payment-fields.ts';

const BILLING: BillingRules = {
  check: (values) => checkBilling(values, addressEn),
  of: billingOf,
  wrongTaxId: addressEn.wrongTaxId,
};
const NOTHING: Requirements = {
  billing: undefined,
  confirmation: false,
  consent: false,
  recurringConsent: false,
  anotherSubscription: false,
};
const BLANK = fieldsOfBuyer({ name: null, email: null, locked: false });
const ADA = { ...BLANK, name: 'Ada', email: ' ada@example.org ' };
const HOME = { ...ADA, streetAddress1: '1 Road', postCode: '10115', locality: 'Berlin', countryCode: 'DE' };

const wrong = (fields: Partial<typeof BLANK>, requirements: Partial<Requirements> = {}) =>
  checkFields({ ...BLANK, ...fields }, { ...NOTHING, ...requirements }, en);

describe('checkFields', () => {
  it('reports every field at once', () => {
    assert.deepEqual(Object.keys(wrong({})), ['name', 'email']);
    assert.deepEqual(Object.keys(wrong({ name: '  ', email: '\t' })), ['name', 'email']);
  });

  it('accepts what can be sent', () => {
    assert.deepEqual(wrong(ADA), {});
    assert.deepEqual(wrong({ ...HOME, consents: true, confirmsCountry: true }, DEMANDS), {});
  });

  it('refuses what cannot be an address', () => {
    assert.deepEqual(Object.keys(wrong({ name: 'Ada', email: 'ada@' })), ['email']);
  });

  it('asks for the consent, and for the country, where the page does', () => {
    assert.deepEqual(Object.keys(wrong(HOME, DEMANDS)), ['confirmsCountry', 'consents']);
    assert.deepEqual(Object.keys(wrong({ ...HOME, consents: true, confirmsCountry: true }, AGAIN)), [
      'recurringConsent',
      'anotherSubscription',
    ]);
  });

  it('asks for the country first, then for the fields that it has', () => {
    const questions = (country: string) =>
      Object.keys(wrong({ ...ADA, countryCode: country }, { billing: BILLING }));
    assert.deepEqual(questions(''), ['countryCode']);
    assert.deepEqual(questions('DE'), ['streetAddress1', 'postCode', 'locality']);
    assert.deepEqual(questions('US'), ['streetAddress1', 'postCode', 'locality', 'region']);
    assert.deepEqual(questions('AE'), ['streetAddress1', 'locality', 'region']);
    assert.deepEqual(questions('SG'), ['streetAddress1', 'postCode']);
    assert.deepEqual(questions('HK'), ['streetAddress1', 'region']);
  });

  it('names the postal code as the country does, with a sample', () => {
    const message = (country: string, postCode: string) =>
      wrong({ ...HOME, countryCode: country, postCode, region: 'x' }, { billing: BILLING })['postCode'];
    assert.equal(message('US', '1'), 'Check your ZIP code. It should look like 95014.');
    assert.equal(message('GB', ''), 'Enter your postcode.');
    assert.equal(message('GB', 'ec1y 8sy'), undefined);
    assert.equal(message('TZ', 'anything'), undefined);
  });

  it('asks a business for its name', () => {
    assert.deepEqual(Object.keys(wrong({ ...HOME, isBusiness: true }, { billing: BILLING })), [
      'businessName',
    ]);
  });
});

const DEMANDS = { ...NOTHING, billing: BILLING, confirmation: true, consent: true };
const AGAIN = { ...DEMANDS, recurringConsent: true, anotherSubscription: true };

describe('sent values', () => {
  it('starts with what is known of the buyer', () => {
    const fields = fieldsOfBuyer({
      name: null,
      email: 'ada@example.org',
      locked: true,
      billing: { taxId: 'NO123' },
    });
    assert.deepEqual([fields.name, fields.email], ['', 'ada@example.org']);
    assert.deepEqual([fields.isBusiness, fields.taxId], [true, 'NO123']);
  });

  it('has no spaces around it', () => {
    assert.deepEqual(trimmed({ name: ' Ada  Lovelace ', email: ' ada@example.org\n' }), {
      name: 'Ada  Lovelace',
      email: 'ada@example.org',
    });
  });

  it('are the billing details that the page shows, with the fields of their country', () => {
    const billing = (fields: typeof HOME) => billingOfBuyer(fields, DEMANDS, {});
    assert.equal(billingOfBuyer(HOME, NOTHING, {}), undefined);
    assert.deepEqual(billing({ ...HOME, region: 'left over', taxId: 'left over' }), {
      address: { countryCode: 'DE', streetAddress1: '1 Road', postCode: '10115', locality: 'Berlin' },
      phone: '',
      businessName: '',
      taxId: '',
    });
    assert.deepEqual(billing({ ...HOME, countryCode: 'HK', region: 'Kowloon' })?.address, {
      countryCode: 'HK',
      streetAddress1: '1 Road',
      postCode: '',
      locality: null,
      region: 'Kowloon',
    });
    assert.equal(billing({ ...HOME, countryCode: 'SG' })?.address?.locality, 'SG');
    const business = { ...HOME, isBusiness: true, businessName: ' Lovelace AS ', taxId: 'NO123 ' };
    const { businessName, taxId } = billing(business) ?? {};
    assert.deepEqual([businessName, taxId], ['Lovelace AS', 'NO123']);
  });

  it('remove stored details that the buyer leaves out', () => {
    const nothing = { address: null, phone: null, businessName: null, taxId: null };
    assert.deepEqual(billingOfBuyer(HOME, NOTHING, { billing: { phone: '1' } }), nothing);
  });
});

describe('needsConsent', () => {
  const euro = (amount: number) => ({ currency: 'EUR', amount });
  const costing = (amount: number) => ({
    total: {
      original: euro(amount),
      discount: euro(0),
      subtotal: euro(amount),
      taxes: euro(0),
      due: euro(amount),
    },
  });

  it('is for private buyers in countries with a right of withdrawal, and for those who may be', () => {
    assert.equal(needsConsent(HOME, costing(49)), true);
    assert.equal(needsConsent(ADA, costing(49)), true);
    assert.equal(needsConsent(ADA, { ...costing(49), suggestedCountry: 'US' }), false);
    assert.equal(needsConsent({ ...HOME, countryCode: 'US' }, costing(49)), false);
    assert.equal(needsConsent({ ...HOME, isBusiness: true }, costing(49)), false);
    assert.equal(needsConsent(HOME, costing(0)), false);
  });
});
