import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { orderSubject } from '../../modules/orders/index.ts';
import {
  findRefund,
  listPayments,
  recordPaymentState,
  recordReversals,
} from '../../modules/payments/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { DECLINED, paidInFull, report } from '../../../test/payments.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
let desk: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
  desk = await merchantOf(app, app.demo, 'orders:read', 'licenses:read');
});
after(() => app.close());

const TWO_SYNTHS = { type: 'Product', productId: 'synth', variationId: 'synth-once', quantity: 2 };

async function cart(items: readonly object[], buyer?: { readonly auth: { readonly authorization: string } }) {
  app.system.clock.advance(1_000);
  return checkOut(app, items, { ...buyer?.auth });
}

/** Buys, and returns the id of the order. */
async function buy(
  items: readonly object[],
  buyer: Parameters<typeof cart>[1],
  email: string,
): Promise<string> {
  const { orderId, pay } = await cart(items, buyer);
  const paid = await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann Buyer', email } });
  assert.equal(paid.json().status, 'Completed', paid.body);
  return orderId;
}

async function idsOf(query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | null = `/api/orders?${query}&pageSize=1`; next !== null;) {
    const page: { items: { id: string }[]; next: string | null } = await desk.call('GET', next);
    ids.push(...page.items.map(({ id }) => id));
    next = page.next;
  }
  return ids;
}

test('an order shows who bought what, what was paid, and the licenses it granted', async () => {
  app.system.clock.hold('it compares when the order was created, paid and completed with the clock');
  const ann = await shopper(app);
  const id = await buy([ONE_APP, TWO_SYNTHS], ann, ann.email);
  const order = await desk.call<Record<string, unknown>>('GET', `/api/orders/${id.toUpperCase()}`);
  const { items, number: _number, payments, licenses, isTest, ...summary } = order;
  const now = app.system.clock.now().toISOString();
  const euros = (amount: number) => ({ currency: 'EUR', amount });
  assert.deepEqual(summary, {
    id,
    status: 'Completed',
    origin: 'Cart',
    customerId: ann.id,
    billingDetails: { name: 'Ann Buyer', email: ann.email },
    currency: 'EUR',
    lines: [
      { title: 'App, Perpetual', quantity: 1 },
      { title: 'Synth, Once', quantity: 2 },
    ],
    paymentStatus: 'Succeeded',
    total: {
      original: euros(247),
      discount: euros(0),
      subtotal: euros(247),
      taxes: euros(0),
      due: euros(247),
    },
    createdAt: now,
    updatedAt: now,
    paidAt: now,
    completedAt: now,
    numberOfLicenses: 3,
    refunds: [],
    disputes: [],
    fraudWarnings: [],
  });
  const [payment, ...more] = Array.isArray(payments) ? payments : [];
  assert.deepEqual([more.length, isTest, payment.isTest], [0, true, true]);
  const { provider, status, amount, settledAt } = payment;
  assert.deepEqual([provider, status, amount, settledAt], ['sandbox', 'Succeeded', euros(247), now]);
  const lines = Array.isArray(items) ? items : [];
  assert.deepEqual(
    lines.map(({ productId, quantity, total }) => [productId, quantity, total.due]),
    [
      ['app', 1, euros(49)],
      ['synth', 2, euros(198)],
    ],
  );
  const granted = Array.isArray(licenses) ? licenses : [];
  assert.deepEqual(granted.map(({ productId }) => String(productId)).toSorted(), ['app', 'synth', 'synth']);
  assert.ok(granted.every(({ ownerId, orderId }) => ownerId === ann.id && orderId === id));
  const reader = await merchantOf(app, app.demo, 'licenses:read');
  const all = await reader.call<{ items: unknown[] }>('GET', `/api/licenses?orderId=${id}`);
  assert.equal(all.items.length, 3);
  const clerk = await merchantOf(app, app.demo, 'orders:read');
  const { licenses: _, ...rest } = order;
  assert.deepEqual(await clerk.call('GET', `/api/orders/${id}`), rest, 'no licenses without licenses:read');
});

