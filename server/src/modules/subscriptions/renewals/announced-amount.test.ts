import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { lastOrder, paymentOf } from '../../../../test/late-money.ts';
import { shopper, stockShop } from '../../../../test/shop.ts';
import { nextStep, subscribe } from '../../../../test/subscriptions.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { findAccount, updateSettings } from '../../accounts/index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;
const BERLIN = { countryCode: 'DE', streetAddress1: 'Weg 1', postCode: '10115', locality: 'Berlin' };
const VIENNA = { countryCode: 'AT', streetAddress1: 'Ring 1', postCode: '1010', locality: 'Wien' };

let app: TestApp;
let headers: Record<string, string>;
beforeEach(async () => {
  const started = await startTestApp();
  await stockShop(started, started.demo);
  await updateSettings(started.ctx, {
    seller: { country: 'DE', taxId: 'DE136695976', email: 'vendor@example.com' },
    tax: { mode: 'own', prices: 'exclusive', collectsIn: ['EU'] },
  });
  const demo = (await findAccount(started.system, started.demo.id)) ?? assert.fail();
  app = { ...started, demo, ctx: { ...started.ctx, account: demo } };
  headers = await app.apiKey(demo, 'customers:write', 'settings:write', 'subscriptions:read');
});
afterEach(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

async function send(method: 'POST' | 'PATCH', url: string, payload: object): Promise<void> {
  const answer = await app.inject({ method, url, headers, payload });
  assert.ok(answer.statusCode < 300, answer.body);
}

/** A yearly subscription of a buyer in Berlin that was renewed once, with the German tax. */
async function renewedOnce() {
  const customer = await shopper(app);
  await send('PATCH', `/api/customers/${customer.id}`, { address: BERLIN });
  const { subscription } = await subscribe(app, { cycle: 'Yearly', method: 'Succeeds', customer });
  const renewed = await nextStep(app, await nextStep(app, subscription));
  assert.equal(renewed.total.dueMinor, 5_831);
  return { subscription: renewed, customer };
}

async function lastMailTo(email: string): Promise<string> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').select('textBody');
  const all = await mails
    .where('recipient', '=', email)
    .where('kind', '=', 'Subscription')
    .orderBy('createdAt')
    .execute();
  return all.at(-1)?.textBody ?? '';
}

/** Announces the next renewal, and charges it: both amounts, and the one that the API says in between. */
async function announcedAndCharged(subscription: Subscription, email: string) {
  const announced = await nextStep(app, subscription);
  const text = await lastMailTo(email);
  const { body } = await app.inject({ url: `/api/subscriptions/${subscription.id}`, headers });
  const charged = await nextStep(app, announced);
  const { amountMinor } = await paymentOf(app, await lastOrder(app, charged));
  return { text, total: JSON.parse(body).total.due.amount, amountMinor };
}

test('the announcement names what will be charged after a tax rate has changed', async () => {
  const { subscription, customer } = await renewedOnce();
  await send('POST', '/api/tax-rates', { country: 'DE', rate: 0.25 });
  app.system.clock.advance(2 * DAY_MS);
  const { text, total, amountMinor } = await announcedAndCharged(subscription, customer.email);
  assert.deepEqual([total, amountMinor], [61.25, 6_125]);
  assert.match(text, /€61\.25/);
});

test('the announcement names what will be charged where the buyer has moved to', async () => {
  const { subscription, customer } = await renewedOnce();
  await send('PATCH', `/api/customers/${customer.id}`, { address: VIENNA });
  const { text, total, amountMinor } = await announcedAndCharged(subscription, customer.email);
  assert.deepEqual([total, amountMinor], [58.8, 5_880]);
  assert.match(text, /€58\.80/);
});
