import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitorQuery } from './quote-query.ts';

const NOBODY = { quantity: '1', email: '', licenseId: '', country: '', day: '', campaign: '' };

test('a question about a price has only the fields that are filled in, and a quantity that can be', () => {
  assert.deepEqual(visitorQuery(NOBODY), { quantity: 1 });
  assert.deepEqual(visitorQuery({ ...NOBODY, quantity: 'many', country: 'd' }), { quantity: 1 });
  assert.deepEqual(visitorQuery({ ...NOBODY, licenseId: 'mine' }), { quantity: 1, licenseId: 'mine' });
  assert.deepEqual(
    visitorQuery({ ...NOBODY, quantity: '12', country: 'de', day: '2027-03-01', campaign: ' spring ' }),
    {
      quantity: 12,
      country: 'DE',
      at: new Date(2027, 2, 1, 12).toISOString(),
      utm_campaign: 'spring',
    },
  );
});
