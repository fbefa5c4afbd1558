import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Merchant, merchantOf } from '../../../../../test/merchant.ts';
import { CARDS } from '../../../../../test/stripe/payments.ts';
import { checkOut, ONE_APP, shopper } from '../../../../../test/shop.ts';
import { openStripeShop, type StripeShop } from '../../../../../test/stripe/shop.ts';
import { RESTRICTED_KEY, TEST_KEY } from '../../../../../test/stripe/stand-in.ts';
import { address, CONSENT, type TaxedOrder } from '../../../../../test/taxed-checkout.ts';
import { startViesServer, type ViesServer } from '../../../../../test/vies-server.ts';
import { updateSettings } from '../../../accounts/index.ts';
import { orderSubject } from '../../../orders/index.ts';
import { connectProvider, listPayments, providerStatus } from '../../index.ts';
import { insertMethod } from '../../methods/store-methods.ts';

let shop: StripeShop;
let vendor: Merchant;
let vies: ViesServer;
before(async () => {
  vies = await startViesServer();
  shop = await openStripeShop({ environment: { LATCHKEY_VIES_URL: vies.url } });
  vendor = await merchantOf(shop.app, shop.app.demo);
  await useTax('inclusive');
});
beforeEach(() => void (vies.answer = 'Valid'));
after(async () => {
  await shop.close();
  await vies.close();
});

async function useTax(automaticTax: 'inclusive' | 'exclusive', key = TEST_KEY): Promise<void> {
  await connectProvider(shop.app.ctx, 'stripe', { key, hasWebhook: true, automaticTax });
  await updateSettings(shop.app.ctx, { tax: { mode: 'provider' } });
}

const BUSINESS = { address: address('AT'), businessName: 'Anna & Co.', taxId: 'atu 12345675' };

/** A completed order of a buyer with these billing details. */
async function sale(billing: object, fields: object = {}) {
  const one = await shop.buyer({ billing, ...CONSENT, ...fields });
  shop.stripe.money.payByCard(one.session, CARDS.good);
  assert.equal((await one.comeBack()).status, 'Completed');
  return one;
}

interface Refusal {
  readonly errors: Readonly<Record<string, string[]>>;
}

interface Documents {
  readonly items: readonly {
    readonly orderId: string;
    readonly kind: string;
    readonly total: { readonly amount: number };
    readonly tax: { readonly amount: number };
    readonly taxes: readonly {
      readonly rate?: number;
      readonly country?: string;
      readonly reason: string;
      readonly tax: { readonly amount: number };
    }[];
  }[];
}

/** The kinds, taxes and reasons of the documents of an order. */
async function documentsOf(orderId: string) {
  const { items } = await vendor.call<Documents>('GET', '/api/documents');
  return items
    .filter((item) => item.orderId === orderId)
    .toReversed()
    .map(({ kind, total, taxes }) => [
      kind,
      total.amount,
      taxes.map(({ rate, country, reason, tax }) => [rate, country, reason, tax.amount]),
    ]);
}

const orderOf = (orderId: string) => vendor.call<TaxedOrder>('GET', `/api/orders/${orderId}`);
const customerOf = (session: string) => {
  const id = shop.stripe.state.sessions.get(session)?.customer;
  return typeof id === 'string' ? shop.stripe.state.customers.get(id) : undefined;
};

