import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { refundFails } from '../../../test/late-money.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, stockShop } from '../../../test/shop.ts';
import { payAsGuest } from '../../../test/taxed-checkout.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp({ LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry' });
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, {
    seller: { name: 'Demo GmbH', address: ['Hafenstraße 1'], country: 'DE' },
    tax: { mode: 'own', collectsIn: ['EU'] },
    documents: { timeZone: 'Europe/Berlin' },
  });
  vendor = await merchantOf(app);
});
after(() => app.close());

interface Money {
  readonly amount: number;
}
interface Sums {
  readonly refunds: number;
  readonly refunded: Money;
  readonly refundedTax: Money;
  readonly taxes: readonly { readonly country?: string; readonly refundedTax: Money }[];
}
interface Return {
  readonly currencies: readonly {
    readonly supplies: readonly { readonly country: string; readonly tax: Money }[];
    readonly corrections: readonly { readonly quarter: string; readonly net: Money; readonly tax: Money }[];
  }[];
}

const cents = ({ amount }: Money) => Math.round(amount * 100);

/** What a quarter says about corrections and taxes of sales in it. */
async function returnOf(quarter: string) {
  const { currencies } = await vendor.call<Return>(
    'GET',
    `/api/reports/oss?quarter=${quarter}&payments=Test`,
  );
  return currencies.flatMap(({ supplies, corrections }) => [
    ...supplies.map(({ country, tax }) => [country, cents(tax)]),
    ...corrections.map(({ quarter: of, net, tax }) => [of, cents(net), cents(tax)]),
  ]);
}

/** What went back on a day, and its tax. */
async function dayOf(day: string) {
  const url = `/api/reports/sales?from=${day}&to=${day}&payments=Test`;
  const { currencies } = await vendor.call<{ currencies: readonly Sums[] }>('GET', url);
  return currencies.map(({ refunds, refunded, refundedTax, taxes }) => [
    refunds,
    cents(refunded),
    cents(refundedTax),
    ...taxes.map((each) => [each.country, cents(each.refundedTax)]),
  ]);
}

async function documentsOf(orderId: string) {
  const { items } = await vendor.call<{
    items: { kind: string; issuedAt: string; total: Money; tax: Money }[];
  }>('GET', `/api/orders/${orderId}/documents`);
  return items.map(({ kind, issuedAt, tax }) => [kind, issuedAt.slice(0, 10), cents(tax)]);
}

const begin = (at: string) => app.system.clock.set(new Date(at));

test('a refund that fails in a later quarter stays where it was declared, and is taken back in the quarter of its failure', async () => {
  begin('2027-01-05T10:00:00Z');
  const { orderId, pay } = await checkOut(app);
  const paid = await payAsGuest(app, pay, { country: 'ES' });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const tax = 850;
  assert.deepEqual(await returnOf('2027-Q1'), [['ES', tax]]);
  begin('2027-04-02T10:00:00Z');
  await vendor.call('POST', `/api/orders/${orderId}/refunds`, {});
  const corrected = [['2027-Q1', tax - 4_900, -tax]];
  assert.deepEqual(await returnOf('2027-Q2'), corrected);
  const refunded = [[1, 4_900, tax, ['ES', tax]]];
  assert.deepEqual(await dayOf('2027-04-02'), refunded);
  begin('2027-07-03T10:00:00Z');
  assert.deepEqual(await dayOf('2027-04-02'), refunded, 'it is kept');
  await refundFails(app, orderId);
  assert.deepEqual(await documentsOf(orderId), [
    ['Receipt', '2027-01-05', tax],
    ['CreditNote', '2027-04-02', -tax],
    ['Reversal', '2027-07-03', tax],
  ]);
  assert.deepEqual(
    [await returnOf('2027-Q1'), await returnOf('2027-Q2'), await returnOf('2027-Q3')],
    [[['ES', tax]], corrected, [['2027-Q1', 4_900 - tax, tax]]],
  );
  assert.deepEqual(await dayOf('2027-04-02'), refunded);
  assert.deepEqual(await dayOf('2027-07-03'), [[0, -4_900, -tax, ['ES', -tax]]]);
  begin('2027-07-05T10:00:00Z');
  await vendor.call('POST', `/api/orders/${orderId}/refunds`, {});
  assert.deepEqual(await returnOf('2027-Q3'), [], 'what returned went back again');
});
