import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDetails } from './details.ts';

test('details that are absent or removed have no issues', () => {
  assert.deepEqual(checkDetails({}), {});
  const removed = { name: null, address: null, businessName: null, taxId: null, phone: null };
  assert.deepEqual(checkDetails(removed), {});
});

test('every detail is checked, and every issue has the path of its field', () => {
  const issues = checkDetails({
    name: '',
    email: 'ada',
    address: { countryCode: 'AE', streetAddress1: 'a', locality: '\u202Ea' },
    businessName: ' ',
    taxId: 'a\0b',
    phone: '',
    externalId: '',
    properties: { color: 7 },
  });
  assert.deepEqual(Object.keys(issues).toSorted(), [
    'address.locality',
    'businessName',
    'email',
    'externalId',
    'name',
    'phone',
    'properties.color',
    'taxId',
  ]);
  assert.deepEqual(Object.keys(checkDetails({ properties: 'none' })), ['properties']);
});