test('orders are filtered by status, customer, product and time, and by all of them together', async () => {
  app.system.clock.hold('it filters by the very moments at which orders were created');
  const since = app.system.clock.now().toISOString();
  const [bob, eve] = [await shopper(app), await shopper(app)];
  const first = await buy([ONE_APP], bob, bob.email);
  const both = await buy([ONE_APP, TWO_SYNTHS], bob, bob.email);
  const other = await buy([TWO_SYNTHS], eve, eve.email);
  const { orderId: open } = await cart([ONE_APP], bob);
  const { orderId: guest } = await cart([ONE_APP]);
  const end = app.system.clock.now().toISOString();
  const cases: [query: string, ids: string[]][] = [
    [`after=${since}`, [guest, open, other, both, first]],
    [`after=${since}&before=${end}`, [open, other, both, first]],
    [`after=${since}&status=Open`, [guest, open]],
    [`after=${since}&status=PaymentProcessing`, []],
    [`customerId=${bob.id.toUpperCase()}`, [open, both, first]],
    [`email=${bob.email.toUpperCase()}&status=Completed`, [both, first]],
    [`email=${bob.email}&customerId=${eve.id}`, []],
    ['email=nobody@example.com', []],
    [`productFilter=synth&after=${since}`, [other, both]],
    [`productFilter=synth&after=${since}&before=${end}&customerId=${bob.id}&status=Completed`, [both]],
    [`productFilter=app&customerId=${bob.id}`, [both, first]],
    ['productFilter=app&status=Open', []],
  ];
  for (const [query, ids] of cases) assert.deepEqual(await idsOf(query), ids, query);
  for (const [text, ids] of cases) assert.deepEqual(await idsOf(`${text}&sort=createdAt`), ids.toReversed());
  const [item] = (await desk.call<{ items: object[] }>('GET', `/api/orders?customerId=${eve.id}`)).items;
  const details = await desk.call<Record<string, unknown>>('GET', `/api/orders/${other}`);
  for (const [name, value] of Object.entries(item ?? {})) assert.deepEqual(value, details[name], name);
  for (const query of ['status=Failed', 'customer=1', 'customerId=bob', 'sort=total'])
    assert.equal((await desk.send('GET', `/api/orders?${query}`)).statusCode, 400, query);
});

test('the orders of a guest are found by the address: carts, and those that were paid, are being paid or could not be paid', async () => {
  const email = 'waiting@example.com';
  const [first, second, others] = [await cart([ONE_APP]), await cart([ONE_APP]), await cart([ONE_APP])];
  for (const [{ orderId, pay }, address] of [
    [first, email],
    [second, email.toUpperCase()],
    [others, 'other@example.com'],
  ] as const) {
    const payload = { name: 'Gus', email: address, sandboxOutcome: 'Delay' };
    await app.inject({ method: 'POST', url: pay, payload });
    const [payment] = await listPayments(app.ctx, orderSubject({ id: orderId }));
    assert.ok(payment);
    await recordPaymentState(app.ctx, payment.id, paidInFull(payment));
  }
  const { orderId: pending, pay } = await cart([ONE_APP]);
  await app.inject({ method: 'POST', url: pay, payload: { name: 'Gus', email, sandboxOutcome: 'Delay' } });
  const failed = await cart([ONE_APP]);
  const declined = { name: 'Gus', email, sandboxOutcome: 'Fail' };
  await app.inject({ method: 'POST', url: failed.pay, payload: declined });
  const billed = await cart([ONE_APP]);
  const url = `/api/customer/orders/${billed.orderId}/billing-details`;
  const details = await app.inject({ method: 'PATCH', url, payload: { name: 'Gus', email } });
  assert.equal(details.statusCode, 200, details.body);
  const paid = [second.orderId, first.orderId];
  const unpaid = [billed.orderId, failed.orderId];
  assert.deepEqual(await idsOf(`email=${email.toUpperCase()}`), [...unpaid, pending, ...paid]);
  assert.deepEqual(await idsOf(`email=${email}&status=Paid&sort=createdAt`), paid.toReversed());
  assert.deepEqual(await idsOf(`email=${email}&status=PaymentProcessing`), [pending]);
  assert.deepEqual(await idsOf(`email=${email}&status=Open`), unpaid);
  assert.deepEqual(await idsOf(`email=${email}&customerId=${pending}`), []);
  await app.inject({ method: 'PATCH', url, payload: { name: 'Gus', email: 'corrected@example.com' } });
  assert.deepEqual(await idsOf('email=corrected@example.com'), [billed.orderId]);
  assert.deepEqual(await idsOf(`email=${email}&status=Open`), [failed.orderId]);
  const elsewhere = await merchantOf(app, app.other);
  const theirs = await elsewhere.call<{ items: object[] }>('GET', `/api/orders?email=${email}`);
  assert.deepEqual(theirs.items, []);
});