describe('the billing details that the buyer typed', () => {
  test('reach Stripe, so that a business owes the tax itself, and its documents say so', async () => {
    await updateSettings(shop.app.ctx, { seller: { name: 'Seller', address: ['Street 1'], country: 'DE' } });
    const one = await sale(BUSINESS);
    const customer = customerOf(one.session) ?? assert.fail('there is no customer');
    const { name, email, address: place } = customer;
    assert.deepEqual([name, email], ['Anna & Co.', one.email]);
    assert.partialDeepStrictEqual(place, {
      country: 'AT',
      line1: 'Street 1',
      postal_code: '1000',
      city: 'City',
    });
    assert.deepEqual(shop.stripe.state.taxIds.get(customer.id), [{ type: 'eu_vat', value: 'ATU12345675' }]);
    const [tax] = (await orderOf(one.orderId)).taxes ?? [];
    assert.partialDeepStrictEqual(tax, {
      rate: 0,
      amount: 0,
      net: 49,
      country: 'AT',
      reason: 'reverse_charge',
    });
    assert.deepEqual(await documentsOf(one.orderId), [['Invoice', 49, [[0, 'AT', 'reverse_charge', 0]]]]);
  });

  test('decide the country and the rate of a private buyer, on the order, the receipt and the credit note', async () => {
    const one = await sale({ address: address('DE', '10115') });
    const order = await orderOf(one.orderId);
    for (const tax of [order.taxes?.[0], order.lineTaxes?.[0]])
      assert.partialDeepStrictEqual(tax, { rate: 0.19, amount: 7.82, country: 'DE', reason: 'standard' });
    const { paidAt } = await vendor.call<{ paidAt: string }>('GET', `/api/orders/${one.orderId}`);
    const quarter = `${paidAt.slice(0, 4)}-Q${Math.ceil(Number(paidAt.slice(5, 7)) / 3)}`;
    await updateSettings(shop.app.ctx, { seller: { country: 'AT' } });
    const oss = await vendor.call<{ currencies: unknown[] }>('GET', `/api/reports/oss?quarter=${quarter}`);
    assert.deepEqual(oss.currencies, [], 'the reports of the provider have it');
    await updateSettings(shop.app.ctx, { seller: { country: 'DE' } });
    await vendor.call('POST', `/api/orders/${one.orderId}/refunds`, {});
    assert.deepEqual(await documentsOf(one.orderId), [
      ['Receipt', 49, [[0.19, 'DE', 'standard', 7.82]]],
      ['CreditNote', -49, [[0.19, 'DE', 'standard', -7.82]]],
    ]);
  });

  test('where the seller collects nothing are told as such, with the state and the second line', async () => {
    const place = { ...address('US', '10001'), streetAddress2: 'Floor 2', region: 'NY' };
    const one = await sale({ address: place });
    assert.deepEqual(customerOf(one.session)?.address, {
      country: 'US',
      line1: 'Street 1',
      line2: 'Floor 2',
      postal_code: '10001',
      city: 'City',
      state: 'NY',
    });
    assert.deepEqual(await documentsOf(one.orderId), [['Receipt', 49, [[0, 'US', 'not_collecting', 0]]]]);
  });

  test('keep the country that Stripe taxed on an invoice that is corrected', async () => {
    const one = await sale({ address: { ...address('US', '10001'), region: 'NY' } });
    const url = `/api/orders/${one.orderId}/invoice`;
    const moved = { businessName: 'Anna & Co.', address: address('DE', '10115'), taxId: 'DE136695976' };
    const refused = await vendor.send('POST', url, moved);
    assert.deepEqual(
      Object.keys(refused.json<Refusal>().errors),
      ['address.countryCode', 'taxId'],
      refused.body,
    );
    const { orderId } = await sale(BUSINESS);
    const wrong = await vendor.send('POST', `/api/orders/${orderId}/invoice`, { taxId: 'DE136695976' });
    assert.deepEqual(Object.keys(wrong.json<Refusal>().errors), ['taxId'], wrong.body);
    const { kind } = await vendor.call<{ kind: string }>('POST', url, {
      ...moved,
      address: address('US'),
      taxId: null,
    });
    assert.equal(kind, 'Invoice');
  });

  test('are on the invoice that the buyer requests later, with the taxes that Stripe charged', async () => {
    const { auth, email } = await shopper(shop.app);
    const { orderId, pay } = await checkOut(shop.app, [ONE_APP], auth);
    const payload = { name: 'Anna', email, billing: { address: address('DE', '10115') }, ...CONSENT };
    await shop.app.inject({ method: 'POST', url: pay, payload });
    const [payment] = await listPayments(shop.app.ctx, orderSubject({ id: orderId }));
    shop.stripe.money.payByCard(payment?.providerReference ?? '', CARDS.good);
    await shop.report();
    const order = `/api/customer/orders/${orderId}`;
    const request = (details: object) =>
      shop.app.inject({ method: 'POST', url: `${order}/invoice`, headers: { ...auth }, payload: details });
    const isAvailable = async () =>
      (await shop.app.inject({ url: `${order}/documents`, headers: { ...auth } })).json().invoiceAvailable;
    assert.equal(await isAvailable(), true);
    const moved = await request({ ...BUSINESS });
    assert.deepEqual(Object.keys(moved.json<Refusal>().errors), ['address.countryCode', 'taxId'], moved.body);
    const here = { businessName: 'Anna & Co.', taxId: 'DE136695976', address: address('DE', '10115') };
    const issued = await request(here);
    assert.equal(issued.json().kind, 'Invoice', issued.body);
    assert.equal((await request(here)).json().id, issued.json().id, 'a repeated request gets the same');
    const taxes = [[0.19, 'DE', 'standard', 7.82]];
    assert.deepEqual(await documentsOf(orderId), [
      ['Receipt', 49, taxes],
      ['Invoice', 49, taxes],
    ]);
    assert.equal(await isAvailable(), false);
  });

  test('pass without a stored tax id that is none', async () => {
    const { auth, email } = await shopper(shop.app);
    const { items } = await vendor.call<{ items: { id: string }[] }>('GET', `/api/customers?email=${email}`);
    await vendor.call('PATCH', `/api/customers/${items[0]?.id}`, { taxId: 'n/a' });
    const { pay } = await checkOut(shop.app, [ONE_APP], auth);
    const payload = { name: 'Anna', email, billing: { address: address('DE', '10115') }, ...CONSENT };
    const answer = await shop.app.inject({ method: 'POST', url: pay, payload });
    assert.equal(answer.json().status, 'PaymentProcessing', answer.body);
  });

  test('with a tax on top stand on the document with the amount that was charged', async () => {
    await useTax('exclusive');
    const one = await sale({ address: address('DE', '10115') });
    assert.deepEqual(await documentsOf(one.orderId), [['Receipt', 58.31, [[0.19, 'DE', 'standard', 9.31]]]]);
    assert.deepEqual(
      (await orderOf(one.orderId)).lineTaxes?.map(({ net, amount }) => [net, amount]),
      [[49, 9.31]],
    );
    await useTax('inclusive');
  });

  test('without address and tax id leave the place to Stripe', async () => {
    const one = await sale({});
    assert.equal(customerOf(one.session), undefined);
    assert.deepEqual(await documentsOf(one.orderId), [['Receipt', 49, [[0.2, 'AT', 'standard', 8.17]]]]);
    const onlyId = await sale({ businessName: 'Anna & Co.', taxId: 'ATU12345675' });
    assert.equal(customerOf(onlyId.session)?.address, null);
  });

  test('for an owner stay private when a stranger pays, who states their own', async () => {
    const owner = await shopper(shop.app);
    const { orderId } = await checkOut(shop.app, [ONE_APP], { ...owner.auth });
    const order = `/api/customer/orders/${orderId}`;
    const bill = { name: 'Owner', email: owner.email, ...BUSINESS };
    const saved = await shop.app.inject({
      method: 'PATCH',
      url: `${order}/billing-details`,
      headers: owner.auth,
      payload: bill,
    });
    assert.equal(saved.statusCode, 200, saved.body);
    const { checkoutUrl } = (await shop.app.inject({ url: `${order}?checkout=true` })).json();
    const payload = {
      name: 'Stranger',
      email: 'stranger@example.com',
      billing: { address: address('FR') },
      ...CONSENT,
    };
    const url = `/api${new URL(checkoutUrl).pathname}/pay`;
    assert.equal((await shop.app.inject({ method: 'POST', url, payload })).statusCode, 200);
    const [session] = shop.stripe.state.sessions.list();
    const customer = customerOf(session?.id ?? '');
    assert.deepEqual(
      [customer?.name, customer?.address?.country, shop.stripe.state.taxIds.get(customer?.id ?? '')],
      ['Stranger', 'FR', []],
    );
  });

  test('with a tax id that Stripe refuses are refused with the reason, and nothing is charged', async () => {
    shop.stripe.state.refusedTaxIds.add('ATU12345675');
    const { answer } = await shop.buyer({ billing: BUSINESS });
    shop.stripe.state.refusedTaxIds.clear();
    assert.equal(answer.status, 'Open');
    assert.match(answer.failure ?? '', /tax ID is not valid/);
  });

  // Numbers that private persons have, too, and one that is none.
  const WRONG = { ES: '12345678Z', PT: '123456789', HR: '33392005961', CZ: '7103192745', AT: 'AT1' };
  for (const [country, taxId] of Object.entries(WRONG))
    test(`with a tax id of a private person, or none (${country}), are refused before Stripe hears of it`, async () => {
      const billing = { address: address(country), businessName: 'Anna & Co.', taxId };
      await assert.rejects(shop.buyer({ billing, ...CONSENT }), /"billing\.taxId"/);
    });

  test('have no tax id for Stripe that no register confirms, or without the name of a business', async () => {
    const idsOf = async (billing: object) => {
      const { session } = await shop.buyer({ billing, ...CONSENT });
      return shop.stripe.state.taxIds.get(customerOf(session)?.id ?? '');
    };
    const private_ = { address: address('AT'), taxId: 'ATU12345675' };
    assert.deepEqual(await idsOf(private_), []);
    for (const answer of ['NotRegistered', 'Away'] as const) {
      vies.answer = answer;
      shop.app.system.clock.advance(3_600_000);
      assert.deepEqual(await idsOf(BUSINESS), [], answer);
    }
    vies.answer = 'Valid';
    shop.app.system.clock.advance(3_600_000);
    assert.deepEqual(await idsOf(BUSINESS), [{ type: 'eu_vat', value: 'ATU12345675' }]);
  });
});

