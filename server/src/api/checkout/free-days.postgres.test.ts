import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createVariation } from '../../modules/catalog/index.ts';
import type { CustomerTables } from '../../modules/customers/tables.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, shopper, stockShop } from '../../../test/shop.ts';
import { whileUncommitted } from '../../../test/uncommitted.ts';

// On SQLite one transaction writes at a time.

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('a cart with free days is priced when whoever delivers others to its customer has ended', async () => {
  const prices = { EUR: 1_200, USD: 1_300 };
  const days = {
    id: 'synth-free',
    name: 'Days',
    recurrence: 'Monthly',
    terms: { freeDays: 14 },
    prices,
  } as const;
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, days);
  const line = { type: 'Product', productId: 'synth', variationId: days.id, quantity: 1 };
  const { id, auth, email } = await shopper(app);
  const { pay: url } = await checkOut(app, [line], auth);
  const payload = { name: 'Ann', email, sandboxOutcome: 'Delay', recurringConsent: { wording: '2026-12' } };
  const nameOf = () =>
    app.system.database.reader
      .tables<CustomerTables>()
      .selectFrom('customers')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const settled = await whileUncommitted(
    app.system.database,
    // A delivery holds the lock of the customer, too.
    (tx) =>
      tx
        .tables<CustomerTables>()
        .updateTable('customers')
        .set({ name: 'Delivered' })
        .where('id', '=', id)
        .execute(),
    async () => {
      const answer = await app.inject({ method: 'POST', url, payload });
      return [answer.json().status, (await nameOf()).name];
    },
  );
  assert.deepEqual(settled, { status: 'fulfilled', value: ['PaymentProcessing', 'Delivered'] });
});
