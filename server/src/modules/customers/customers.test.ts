import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext, testTx } from '../../../test/context.ts';
import { openTestSystem, type TestSystem } from '../../../test/harness.ts';
import { transaction } from '../../platform/context/context.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import { listEvents } from '../../platform/journal/store.ts';
import { type Account, createAccount } from '../accounts/index.ts';
import { changePassword, changeProfile, confirmCustomerEmail } from './change-customer.ts';
import { type Customer, type CustomerTables, ensureCustomer } from './index.ts';
import {
  findCustomer,
  findCustomerByEmail,
  insertCustomer,
  listCustomers,
  lockCustomer,
  updateCustomer,
} from './store.ts';
import { newCustomer } from './ensure-customer.ts';

let system: TestSystem;
let close: () => Promise<void>;
let demo: Account;
let other: Account;
before(async () => {
  ({ system, close } = await openTestSystem());
  demo = await createAccount(system, { id: 'demo', name: 'Demo Audio' });
  other = await createAccount(system, { id: 'other', name: 'Other Vendor' });
});
after(() => close());

const ensure = (email: string, account = demo, name?: string): Promise<Customer> =>
  system.database.transaction((tx) => ensureCustomer(testTx(system, tx, account), { email, name }));

test('a requested customer is created once, and found again in any spelling of the email', async () => {
  system.clock.hold('it compares when the customer was created with the clock');
  const customer = await ensure('Guest@Example.com', demo, 'Guest');
  const { id, accountId, createdAt, ...rest } = customer;
  assert.deepEqual([accountId, createdAt], ['demo', system.clock.now()]);
  assert.deepEqual(rest, {
    name: 'Guest',
    businessName: null,
    taxId: null,
    email: 'Guest@Example.com',
    emailKey: 'guest@example.com',
    isEmailConfirmed: false,
    phone: null,
    address: null,
    passwordHash: null,
    acceptsNewsletter: false,
    newsletterOptedInAt: null,
    acceptsProductUpdates: false,
    productUpdatesOptedInAt: null,
    privacyAcceptedAt: null,
    termsAcceptedAt: null,
    properties: {},
    sessionEpoch: 0,
    isDeleted: false,
    mergedInto: null,
    externalId: null,
    revision: 1,
  });
  const again = await ensure(' GUEST@example.COM ', demo, 'Somebody Else');
  assert.deepEqual(again, customer, 'what is known of them is not overwritten');
  assert.deepEqual(await findCustomer(system.database.reader, 'demo', id), customer);
});

test('of many concurrent transactions that request a new customer one creates it and all get it', async () => {
  const customers = await Promise.all(Array.from({ length: 20 }, () => ensure('crowd@example.com')));
  assert.equal(new Set(customers.map(({ id }) => id)).size, 1);
});

test('a check and an insert without a constraint to fall back on fails in the same race', async () => {
  const naive = async (): Promise<string> => {
    const email = 'naive@example.com';
    const customer = await findCustomerByEmail(system.database.reader, 'demo', email);
    if (customer !== undefined) return 'found';
    const row = newCustomer(testContext(system, demo), { email });
    return system.database
      .transaction((tx) => tx.tables<CustomerTables>().insertInto('customers').values(row).execute())
      .then(
        () => 'made',
        (error: unknown) => (isUniqueViolation(error) ? 'failed' : 'broken'),
      );
  };
  const outcomes = await Promise.all(Array.from({ length: 20 }, naive));
  assert.ok(outcomes.includes('failed'), outcomes.join(' '));
});

test('a customer of one account does not exist for another', async () => {
  const { id, email } = await ensure('tenant@example.com');
  const { reader } = system.database;
  assert.equal(await findCustomer(reader, 'other', id), undefined);
  assert.equal(await findCustomerByEmail(reader, 'other', email), undefined);
  assert.notEqual((await ensure(email, other)).id, id);
  await system.database.transaction(async (tx) => {
    assert.equal(await lockCustomer(tx, 'other', id), undefined);
    assert.equal(await updateCustomer(tx, 'other', id, { name: 'Eve' }), undefined);
  });
  assert.equal((await findCustomer(reader, 'demo', id))?.name, null);
});