test('orders with refunds are found, with the refunds, and so are those of an address that nobody has proven', async () => {
  const since = app.system.clock.now().toISOString();
  const clerk = await merchantOf(app, app.demo, 'orders:write');
  const ann = await shopper(app);
  const own = await buy([ONE_APP], ann, ann.email);
  const guests = await buy([ONE_APP, TWO_SYNTHS], undefined, ann.email.toUpperCase());
  const later = await buy([TWO_SYNTHS], ann, ann.email);
  const refund = (id: string, body: object) =>
    clerk.call<{ id: string }>('POST', `/api/orders/${id}/refunds`, body);
  await refund(own, { amount: { currency: 'EUR', amount: 9.5 } });
  const { id: refundId } = await refund(guests, {});
  const cases: [query: string, ids: string[]][] = [
    [`refunded=true&after=${since}`, [guests, own]],
    [`refunded=false&after=${since}`, [later]],
    [`refunded=true&status=Completed&productFilter=synth&after=${since}`, [guests]],
    [`refunded=false&productFilter=synth&after=${since}`, [later]],
    [`refunded=true&customerId=${ann.id}`, [own]],
    [`refunded=true&status=Open&after=${since}`, []],
    [`email=${ann.email}`, [later, guests, own]],
    [`email=${ann.email}&refunded=false&status=Completed`, [later]],
    [`email=${ann.email}&productFilter=app`, [guests, own]],
    [`email=${ann.email}&status=Open`, []],
    [`email=${ann.email}&customerId=${ann.id}`, [later, own]],
  ];
  for (const [query, ids] of cases) assert.deepEqual(await idsOf(query), ids, query);
  const amounts = async () => {
    const { items } = await desk.call<{ items: Record<string, unknown>[] }>(
      'GET',
      `/api/orders?email=${ann.email}`,
    );
    return items.map(({ refunded }) => refunded);
  };
  const euros = (amount: number) => ({ currency: 'EUR', amount });
  assert.deepEqual(await amounts(), [undefined, euros(247), euros(9.5)]);
  // The bank returns the refund.
  const [payment] = await listPayments(app.ctx, { kind: 'Order', id: guests });
  const { providerReference: reference } = await findRefund(app.ctx, { kind: 'Order', id: guests }, refundId);
  const back = {
    refundId,
    reference: reference ?? '',
    amountMinor: 24_700,
    currency: 'EUR',
    status: 'Failed',
  } as const;
  const reversals = { refunds: [back], disputes: [], warnings: [] };
  await recordReversals(app.ctx, payment?.id ?? '', reversals);
  assert.deepEqual([await idsOf(`refunded=true&after=${since}`), (await amounts())[1]], [[own], undefined]);
});

