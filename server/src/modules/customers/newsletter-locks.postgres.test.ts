import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { testTx } from '../../../test/context.ts';
import { type LicensingScenario, licensingScenario } from '../../../test/licensing.ts';
import { openLocation } from '../../../test/open-location.ts';
import { transaction } from '../../platform/context/context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { confirmCustomerEmail } from './change-customer.ts';
import { ensureCustomer } from './ensure-customer.ts';
import { confirmNewsletter, requestNewsletter } from './newsletter.ts';
import { findCustomer, lockCustomer } from './store.ts';

// On SQLite one transaction writes at a time; here two lock the rows of an address in turn.

let scenario: LicensingScenario;
let elsewhere: Database;
before(async () => {
  scenario = await licensingScenario();
  elsewhere = await openLocation(scenario.location);
});
after(async () => {
  await elsewhere.close();
  await scenario.close();
});

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (
      select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted
    ) as waiting`.execute(elsewhere.reader.tables());
  return rows[0]?.waiting === true;
}

test('a newsletter that is confirmed while its address is proven waits without holding a lock, and the choice stays', async () => {
  const { ctx, system, account } = scenario;
  const email = 'ada@example.com';
  const { id } = await transaction(ctx, (tx) => ensureCustomer(tx, { email }));
  await requestNewsletter(ctx, { email, newsletter: true, productUpdates: false });
  const mails = system.database.reader.tables<MailTables>().selectFrom('mails').select('textBody');
  const { textBody } = await mails.where('kind', '=', 'newsletter-confirm').executeTakeFirstOrThrow();
  const code = /[\w-]{43}/.exec(textBody)?.[0] ?? assert.fail(textBody);
  let choice: Promise<unknown> = Promise.resolve();
  await elsewhere.transaction(async (tx) => {
    const customer = (await lockCustomer(tx, account.id, id)) ?? assert.fail('no customer');
    choice = confirmNewsletter(ctx, { email, code });
    while (!(await isSomebodyWaiting())) await setImmediate();
    await sql`select from newsletter_subscriptions where account_id = ${account.id} for update nowait`.execute(
      tx.tables(),
    );
    await confirmCustomerEmail(testTx(system, tx, account), customer, { dropsPassword: false });
  });
  await choice;
  const customer = await findCustomer(system.database.reader, account.id, id);
  assert.deepEqual([customer?.isEmailConfirmed, customer?.acceptsNewsletter], [true, true]);
});
