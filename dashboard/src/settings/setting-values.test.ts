import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BRAND, CURRENCIES, footerLinksIn, NO, PRIVACY, TAX, YES } from './setting-values.ts';

test('a line of the footer is a name and an address; what lacks one of them is refused by the server', () => {
  assert.deepEqual(footerLinksIn(' Terms of sale https://a.example/terms \n\nhttps://b.example'), [
    { label: 'Terms of sale', url: 'https://a.example/terms' },
    { label: '', url: 'https://b.example' },
  ]);
});

test('what is emptied goes back to its default', () => {
  const values = { name: ' Acme ', logoUrl: ' ', accentColor: '', colorScheme: 'dark', iconUrl: '' };
  assert.deepEqual(BRAND.changeOf(values), {
    name: 'Acme',
    logoUrl: null,
    brand: { accentColor: null, colorScheme: 'dark', iconUrl: null },
  });
  assert.deepEqual(CURRENCIES.changeOf({ currencies: 'eur; usd', defaultCurrency: '' }), {
    currencies: ['EUR', 'USD'],
    defaultCurrency: null,
  });
});

test('choices about taxes are sent as they are shown', () => {
  const values = { mode: 'own', prices: 'exclusive', collectsIn: 'de, eu', belowEuThreshold: YES, vies: NO };
  assert.deepEqual(TAX.changeOf(values), {
    tax: {
      mode: 'own',
      prices: 'exclusive',
      collectsIn: ['DE', 'EU'],
      belowEuThreshold: true,
      vies: false,
    },
  });
});

test('the policy and what customers have to confirm are saved together, and other links stay', () => {
  const values = {
    privacy: ' https://acme.example/privacy ',
    requiresConfirmedEmail: YES,
    confirmsEmailChange: NO,
    waitsForProvenEmail: YES,
  };
  assert.deepEqual(PRIVACY.changeOf(values), {
    links: { privacy: 'https://acme.example/privacy' },
    requiresConfirmedEmail: true,
    confirmsEmailChange: false,
    waitsForProvenEmail: true,
  });
});