test('the list shows money that is not due until it is refunded, beside the payment that paid', async () => {
  const clerk = await merchantOf(app, app.demo, 'orders:write');
  const { orderId, pay } = await cart([ONE_APP]);
  const email = 'twice@example.com';
  const payOnce = async () => {
    app.system.clock.advance(1);
    await app.inject({ method: 'POST', url: pay, payload: { name: 'Gus', email, sandboxOutcome: 'Delay' } });
    const [payment] = await listPayments(app.ctx, orderSubject({ id: orderId }));
    return payment ?? assert.fail('there is no payment');
  };
  const states = async () => {
    const url = `/api/orders?email=${email}`;
    const { items } = await desk.call<{ items: Record<string, unknown>[] }>('GET', url);
    return items.map(({ paymentStatus, unduePayments, undue }) => [paymentStatus, unduePayments, undue]);
  };
  const late = await payOnce();
  await recordPaymentState(app.ctx, late.id, DECLINED);
  const second = await payOnce();
  await report(app.ctx, second, paidInFull(second));
  assert.deepEqual(await states(), [['Succeeded', undefined, undefined]]);
  await recordPaymentState(app.ctx, late.id, paidInFull(late));
  assert.deepEqual(await states(), [['Succeeded', 1, true]]);
  assert.deepEqual(await idsOf('undue=true'), [orderId]);
  const refunds = `/api/orders/${orderId}/refunds`;
  const refused = await clerk.send('POST', refunds, { paymentId: second.id, undue: true });
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'UndueMoneyChanged']);
  await clerk.call('POST', refunds, { paymentId: late.id, undue: true });
  assert.deepEqual(await states(), [['Succeeded', undefined, undefined]]);
  assert.deepEqual(await idsOf('undue=true'), []);
});

test('looking at a cart neither claims nor changes it', async () => {
  const { orderId } = await cart([ONE_APP]);
  const look = () => desk.send('GET', `/api/orders/${orderId}`);
  const first = await look();
  assert.deepEqual(
    [first.statusCode, first.json().status, first.json().total.due.amount],
    [200, 'Open', 49],
    first.body,
  );
  assert.deepEqual(
    [first.json().customerId, first.json().billingDetails, first.json().licenses],
    [undefined, undefined, []],
  );
  assert.deepEqual((await look()).json(), first.json());
});

test('a guest’s purchase for an unproven address is found through the licenses that wait for it', async () => {
  const email = 'guest-of-orders@example.com';
  const id = await buy([ONE_APP], undefined, email);
  const reader = await merchantOf(app, app.demo, 'licenses:read');
  const { items } = await reader.call<{ items: { orderId?: string }[] }>(
    'GET',
    `/api/licenses?email=${email}`,
  );
  assert.deepEqual(
    items.map(({ orderId }) => orderId),
    [id],
  );
  const order = await desk.call<{ customerId?: string; billingDetails: object }>('GET', `/api/orders/${id}`);
  assert.deepEqual([order.customerId, order.billingDetails], [undefined, { name: 'Ann Buyer', email }]);
});

test('orders need a key with the scope, and are those of the account', async () => {
  const { orderId } = await cart([ONE_APP]);
  const elsewhere = await merchantOf(app, app.other);
  const other = await merchantOf(app, app.demo, 'licenses:read');
  for (const url of ['/api/orders', `/api/orders/${orderId}`, `/api/orders/${orderId}/timeline`]) {
    assert.equal((await app.inject({ url })).statusCode, 401);
    assert.equal((await other.send('GET', url)).statusCode, 403);
  }
  for (const url of [`/api/orders/${orderId}`, `/api/orders/${orderId}/timeline`])
    assert.equal((await elsewhere.send('GET', url)).statusCode, 404);
  assert.deepEqual((await elsewhere.call<{ items: unknown[] }>('GET', '/api/orders')).items, []);
  for (const id of ['none', app.system.ids.guid()])
    for (const url of [`/api/orders/${id}`, `/api/orders/${id}/timeline`])
      assert.equal((await desk.send('GET', url)).statusCode, 404);
});

