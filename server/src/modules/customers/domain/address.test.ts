import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAddress, toAddress } from './address.ts';

const complete = {
  countryCode: 'NO',
  streetAddress1: 'Storgata 1',
  postCode: '0155',
  locality: 'Oslo',
};

test('an address with a locality or with a region is complete', () => {
  const { locality, ...bare } = complete;
  assert.deepEqual(checkAddress({ ...bare, locality }), {});
  assert.deepEqual(checkAddress({ ...bare, region: 'Oslo fylke' }), {});
  assert.deepEqual(Object.keys(checkAddress(bare)), ['address.locality', 'address.region']);
  assert.deepEqual(Object.keys(checkAddress({ ...bare, locality: '  ', region: null })), [
    'address.locality',
    'address.region',
  ]);
});

test('names every issue of an address together', () => {
  const errors = checkAddress({
    countryCode: 'XX',
    streetAddress1: ' ',
    streetAddress2: 'a\r\nb',
    locality: 'x'.repeat(201),
  });
  assert.deepEqual(errors, {
    'address.streetAddress1': ['is required'],
    'address.postCode': ['is required'],
    'address.countryCode': ['must be an ISO 3166-1 alpha-2 country code'],
    'address.streetAddress2': ['must not contain control characters'],
    'address.locality': ['must have at most 200 characters'],
  });
});

test('stores an address without the spaces around its parts, with a code in upper case', () => {
  assert.deepEqual(
    toAddress({ ...complete, countryCode: 'no', streetAddress1: ' Storgata 1 ', streetAddress2: '' }),
    {
      countryCode: 'NO',
      streetAddress1: 'Storgata 1',
      streetAddress2: null,
      postCode: '0155',
      locality: 'Oslo',
      region: null,
    },
  );
});

test('an address that was not checked is not stored', () => {
  assert.throws(() => toAddress({ ...complete, postCode: null }), RangeError);
});

test('a value that is not text counts as missing, in an address that no schema has checked', () => {
  assert.deepEqual(checkAddress({ ...complete, postCode: 155 }), { 'address.postCode': ['is required'] });
});

test('needs no postal code where letters have none', () => {
  const address = { ...complete, countryCode: 'ae', postCode: '' };
  assert.deepEqual(checkAddress(address), {});
  assert.equal(toAddress(address).postCode, '');
  assert.deepEqual(checkAddress({ ...address, countryCode: 'DE' }), { 'address.postCode': ['is required'] });
});
