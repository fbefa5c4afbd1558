import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertInvariants } from '../../../../../test/invariants.ts';
import { merchantOf } from '../../../../../test/merchant.ts';
import { CARDS } from '../../../../../test/stripe/payments.ts';
import { euros, type StripeSales, stripeSales } from '../../../../../test/stripe/sales.ts';
import { openStripeShop, type StripeShop } from '../../../../../test/stripe/shop.ts';
import { TEST_KEY } from '../../../../../test/stripe/stand-in.ts';
import { type AccountSettingsInput, findAccount, updateSettings } from '../../../accounts/index.ts';
import { updateVariation } from '../../../catalog/index.ts';
import { loadTaxBasis, peekTaxBasis } from '../../../taxes/index.ts';
import { connectProvider, findPayment, listDisputes, listRefunds, providerStatus } from '../../index.ts';
import { stripe as adapter } from './stripe.ts';

let shop: StripeShop;
let vendor: StripeSales['vendor'];
let sale: StripeSales['sale'];
before(async () => {
  shop = await openStripeShop();
  ({ vendor, sale } = await stripeSales(shop));
});
after(() => shop.close());

/** The sales, of which the second is not paid yet, stay with Stripe although the switch is off now. */
async function assertSoldByStripe(
  one: Awaited<ReturnType<StripeSales['sale']>>,
  pending: Awaited<ReturnType<StripeShop['buyer']>>,
): Promise<void> {
  shop.stripe.money.payByCard(pending.session, CARDS.good);
  assert.equal((await pending.comeBack()).status, 'Completed');
  const { id } = shop.stripe.money.dispute(one.intent);
  await shop.report();
  const [dispute] = await listDisputes(shop.app.ctx, {
    subject: { kind: 'Order', id: one.orderId },
    limit: 1,
  });
  assert.equal(dispute?.handledBy, 'Provider');
  shop.stripe.money.decide(id, 'won');
  await shop.report();
  assert.equal((await one.refund()).status, 'Succeeded');
  for (const { orderId } of [one, pending]) {
    const url = `/api/orders/${orderId}/documents`;
    assert.deepEqual(
      await vendor.call('GET', url).then((body) => JSON.stringify(body).includes('number')),
      false,
    );
  }
  await updateSettings(shop.app.ctx, { tax: { mode: 'none' } });
  const ours = await sale();
  assert.match(
    JSON.stringify(await vendor.call('GET', `/api/orders/${ours.orderId}/documents`)),
    /"number":"R-/,
  );
  await assertInvariants(shop.app.system.database.reader);
}

