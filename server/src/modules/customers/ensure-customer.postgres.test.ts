import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database, Tx } from '../../platform/database/database.ts';
import { openLocation } from '../../../test/open-location.ts';
import { testTx } from '../../../test/context.ts';
import { type LicensingScenario, licensingScenario } from '../../../test/licensing.ts';
import { whileUncommitted } from '../../../test/uncommitted.ts';
import { type Customer, ensureLockedCustomer } from './index.ts';
import { findCustomer, updateCustomer } from './store.ts';
import { saveEmailChange } from './store-email-changes.ts';

// On SQLite one transaction writes at a time; here two do, and one waits for the lock of the other's customer.

let scenario: LicensingScenario;
let elsewhere: Database;
before(async () => {
  scenario = await licensingScenario();
  const { location, system, clock } = scenario;
  elsewhere = await openLocation(location, { log: system.log, clock });
});
after(async () => {
  await elsewhere.close();
  await scenario.close();
});

/** The customer locked for an email while another transaction runs `work` on the customer who has it. */
async function lockedFor(email: string, work: (tx: Tx) => Promise<unknown>): Promise<Customer> {
  const { system, account } = scenario;
  const settled = await whileUncommitted(elsewhere, work, () =>
    system.database.transaction((tx) => ensureLockedCustomer(testTx(system, tx, account), { email })),
  );
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

const moved = (id: string) => ({ email: `moved-${id}@example.com`, emailKey: `moved-${id}@example.com` });

test('a customer who leaves the address while their lock is awaited is not returned', async () => {
  const { account, system } = scenario;
  const customer = await scenario.customer();
  const locked = await lockedFor(customer.email, (tx) =>
    updateCustomer(tx, account.id, customer.id, moved(customer.id)),
  );
  assert.notEqual(locked.id, customer.id);
  assert.deepEqual([locked.email, locked.passwordHash], [customer.email, null], 'a new customer has it');
  const row = await findCustomer(system.database.reader, account.id, customer.id);
  assert.equal(row?.email, moved(customer.id).email);
});

test('nor is one who is deleted meanwhile', async () => {
  const { account } = scenario;
  const customer = await scenario.customer();
  const deletion = { email: `deleted-${customer.id}`, emailKey: `deleted-${customer.id}`, isDeleted: true };
  const locked = await lockedFor(customer.email, (tx) =>
    updateCustomer(tx, account.id, customer.id, deletion),
  );
  assert.notEqual(locked.id, customer.id);
  assert.deepEqual([locked.email, locked.isDeleted], [customer.email, false]);
});

test('one who left the address meanwhile and can still go back to it is returned', async () => {
  const { account, clock, system } = scenario;
  const customer = await scenario.customer({ isEmailConfirmed: true });
  const locked = await lockedFor(customer.email, async (tx) => {
    await updateCustomer(tx, account.id, customer.id, moved(customer.id));
    await saveEmailChange(tx, {
      accountId: account.id,
      customerId: customer.id,
      id: system.ids.guid(),
      email: customer.email,
      emailKey: customer.emailKey,
      wasConfirmed: true,
      changedAt: clock.now(),
      expiresAt: new Date(clock.now().getTime() + 60_000),
    });
  });
  assert.deepEqual([locked.id, locked.email], [customer.id, moved(customer.id).email]);
});