test('a second customer with the same email is not inserted', async () => {
  const first = await ensure('taken@example.com');
  const row = newCustomer(testContext(system, demo), { email: 'TAKEN@example.com' });
  assert.equal(await system.database.transaction((tx) => insertCustomer(tx, row)), undefined);
  assert.equal((await findCustomerByEmail(system.database.reader, 'demo', first.email))?.id, first.id);
});

test('a deleted customer is found by id alone and cannot be locked', async () => {
  const { id, email } = await ensure('leaving@example.com');
  const emailKey = `deleted-${id}`;
  const { reader } = system.database;
  await system.database.transaction((tx) =>
    updateCustomer(tx, 'demo', id, { isDeleted: true, email: emailKey, emailKey }),
  );
  assert.equal((await findCustomer(reader, 'demo', id))?.isDeleted, true);
  assert.equal(await findCustomerByEmail(reader, 'demo', email), undefined);
  assert.equal(await findCustomerByEmail(reader, 'demo', emailKey), undefined);
  assert.equal(await system.database.transaction((tx) => lockCustomer(tx, 'demo', id)), undefined);
  assert.notEqual((await ensure(email)).id, id, 'the address is free again');
});

test('customers are listed newest first, each on one page, while new ones come', async () => {
  const account = await createAccount(system, { id: 'paged', name: 'Paged' });
  const customers: Customer[] = [];
  for (let index = 0; index < 7; index += 1) {
    // Some are created in the same millisecond: then the id decides.
    if (index % 3 === 0) system.clock.advance(1);
    customers.push(await ensure(`page-${index}@example.com`, account));
  }
  const ids: string[] = [];
  let after: { at: Date; id: string } | undefined;
  for (;;) {
    const rows: Customer[] = await listCustomers(system.database.reader, 'paged', { limit: 3, after });
    const page = rows.slice(0, 3);
    ids.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (rows.length <= 3 || last === undefined) break;
    after = { at: last.createdAt, id: last.id };
    system.clock.advance(1);
    await ensure(`late-${ids.length}@example.com`, account);
  }
  const newestFirst = customers.toSorted(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
  );
  assert.deepEqual(
    ids,
    newestFirst.map(({ id }) => id),
  );
});

test('a change of nothing changes nothing', async () => {
  const customer = await ensure('same@example.com');
  const changed = await system.database.transaction((tx) => updateCustomer(tx, 'demo', customer.id, {}));
  assert.deepEqual(changed, customer);
});

test('a proof of an email is recorded once, and removes a password that another person may have chosen', async () => {
  const customer = await ensure('proof@example.com');
  const confirm = (before: Customer, dropsPassword: boolean) =>
    transaction(testContext(system, demo), async (tx) => {
      await changePassword(tx, before, 'a hash');
      return confirmCustomerEmail(tx, before, { dropsPassword });
    });
  const former = await confirm(customer, false);
  assert.deepEqual([former.isEmailConfirmed, former.passwordHash], [true, 'a hash']);
  const dropped = await confirm(former, true);
  assert.deepEqual([dropped.isEmailConfirmed, dropped.passwordHash], [true, null]);
  const events = await listEvents(system.database.reader, 'demo', { limit: 3 });
  const types = events.slice(0, 3).map(({ type }) => type);
  assert.deepEqual(types, [
    'customer.password-changed',
    'customer.email-confirmed',
    'customer.password-changed',
  ]);
});

test('a profile keeps its address, which changes with what watches over it alone', async () => {
  const customer = await ensure('profile@example.com');
  const change = (email: string) =>
    transaction(testContext(system, demo), (tx) => changeProfile(tx, customer, { email }));
  assert.equal((await change('Profile@Example.com')).email, 'Profile@Example.com');
  await assert.rejects(change('other@example.com'), /keeps its address/);
});
