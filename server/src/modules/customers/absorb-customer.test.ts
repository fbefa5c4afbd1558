import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { openTestSystem, type TestSystem } from '../../../test/harness.ts';
import { transaction } from '../../platform/context/context.ts';
import { type Context, createAccount } from '../accounts/index.ts';
import { newCustomer } from './ensure-customer.ts';
import { absorbCustomer, type Customer } from './index.ts';
import { findCustomer, findMerges, insertCustomer } from './store.ts';

let system: TestSystem;
let close: () => Promise<void>;
let ctx: Context;
before(async () => {
  ({ system, close } = await openTestSystem());
  ctx = testContext(system, await createAccount(system, { id: 'demo', name: 'Demo Audio' }));
});
after(() => close());

let count = 0;
async function add(more: Partial<Customer>): Promise<Customer> {
  count += 1;
  const row = { ...newCustomer(ctx, { email: `customer-${count}@example.com` }), ...more };
  return (await system.database.transaction((tx) => insertCustomer(tx, row))) ?? assert.fail();
}

const MOVED = { orders: 0, licenses: 0, subscriptions: 0, trials: 0, vouchers: 0 };

async function absorb(into: Customer, from: Customer): Promise<Customer> {
  return transaction(ctx, (tx) => absorbCustomer(tx, { from, into }, { reason: 'One person', moved: MOVED }));
}

const property = (value: string) => ({ type: 'text', value, public: false, includeInToken: false }) as const;
const ADDRESS = {
  countryCode: 'NO',
  streetAddress1: 'Storgata 1',
  streetAddress2: null,
  postCode: '0155',
  locality: 'Oslo',
  region: null,
};
const BUSINESS = { address: ADDRESS, businessName: 'Vendor AS', taxId: 'NO1' };

test('a customer gets what they lack of another, and keeps what they have', async () => {
  const own = { name: 'Ada', phone: '1', externalId: `own-${count}`, properties: { a: property('own') } };
  const from = {
    ...BUSINESS,
    name: 'Second',
    phone: '2',
    properties: { a: property('other'), b: property('other') },
  };
  const rich = await absorb(await add(own), await add({ ...from, externalId: 'other-1' }));
  const both = { a: property('own'), b: property('other') };
  assert.partialDeepStrictEqual(rich, { ...own, ...BUSINESS, properties: both });
  const poor = await absorb(await add({}), await add({ ...from, externalId: 'other-2' }));
  assert.partialDeepStrictEqual(poor, { ...from, externalId: 'other-2' });
});

test('an address, a business and a tax id are never those of two customers', async () => {
  for (const own of [
    { address: { ...ADDRESS, postCode: '0156' } },
    { businessName: 'Own' },
    { taxId: 'NO2' },
  ]) {
    const merged = await absorb(await add(own), await add(BUSINESS));
    const { address, businessName, taxId } = merged;
    assert.deepEqual(
      { address, businessName, taxId },
      { address: null, businessName: null, taxId: null, ...own },
    );
  }
});

test('of the other an id and the email are left, which leads to the customer, also from those merged before', async () => {
  const [into, from, earlier] = [
    await add({}),
    await add({ ...BUSINESS, name: 'Second', isEmailConfirmed: true, externalId: 'kept' }),
    await add({}),
  ];
  await absorb(from, earlier);
  await absorb({ ...into, externalId: 'its own' }, from);
  const rest = await findCustomer(system.database.reader, 'demo', from.id);
  assert.partialDeepStrictEqual(rest, {
    email: from.email,
    isEmailConfirmed: true,
    name: 'Merged customer',
    businessName: null,
    externalId: 'kept',
    isDeleted: true,
  });
  const ids = [from.id, earlier.id, into.id];
  const merges = await findMerges(system.database.reader, 'demo', ids);
  assert.deepEqual(
    ids.map((id) => merges.get(id)),
    [into.id, into.id, undefined],
  );
});