test('a business whose tax id no register confirms is told before it pays that it is charged tax', async () => {
  const { show } = await checkOut(shop.app);
  const quoteOf = async (billing: object) => {
    const answer = await shop.app.inject({ method: 'POST', url: `${show}/quote`, payload: { billing } });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().tax?.noticeReason;
  };
  assert.equal(await quoteOf(BUSINESS), undefined);
  assert.equal(await quoteOf({ ...BUSINESS, businessName: null }), 'NoBusinessName');
  for (const [answer, reason] of [
    ['NotRegistered', 'NotRegistered'],
    ['Away', 'Unreachable'],
  ] as const) {
    vies.answer = answer;
    shop.app.system.clock.advance(3_600_000);
    assert.equal(await quoteOf(BUSINESS), reason);
  }
});

describe('customers at Stripe', () => {
  const customers = (email: string) => shop.stripe.state.customers.list((one) => one.email === email);

  test('are one for each set of details of a buyer, however often the buyer pays', async () => {
    const email = 'often@example.com';
    const fields = { email };
    const first = await sale(BUSINESS, fields);
    const second = await sale(BUSINESS, fields);
    assert.equal(customerOf(first.session)?.id, customerOf(second.session)?.id);
    await sale({ ...BUSINESS, address: address('FR'), taxId: 'FR40303265045' }, fields);
    assert.equal(customers(email).length, 2);
  });

  test('are one if the answer to the request for them was lost', async () => {
    const email = 'lost@example.com';
    shop.stripe.faults.add('POST', /^\/customers$/, 'LateError');
    await sale(BUSINESS, { email });
    assert.equal(customers(email).length, 1);
  });

  test('are deleted with the erased customer, and those of others stay', async () => {
    const email = 'leaver@example.com';
    const { id } = await vendor.call<{ id: string }>('POST', '/api/customers/import', {
      email,
      name: 'Leaver',
    });
    await sale(BUSINESS, { email });
    await sale(BUSINESS, { email: 'stayer@example.com' });
    await vendor.call('DELETE', `/api/customers/${id}`);
    shop.stripe.faults.add('DELETE', /^\/customers\//, 'LateError');
    await shop.runJobs();
    shop.app.system.clock.advance(3_600_000);
    await shop.runJobs();
    assert.deepEqual([customers(email).length, customers('stayer@example.com').length], [0, 1]);
  });

  test('stay while somebody is charged to a method of one, whoever had the email last', async () => {
    const email = 'former@example.com';
    const { id } = await vendor.call<{ id: string }>('POST', '/api/customers/import', { email, name: 'F' });
    await sale(BUSINESS, { email });
    const [charged = assert.fail()] = customers(email);
    const method = {
      accountId: shop.app.ctx.account.id,
      id: 'a-method',
      provider: 'stripe',
      connectionId: null,
      paymentId: null,
      reference: 'pm_former',
      customerReference: charged.id,
      brand: 'visa',
      last4: null,
      expires: null,
      status: 'Usable',
      createdAt: shop.app.system.clock.now(),
      removedAt: null,
    } as const;
    await shop.app.system.database.transaction((tx) => insertMethod(tx, method));
    await vendor.call('DELETE', `/api/customers/${id}`);
    await shop.runJobs();
    assert.deepEqual(
      customers(email).map((each) => each.id),
      [charged.id],
    );
  });

  test('need a permission of the key, which the status names', async () => {
    shop.stripe.forbidden.push(/^\/customers/);
    await useTax('inclusive', RESTRICTED_KEY);
    const { checks } = await providerStatus(shop.app.ctx, 'stripe');
    const check = checks.find(({ name }) => name === 'customers');
    assert.match(check?.text ?? '', /Customers: write/);
    await assert.rejects(shop.buyer({ billing: BUSINESS }), /PaymentsRefused/);
    await useTax('inclusive');
  });
});
