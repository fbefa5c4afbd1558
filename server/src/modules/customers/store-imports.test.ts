import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { openTestSystem, type TestSystem } from '../../../test/harness.ts';
import { type Account, createAccount } from '../accounts/index.ts';
import { newCustomer } from './ensure-customer.ts';
import { type Customer, type CustomerTables } from './index.ts';
import { findExistingCustomers, insertNewCustomers } from './store-imports.ts';
import { saveEmailChange } from './store-email-changes.ts';
import { insertCustomer, updateCustomer } from './store.ts';

let system: TestSystem;
let close: () => Promise<void>;
let demo: Account;
before(async () => {
  ({ system, close } = await openTestSystem());
  demo = await createAccount(system, { id: 'demo', name: 'Demo Audio' });
});
after(() => close());

const rowOf = (email: string, more: Partial<Customer> = {}): Customer => ({
  ...newCustomer(testContext(system, demo), { email }),
  ...more,
});

async function add(email: string, more: Partial<Customer> = {}): Promise<Customer> {
  const row = await system.database.transaction((tx) => insertCustomer(tx, rowOf(email, more)));
  return row ?? assert.fail(`${email} is taken`);
}

/** The customer has left the address for another one. */
async function leave(customer: Customer, to: string, wasConfirmed: boolean, expiresAt: Date): Promise<void> {
  const { accountId, id: customerId, email, emailKey } = customer;
  const changedAt = system.clock.now();
  await system.database.transaction(async (tx) => {
    await updateCustomer(tx, 'demo', customerId, { email: to, emailKey: to });
    const change = { accountId, customerId, email, emailKey, wasConfirmed, changedAt, expiresAt };
    await saveEmailChange(tx, { ...change, id: system.ids.guid() });
  });
}

const insert = (rows: readonly Customer[]) =>
  system.database.transaction((tx) => insertNewCustomers(tx, rows, system.clock.now()));

test('imported customers take over the newsletter subscriptions of their addresses, and of no others', async () => {
  const changedAt = new Date('2026-01-01T00:00:00Z');
  const subscribe = (email: string) =>
    system.database.transaction((tx) =>
      tx
        .tables<CustomerTables>()
        .insertInto('newsletterSubscriptions')
        .values({
          accountId: 'demo',
          email,
          emailKey: email,
          name: null,
          wantsNewsletter: true,
          wantsProductUpdates: false,
          isNewsletter: true,
          isProductUpdates: false,
          codeHash: null,
          codeExpiresAt: null,
          requestedAt: changedAt,
          confirmedAt: changedAt,
          changedAt,
        })
        .execute(),
    );
  await subscribe('reader@example.com');
  await subscribe('nobody@example.com');
  await insert([rowOf('silent@example.com'), { ...rowOf('reader@example.com'), isEmailConfirmed: true }]);
  const db = system.database.reader.tables<CustomerTables>();
  const rows = await db
    .selectFrom('customers')
    .select(['email', 'acceptsNewsletter', 'newsletterOptedInAt'])
    .where('email', 'in', ['reader@example.com', 'silent@example.com'])
    .orderBy('email')
    .execute();
  assert.deepEqual(rows, [
    { email: 'reader@example.com', acceptsNewsletter: true, newsletterOptedInAt: changedAt },
    { email: 'silent@example.com', acceptsNewsletter: false, newsletterOptedInAt: null },
  ]);
  const left = await db.selectFrom('newsletterSubscriptions').select('email').execute();
  assert.deepEqual(left, [{ email: 'nobody@example.com' }]);
});

test('nothing is imported for an address that its customer left meanwhile, and can still go back to', async () => {
  const hour = (count: number) => new Date(system.clock.now().getTime() + count * 3_600_000);
  await leave(await add('left@example.com'), 'new-of-left@example.com', true, hour(1));
  await assert.rejects(insert([rowOf('left@example.com')]), /reserved in the meantime/);
  await leave(await add('over@example.com'), 'new-of-over@example.com', true, hour(-1));
  await leave(await add('mistyped@example.com'), 'right@example.com', false, hour(1));
  assert.equal((await insert([rowOf('over@example.com'), rowOf('mistyped@example.com')])).length, 2);
  assert.deepEqual(await insert([]), []);
});

test('a customer is known by the id, then by the external id, then by the address that they have or can go back to', async () => {
  const now = system.clock.now();
  const byId = await add('by-id@example.com');
  const byExternalId = await add('by-external-id@example.com', { externalId: 'crm-1' });
  const byEmail = await add('by-email@example.com');
  const deleted = await add('deleted@example.com', { externalId: 'crm-2', isDeleted: true });
  const back = await add('back@example.com');
  await leave(back, 'elsewhere@example.com', true, new Date(now.getTime() + 3_600_000));
  const names = {
    all: { id: byId.id.toUpperCase(), email: byEmail.email, externalId: 'crm-1' },
    externalId: { email: byEmail.email, externalId: 'crm-1' },
    email: { email: ' BY-EMAIL@example.com ', externalId: 'crm-9' },
    deletedId: { email: 'other@example.com', externalId: 'crm-2' },
    deletedEmail: { email: 'deleted@example.com' },
    previous: { email: 'Back@example.com' },
    current: { email: 'elsewhere@example.com' },
    nobody: { id: system.ids.guid(), email: 'nobody-at-all@example.com' },
  };
  const customers = await findExistingCustomers(system.database.reader, 'demo', Object.values(names), now);
  const ids = Object.entries(names).map(([name, reference]) => [name, customers.of(reference)?.id]);
  assert.deepEqual(Object.fromEntries(ids), {
    all: byId.id,
    externalId: byExternalId.id,
    email: byEmail.id,
    deletedId: deleted.id,
    deletedEmail: undefined,
    previous: back.id,
    current: back.id,
    nobody: undefined,
  });
  const elsewhere = await findExistingCustomers(system.database.reader, 'other', Object.values(names), now);
  for (const reference of Object.values(names)) assert.equal(elsewhere.of(reference), undefined);
});
