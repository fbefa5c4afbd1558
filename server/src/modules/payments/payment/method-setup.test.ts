import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { aBill, aCharge, Bills, chargeBill, onlyNews, payBill } from '../../../../test/bills.ts';
import { fakeProvider } from '../../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { runPaymentJobs, withProvider } from '../../../../test/payments.ts';
import {
  findMethod,
  findPayment,
  listPayments,
  type MethodOwner,
  methodOfPayment,
  recordPaymentState,
  startMethodSetup,
  trySettlePayment,
} from '../index.ts';
import type { System } from '../../../platform/system.ts';

let app: TestApp;
const bills = new Bills();
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** The ids of the methods that were saved for each plan. */
const saved = new Map<string, string[]>();
const PLANS: MethodOwner = {
  lock: async (_tx, id) => {
    const methods = saved.get(id);
    return methods && { saved: async (methodId) => void methods.push(methodId) };
  },
};

/** The same system, or context, in which methods are saved for plans. */
function withPlans<Services extends Pick<System, 'payments'>>(services: Services) {
  const withBills = bills.within(services);
  return { ...withBills, payments: { ...withBills.payments, methodOwners: { Plan: PLANS } } };
}

const setupOf = (id: string, input: Record<string, unknown> = {}) => ({
  owner: { kind: 'Plan', id },
  currency: 'EUR',
  payer: { name: 'Gus', email: 'gus@example.com' },
  visit: { returnUrl: 'https://demo.latchkey.test/account', input },
});

test('a method is saved without a payment, as often as its owner wants, and can be charged', async () => {
  const ctx = withPlans(app.ctx);
  saved.set('a/b', []);
  const first = await startMethodSetup(ctx, setupOf('a/b', { sandboxMethod: 'NeedsBuyer' }));
  assert.equal(first.continuation, null, 'a test method needs no page');
  await startMethodSetup(ctx, setupOf('a/b'));
  const [one = assert.fail(), two = assert.fail()] = saved.get('a/b') ?? [];
  assert.notEqual(one, two);
  assert.equal((await methodOfPayment(ctx, first.paymentId))?.id, one);
  await chargeBill(ctx, aCharge('setup-1', one));
  await chargeBill(ctx, aCharge('setup-2', two));
  await runPaymentJobs(withPlans(app.system));
  assert.equal(onlyNews(bills.of('setup-1')).failure?.advice, 'BuyerNeeded');
  assert.equal(onlyNews(bills.of('setup-2')).what, 'paid');
});

test('a setup leads the buyer to the provider, whose word counts, once; one that fails changes nothing', async () => {
  const provider = fakeProvider();
  const ctx = withProvider(withPlans(app.ctx), provider);
  saved.set('c', []);
  const { paymentId, continuation } = await startMethodSetup(ctx, setupOf('c'));
  assert.deepEqual(continuation, { kind: 'Redirect', url: 'https://pay.example/session' });
  assert.deepEqual([provider.starts[0]?.amountMinor, provider.starts[0]?.saveMethod], [0, true]);
  await trySettlePayment(ctx, paymentId);
  assert.deepEqual(saved.get('c'), [], 'the buyer is still there');
  const method = { reference: 'pm-c', label: { brand: 'visa' } };
  provider.state = { kind: 'Succeeded', amountMinor: 0, currency: 'EUR', method };
  await trySettlePayment(ctx, paymentId);
  await trySettlePayment(ctx, paymentId);
  assert.equal(saved.get('c')?.length, 1);
  const failing = await startMethodSetup(ctx, setupOf('c'));
  await recordPaymentState(ctx, failing.paymentId, { kind: 'Failed', reason: 'expired' });
  assert.equal((await findPayment(ctx, failing.paymentId))?.status, 'Failed');
  assert.equal(saved.get('c')?.length, 1);
});

test('a method that is saved for something that is gone is deleted again, and nobody hears of money', async () => {
  const ctx = withPlans(app.ctx);
  const { paymentId } = await startMethodSetup(ctx, setupOf('gone'));
  const method = (await methodOfPayment(ctx, paymentId)) ?? assert.fail();
  assert.equal((await findMethod(ctx, method.id))?.status, 'Removed');
});

test('a payment of nothing that saves its method is one of its subject, too', async () => {
  const ctx = withPlans(app.ctx);
  const bill = { ...aBill('free'), amountMinor: 0 };
  const { id } = await payBill(ctx, bill);
  assert.equal(onlyNews(bills.of('free')).what, 'paid');
  assert.equal((await methodOfPayment(ctx, id))?.status, 'Usable');
});

test('a provider that saves no methods is not asked to, and nothing is opened', async () => {
  const provider = fakeProvider();
  provider.savesMethods = false;
  const ctx = withProvider(withPlans(app.ctx), provider);
  await assert.rejects(startMethodSetup(ctx, setupOf('c')), /does not save payment methods/);
  assert.equal(provider.starts.length, 0);
  assert.deepEqual(await listPayments(ctx, { kind: 'Plan', id: 'c' }), []);
});
