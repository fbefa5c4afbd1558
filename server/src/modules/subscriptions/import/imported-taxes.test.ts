import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { importsOf, ndjson } from '../../../../test/bulk-import.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { paymentOf, lastOrder } from '../../../../test/late-money.ts';
import { runJobs } from '../../../../test/payments.ts';
import { sendMails } from '../../../../test/sent-mails.ts';
import { shopper, stockShop } from '../../../../test/shop.ts';
import { nextStep, subscriptionNow } from '../../../../test/subscriptions.ts';
import { findAccount, updateSettings } from '../../accounts/index.ts';
import { getOrder } from '../../orders/index.ts';
import { announcePrice, announcePriceJob, confirmPriceJob, extendSubscription } from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;
const BERLIN = { countryCode: 'DE', streetAddress1: 'Weg 1', postCode: '10115', locality: 'Berlin' };

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, {
    seller: { country: 'DE', taxId: 'DE136695976', email: 'vendor@example.com' },
    tax: { mode: 'own', prices: 'exclusive', collectsIn: ['EU'] },
  });
  const account = (await findAccount(app.system, app.demo.id)) ?? assert.fail();
  app = { ...app, demo: account, ctx: { ...app.ctx, account } };
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const inDays = (days: number) => new Date(app.system.clock.now().getTime() + days * DAY_MS);

/** A subscription of EUR 10 a month, without taxes, of a buyer in Berlin. */
async function imported(): Promise<Subscription> {
  const headers = await app.apiKey(app.demo, 'customers:write', 'subscriptions:write');
  const customer = await shopper(app);
  const url = `/api/customers/${customer.id}`;
  const details = { address: BERLIN };
  assert.equal((await app.inject({ method: 'PATCH', url, headers, payload: details })).statusCode, 200);
  const line = {
    externalId: 'sub-1',
    ownerEmail: customer.email,
    content: { type: 'Product', id: 'synth', variationId: 'synth-monthly' },
    cycleLength: 'Monthly',
    price: { currency: 'EUR', amount: 10 },
    paidThrough: inDays(20).toISOString(),
    providerMethodId: 'sandbox-method~old-system~Succeeds',
  };
  const { results } = await importsOf(app, headers)('subscriptions', ndjson([line]));
  assert.equal(results[0]?.status, 'created', JSON.stringify(results));
  return subscriptionNow(app, { id: results[0].id ?? assert.fail() });
}

test('what an imported subscription announces is what its renewal charges, with taxes on top', async () => {
  const subscription = await imported();
  assert.equal(subscription.total.dueMinor, 1_190);
  const { content } = await getOrder(app.ctx, subscription.orderId);
  assert.equal(content?.quote.total.dueMinor, 0, 'it was paid elsewhere');
  const { variationId, currency } = subscription;
  const price = { variationId, currency, unitMinor: 1_200, from: inDays(40) };
  await announcePrice(app.ctx, price, { isPreview: false });
  await runJobs(app.system, announcePriceJob);
  await sendMails(app.system);
  app.system.clock.advance(DAY_MS);
  await runJobs(app.system, confirmPriceJob);
  await extendSubscription(app.ctx, subscription.id, { days: 30, reason: 'A gift' });
  const announced = await subscriptionNow(app, subscription);
  assert.equal(announced.total.dueMinor, 1_428);
  const paid = await nextStep(app, announced);
  assert.equal((await paymentOf(app, await lastOrder(app, paid))).amountMinor, 1_428);
});
