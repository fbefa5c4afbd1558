import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesIn, valuesOf } from './customer-changes.ts';

const ANN: Parameters<typeof valuesOf>[0] = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@example.com',
  businessName: null,
  taxId: 'DE1',
  emailConfirmed: true,
  hasPassword: true,
  isDeleted: false,
  ownedProducts: [],
  subscribedProducts: [],
  address: null,
  communicationPreferences: { newsletterOptIn: false, productUpdatesOptIn: false },
  createdAt: '2026-01-01T00:00:00.000Z',
};

test('only what is different is sent, without the spaces around it', () => {
  const values = valuesOf(ANN);
  assert.equal(changesIn(ANN, { ...values, name: ' Ann ' }), undefined);
  assert.deepEqual(changesIn(ANN, { ...values, name: 'Ann Lee', taxId: ' ' }), {
    name: 'Ann Lee',
    taxId: null,
  });
  assert.deepEqual(changesIn(ANN, { ...values, email: 'ann@new.example' }), { email: 'ann@new.example' });
});

test('an address is sent as a whole, and without a text in any field it is removed', () => {
  const home = { streetAddress1: 'Main St 1', postCode: '10115', locality: 'Berlin', countryCode: 'de' };
  assert.deepEqual(changesIn(ANN, { ...valuesOf(ANN), ...home }), {
    address: { ...home, countryCode: 'DE' },
  });
  const address = { ...home, countryCode: 'DE', streetAddress2: null, region: null };
  const atHome = { ...ANN, address };
  const nowhere = { streetAddress1: '', postCode: ' ', locality: '', countryCode: '' };
  assert.deepEqual(changesIn(atHome, { ...valuesOf(atHome), ...nowhere }), { address: null });
});
