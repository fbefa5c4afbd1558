import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { aBill, Bills, payBill } from '../../../../../test/bills.ts';
import { CARDS } from '../../../../../test/stripe/payments.ts';
import { openStripeShop, type StripeShop } from '../../../../../test/stripe/shop.ts';
import { findAccount } from '../../../accounts/index.ts';
import { transaction } from '../../../../platform/context/context.ts';
import {
  connectProvider,
  deleteMethod,
  findMethod,
  findProviderMethod,
  findPayment,
  type MethodOwner,
  methodOfPayment,
  settlePayment,
  startMethodSetup,
} from '../../index.ts';
import { TEST_KEY } from '../../../../../test/stripe/stand-in.ts';
import { labelOf } from './saved-method.ts';

let shop: StripeShop;
const bills = new Bills();
before(async () => {
  shop = await openStripeShop();
});
after(() => shop.close());

/** A context with the account as it is after it was connected. */
async function billing() {
  const { ctx, system } = shop.app;
  const account = (await findAccount(system, ctx.account.id)) ?? assert.fail();
  return bills.within({ ...ctx, account });
}

/** Gus pays a bill by card, which saves it. */
async function pay(bill: string) {
  const ctx = await billing();
  const { subject, ...rest } = aBill('gus');
  const { id } = await payBill(ctx, { ...rest, subject: { ...subject, id: bill } });
  const session = (await findPayment(ctx, id))?.providerReference ?? assert.fail('it was not started');
  shop.stripe.money.payByCard(session, CARDS.good);
  await settlePayment(ctx, id);
  return (await methodOfPayment(ctx, id)) ?? assert.fail('nothing was saved');
}

test('Stripe saves the card of a payment with a customer of the buyer, and the next one has the same customer', async () => {
  const { reference, customerReference, brand, last4, expires } = await pay('first');
  assert.deepEqual([brand, last4, expires], ['visa', '4242', '2030-12']);
  assert.equal(shop.stripe.state.methods.get(reference ?? '')?.customer, customerReference);
  const customer = shop.stripe.state.customers.get(customerReference ?? '');
  assert.deepEqual([customer?.email, customer?.name], ['gus@example.com', 'Gus']);
  assert.equal((await pay('second')).customerReference, customerReference);
});

test('a card is saved without a payment, in setup mode, on the page or in the form; then it can be detached', async () => {
  const ctx = await billing();
  const saved: string[] = [];
  const owner: MethodOwner = {
    lock: async () => ({ saved: async (methodId) => void saved.push(methodId) }),
  };
  const setting = { ...ctx, payments: { ...ctx.payments, methodOwners: { Plan: owner } } };
  const { paymentId, continuation } = await startMethodSetup(setting, {
    owner: { kind: 'Plan', id: 'p' },
    currency: 'EUR',
    payer: { name: 'Gus', email: 'gus@example.com' },
    visit: { returnUrl: 'https://demo.latchkey.test/account', input: {} },
  });
  assert.equal(continuation?.kind, 'Redirect');
  const session = (await findPayment(ctx, paymentId))?.providerReference ?? assert.fail();
  const { mode, amount_total: amount } = shop.stripe.state.sessions.get(session) ?? assert.fail();
  assert.deepEqual([mode, amount], ['setup', 0]);
  shop.stripe.money.payByCard(session, CARDS.good);
  await settlePayment(setting, paymentId);
  const method = (await methodOfPayment(ctx, paymentId)) ?? assert.fail('nothing was saved');
  assert.deepEqual(saved, [method.id]);
  assert.deepEqual([method.brand, method.last4], ['visa', '4242']);
  const atStripe = () => shop.stripe.state.methods.get(method.reference ?? '')?.customer;
  assert.equal(atStripe(), method.customerReference);
  await transaction(ctx, (tx) => deleteMethod(tx, method.id));
  await shop.runJobs();
  assert.equal(atStripe(), null);
  assert.equal((await findMethod(ctx, method.id))?.reference, null);
});

test('a purchase that is not recurring has no customer at Stripe, and saves nothing', async () => {
  const one = await shop.buyer();
  shop.stripe.money.payByCard(one.session, CARDS.good);
  await shop.report();
  assert.equal((await one.order()).status, 'Completed');
  assert.equal(shop.stripe.state.sessions.get(one.session)?.customer, null);
  assert.equal(await methodOfPayment(shop.app.ctx, one.paymentId), undefined);
});

test('a method that another system saved is found with its customer, and under no other customer or id', async () => {
  const ctx = await billing();
  const { reference, customerReference } = await pay('foreign');
  const ids = { reference: reference ?? '', customerReference };
  const answer = await findProviderMethod(ctx, ids);
  assert.deepEqual(
    [answer?.provider, answer?.method],
    [
      'stripe',
      {
        reference,
        customerReference,
        label: { brand: 'visa', last4: '4242', expires: '2030-12' },
      },
    ],
  );
  const { method } = (await findProviderMethod(ctx, { ...ids, customerReference: null })) ?? assert.fail();
  assert.equal(method.customerReference, customerReference, 'the customer it belongs to is found');
  assert.equal(await findProviderMethod(ctx, { ...ids, customerReference: 'cus_other' }), undefined);
  assert.equal(await findProviderMethod(ctx, { ...ids, reference: 'pm_unknown' }), undefined);
});

test('with managed payments, Stripe sells in its own name: methods cannot be saved', async () => {
  const { ctx } = shop.app;
  const provider = ctx.payments.providers.find(({ name }) => name === 'stripe') ?? assert.fail();
  assert.equal((await provider.capabilities(ctx)).savesMethods, true);
  await connectProvider(ctx, 'stripe', { key: TEST_KEY, hasWebhook: true, isManaged: true });
  assert.equal((await provider.capabilities(ctx)).savesMethods, false);
});

test('a method that is no card is labelled by its kind, and by the digits that Stripe tells', () => {
  assert.deepEqual(labelOf({ type: 'paypal' }), { brand: 'paypal' });
  assert.deepEqual(labelOf(undefined), { brand: 'other' });
  const debit = {
    bank_code: null,
    branch_code: null,
    country: 'DE',
    fingerprint: null,
    last4: '3000',
    mandate: null,
  };
  assert.deepEqual(labelOf({ type: 'sepa_debit', sepa_debit: debit }), {
    brand: 'sepa_debit',
    last4: '3000',
  });
});
