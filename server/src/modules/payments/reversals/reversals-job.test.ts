import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { reversibleSale } from '../../../../test/reversible-sale.ts';
import { stockShop } from '../../../../test/shop.ts';
import { withProvider } from '../../../../test/payments.ts';
import type { PaymentTables } from '../tables.ts';
import { pollReversals } from './reversals-job.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('a provider is asked what went back only of payments that it knows', async () => {
  const { provider, payment } = await reversibleSale(app);
  const ctx = withProvider(app.ctx, provider);
  let questions = 0;
  provider.fetchReversals = () => {
    questions += 1;
    return Promise.resolve({ refunds: [], disputes: [], warnings: [] });
  };
  await pollReversals(ctx, payment.id);
  assert.equal(questions, 1);
  await app.system.database.transaction((tx) =>
    tx
      .tables<PaymentTables>()
      .updateTable('payments')
      .set({ providerReference: null })
      .where('id', '=', payment.id)
      .execute(),
  );
  assert.equal(await pollReversals(ctx, payment.id), 'Done');
  assert.equal(await pollReversals(ctx, randomUUID()), 'Done');
  assert.equal(questions, 1);
});