describe('taxes of Stripe', () => {
  /** Connects again with these switches, while the account leaves taxes to the provider. */
  async function withSwitches(switches: object): Promise<void> {
    await connectProvider(shop.app.ctx, 'stripe', { key: TEST_KEY, hasWebhook: true, ...switches });
    await updateSettings(shop.app.ctx, { tax: { mode: 'provider' } });
  }

  test('on top of the price are no part of what is due, and go back in proportion', async () => {
    await withSwitches({ automaticTax: 'exclusive' });
    const one = await sale();
    const payment = await findPayment(shop.app.ctx, one.paymentId);
    assert.deepEqual([payment?.status, payment?.receivedMinor], ['Succeeded', null]);
    assert.partialDeepStrictEqual(payment?.details, { taxMinor: 980, taxMode: 'Exclusive' });
    assert.equal(one.charge().amount, 5_880);
    await one.refund(euros(24.5));
    assert.equal(one.charge().amount_refunded, 2_940);
    await one.refund(euros(0.01));
    await one.refund();
    assert.ok(one.charge().refunded, 'all of it');
    await shop.report();
    const amounts = (await one.body()).refunds.map(({ amount }) => amount.amount).toSorted((a, b) => a - b);
    assert.deepEqual(amounts, [0.01, 24.49, 24.5]);
  });

  test('on top of the price go back as the credit note says, whoever gives them back', async () => {
    const one = await sale();
    const parts = async () =>
      (await listRefunds(shop.app.ctx, { kind: 'Order', id: one.orderId, limit: 9 }))
        .map(({ amountMinor, taxMinor }) => [amountMinor, taxMinor])
        .toSorted(([a = 0], [b = 0]) => a - b);
    const returned = () => one.charge().amount_refunded;
    await one.refund(euros(0.04));
    assert.deepEqual([await parts(), returned()], [[[4, 0]], 4]);
    // Of 1,006 in all, 168 are tax.
    shop.stripe.money.refund(one.intent, 1_002);
    await shop.report();
    assert.deepEqual(
      [await parts(), returned()],
      [
        [
          [4, 0],
          [834, 168],
        ],
        1_006,
      ],
    );
    await one.refund(euros(0.09));
    assert.deepEqual(
      [await parts(), returned()],
      [
        [
          [4, 0],
          [9, 1],
          [834, 168],
        ],
        1_016,
      ],
    );
    shop.stripe.money.refund(one.intent);
    await shop.report();
    assert.deepEqual(
      [await parts(), returned()],
      [
        [
          [4, 0],
          [9, 1],
          [834, 168],
          [4_053, 811],
        ],
        5_880,
      ],
    );
  });

  test('on top of the price do not count a refund that has failed', async () => {
    const one = await sale();
    shop.stripe.money.endRefund(shop.stripe.money.refund(one.intent, 2, {}, 'pending').id, false);
    shop.app.system.clock.advance(1_000);
    shop.stripe.money.refund(one.intent, 1_004);
    await shop.report();
    const refunds = await listRefunds(shop.app.ctx, { kind: 'Order', id: one.orderId, limit: 9 });
    const done = refunds.find(({ status }) => status === 'Succeeded');
    // Of 1,006 in all, 168 would be tax.
    assert.deepEqual([done?.amountMinor, done?.taxMinor], [837, 167]);
  });

  test('on top of the price go back in steps that Stripe charges', async () => {
    const settings = shop.app.ctx.account.settings;
    const inDinars = { currencies: [...settings.currencies, 'KWD'], defaultCurrency: 'KWD' };
    const ctx = { ...shop.app.ctx, account: await updateSettings(shop.app.ctx, inDinars) };
    await updateVariation(ctx, { type: 'Product', id: 'app' }, 'app-once', {
      prices: { EUR: 4_900, USD: 5_500, KWD: 49_000 },
    });
    const one = await sale();
    assert.equal(one.charge().amount, 58_800);
    const { status } = await one.refund({ amount: { currency: 'KWD', amount: 10.01 } });
    assert.deepEqual([status, one.charge().amount_refunded], ['Succeeded', 12_010]);
    assert.equal((await one.refund()).status, 'Succeeded');
    assert.ok(one.charge().refunded, 'all of it');
    await updateSettings(ctx, { currencies: settings.currencies, defaultCurrency: settings.defaultCurrency });
  });

  test('in the price are a part of what is due', async () => {
    await withSwitches({ automaticTax: 'inclusive' });
    const one = await sale();
    const payment = await findPayment(shop.app.ctx, one.paymentId);
    assert.partialDeepStrictEqual(payment?.details, { taxMinor: 817, taxMode: 'Inclusive' });
    assert.equal(one.charge().amount, 4_900);
  });

  test('as merchant of record need a tax code, and take no tax parameters', async () => {
    await withSwitches({ automaticTax: 'off', isManaged: true });
    await assert.rejects(shop.buyer(), /PaymentsRefused/, 'the product has no tax code');
    await withSwitches({ taxCode: 'txcd_10202000' });
    const one = await sale();
    assert.deepEqual(shop.stripe.state.sessions.get(one.session)?.managed_payments, { enabled: true });
    assert.deepEqual(
      shop.stripe.state.lineItems.get(one.session)?.map(({ taxCode, taxBehavior }) => [taxCode, taxBehavior]),
      [['txcd_10202000', undefined]],
    );
    const account = (await findAccount(shop.app.system, 'demo')) ?? assert.fail();
    const capabilities = await adapter.capabilities({ ...shop.app.ctx, account });
    assert.partialDeepStrictEqual(capabilities, {
      merchantOfRecord: true,
      invoices: 'Provider',
      taxes: 'Provider',
    });
    const tax: AccountSettingsInput['tax'] = { mode: 'own', collectsIn: ['EU'] };
    const admin = await merchantOf(shop.app, shop.app.demo, 'settings:write');
    const choice = { name: ' ', tax, seller: { country: 'DE' } };
    const refusal = await admin.send('PATCH', '/api/settings', choice);
    assert.deepEqual(Object.keys(refusal.json().errors).toSorted(), ['name', 'tax.mode']);
    assert.match(refusal.json().errors['tax.mode'][0], /must not be own while stripe sells in its own name/);
    assert.equal((await admin.send('PATCH', '/api/settings', { locale: 'de' })).statusCode, 200);
    // The settings of accounts that chose both before this was refused.
    const own = await updateSettings(shop.app.ctx, { tax, seller: { country: 'DE' } });
    const ctx = { ...shop.app.ctx, account: own };
    assert.equal(await loadTaxBasis(ctx), undefined, 'rates of the account’s own would tax the buyer twice');
    assert.equal(peekTaxBasis(ctx), undefined);
    const status = await providerStatus(ctx, 'stripe');
    assert.equal(status.checks.find(({ name }) => name === 'taxes')?.result, 'Wrong');
    const pending = await shop.buyer();
    // Also where the settings changed after they were read.
    for (const reader of [ctx, shop.app.ctx]) {
      const again = connectProvider(reader, 'stripe', { key: TEST_KEY, hasWebhook: true });
      await assert.rejects(again, /set the setting tax\.mode to provider first/);
    }
    await withSwitches({ isManaged: false });
    await updateSettings(shop.app.ctx, { tax });
    assert.notEqual(await loadTaxBasis(ctx), undefined);
    await assertSoldByStripe(one, pending);
  });
});