test('the list shows the lines and the payment status of each order, and so does the file', async () => {
  const since = app.system.clock.now().toISOString();
  const { orderId: open } = await cart([ONE_APP, TWO_SYNTHS]);
  const { orderId: empty } = await cart([ONE_APP]);
  await patchOrder(app, empty, { items: [] });
  const { orderId: failed, pay } = await cart([TWO_SYNTHS]);
  for (const sandboxOutcome of ['Fail', 'Delay']) {
    app.system.clock.advance(1);
    const payload = { name: 'Ann', email: 'ann@example.com', sandboxOutcome };
    assert.equal((await app.inject({ method: 'POST', url: pay, payload })).statusCode, 200);
  }
  const [app1, synths] = [
    { title: 'App, Perpetual', quantity: 1 },
    { title: 'Synth, Once', quantity: 2 },
  ];
  const { items } = await desk.call<{ items: { id: string; lines: object[]; paymentStatus?: string }[] }>(
    'GET',
    `/api/orders?after=${since}`,
  );
  assert.deepEqual(
    items.map(({ id, lines, paymentStatus }) => [id, lines, paymentStatus]),
    [
      [failed, [synths], 'Pending'],
      [empty, [], undefined],
      [open, [app1, synths], undefined],
    ],
  );
  const file = (await desk.send('GET', `/api/export/orders?after=${since}&format=csv`)).body;
  assert.match(file, /Synth, Once.*"Pending"/);
});

test('a paid order keeps the lines that were bought and their titles, without a line that was withdrawn before', async () => {
  const since = app.system.clock.now().toISOString();
  const vendor = await merchantOf(app);
  const { orderId, pay } = await cart([TWO_SYNTHS, ONE_APP]);
  await vendor.call('PATCH', '/api/products/synth', { purchasable: false });
  const payload = { name: 'Ann', email: 'ann@example.com' };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  await vendor.call('PATCH', '/api/products/app', { name: 'Renamed' });
  const { items } = await desk.call<{ items: { id: string; lines: object[] }[] }>(
    'GET',
    `/api/orders?after=${since}`,
  );
  assert.deepEqual(
    items.map(({ id, lines }) => [id, lines]),
    [[orderId, [{ title: 'App, Perpetual', quantity: 1 }]]],
  );
  await vendor.call('PATCH', '/api/products/app', { name: 'App' });
  await vendor.call('PATCH', '/api/products/synth', { purchasable: true });
});

test('its timeline tells who did what and when, in order, page by page', async () => {
  app.system.clock.hold('it counts the moments of the entries: one for each payment');
  const ann = await shopper(app);
  const { orderId, pay } = await cart([TWO_SYNTHS], ann);
  for (const sandboxOutcome of ['Fail', 'Succeed']) {
    app.system.clock.advance(1_000);
    const payload = { name: 'Ann', email: ann.email, sandboxOutcome };
    assert.equal((await app.inject({ method: 'POST', url: pay, payload })).statusCode, 200);
  }
  type Entry = { type: string; occurredAt: string; actor: object; subjects: string[]; data: object };
  const entries: Entry[] = [];
  for (let next: string | null = `/api/orders/${orderId.toUpperCase()}/timeline?pageSize=3`; next !== null;) {
    const page: { items: Entry[]; next: string | null } = await desk.call('GET', next);
    entries.push(...page.items);
    next = page.next;
  }
  const change = (before: string, after: string) => ['order.status-changed', { before, after }];
  const steps = entries.map(({ type, data }) => (type === 'order.status-changed' ? [type, data] : [type]));
  assert.deepEqual(steps, [
    change('Open', 'PaymentProcessing'),
    ['payment.failed'],
    change('PaymentProcessing', 'Open'),
    change('Open', 'PaymentProcessing'),
    ['payment.succeeded'],
    change('PaymentProcessing', 'Paid'),
    ['license.granted'],
    change('Paid', 'Completed'),
    ['order.completed'],
    ['document.issued'],
  ]);
  const times = entries.map(({ occurredAt }) => occurredAt);
  assert.deepEqual(times, times.toSorted());
  assert.equal(new Set(times).size, 2);
  assert.ok(entries.every(({ actor, subjects }) => 'kind' in actor && subjects.includes(`order/${orderId}`)));
  assert.ok(!JSON.stringify(entries).includes(ann.email), 'ids alone');
});
