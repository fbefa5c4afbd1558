import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCurrency } from '../../kernel/money.ts';
import { currencyOfCountry, openCountryFinder } from './countries.ts';

const embedded = { countryHeader: undefined, geoDatabase: undefined };
const behindCdn = { ...embedded, countryHeader: 'cf-ipcountry' };

test('the embedded database knows the countries of IPv4 and IPv6 addresses', () => {
  const countryOf = openCountryFinder(embedded);
  const countries = ['193.99.144.80', '133.1.1.1', '2a02:1210::1'].map((ip) =>
    countryOf({ ip, headers: {} }),
  );
  assert.deepEqual(countries, ['DE', 'JP', 'CH']);
});

test('addresses of no country have none, and neither has what is no address', () => {
  const countryOf = openCountryFinder(embedded);
  for (const ip of ['127.0.0.1', '10.1.2.3', '::1', '', 'nonsense', '1.2.3']) {
    assert.equal(countryOf({ ip, headers: {} }), undefined, ip);
  }
});

test('the header of a CDN counts only where it is configured, and only when it names a country', () => {
  const client = (header: string) => ({ ip: '193.99.144.80', headers: { 'cf-ipcountry': header } });
  assert.equal(openCountryFinder(embedded)(client('US')), 'DE');
  const countryOf = openCountryFinder(behindCdn);
  assert.equal(countryOf(client('us')), 'US');
  for (const silent of ['XX', 'T1', '', 'Germany']) assert.equal(countryOf(client(silent)), 'DE', silent);
});

test('where proxies are named, the header of a client that comes by none of them does not count', () => {
  const countryOf = openCountryFinder(behindCdn);
  const client = { ip: '193.99.144.80', headers: { 'cf-ipcountry': 'US' } };
  assert.equal(countryOf({ ...client, ips: ['193.99.144.80'] }), 'DE');
  assert.equal(countryOf({ ...client, ips: ['10.0.0.1', '193.99.144.80'] }), 'US');
});

test('countries pay with real currencies', () => {
  const pairs = ['DE', 'US', 'JP', 'KW', 'GB'].map(currencyOfCountry);
  assert.deepEqual(pairs, ['EUR', 'USD', 'JPY', 'KWD', 'GBP']);
  assert.ok(pairs.every((code) => code !== undefined && isCurrency(code)));
  assert.equal(currencyOfCountry('ZZ'), undefined);
  assert.equal(currencyOfCountry('constructor'), undefined);
});
