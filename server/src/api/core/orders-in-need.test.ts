import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { orderSubject } from '../../modules/orders/index.ts';
import { listPayments, recordReversals } from '../../modules/payments/index.ts';
import type { PaymentTables } from '../../modules/payments/tables.ts';
import { transaction } from '../../platform/context/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';

let app: TestApp;
let desk: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, {
    limits: { paymentsPerMinute: 0, withdrawalsPerMinute: 0, mailsPerAddressAndHour: 0 },
  });
  desk = await merchantOf(app, app.demo, 'orders:read', 'orders:write');
});
after(() => app.close());

interface Sale {
  readonly orderId: string;
  readonly number: string;
  readonly email: string;
}

async function buy(): Promise<Sale> {
  app.system.clock.advance(1_000);
  const { orderId, pay } = await checkOut(app, [ONE_APP]);
  const email = `${randomUUID()}@example.com`;
  const paid = await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann Buyer', email } });
  assert.equal(paid.json().status, 'Completed', paid.body);
  return { orderId, number: paid.json().orderNumber, email };
}

type Dispute = Parameters<typeof recordReversals>[2]['disputes'][number];

/** The provider reports a dispute of an order. */
async function report({ orderId }: Sale, news: Partial<Dispute>): Promise<void> {
  const [payment] = await listPayments(app.ctx, orderSubject({ id: orderId }));
  const money = { amountMinor: 4_900, currency: 'EUR', reason: 'fraudulent' };
  const dispute: Dispute = { reference: `dispute of ${orderId}`, status: 'Open', ...money, ...news };
  await recordReversals(app.ctx, payment?.id ?? '', { refunds: [], disputes: [dispute], warnings: [] });
}

/** The buyer withdraws from the whole order; the id of the withdrawal. */
async function withdraw({ orderId, number: orderNumber, email }: Sale): Promise<string> {
  const { items } = await desk.call<{ items: { id: string }[] }>('GET', `/api/orders/${orderId}`);
  const payload = { orderNumber, email, lineIds: items.map(({ id }) => id) };
  const response = await app.inject({ method: 'POST', url: '/api/customer/withdrawals', payload });
  assert.equal(response.statusCode, 201, response.body);
  return response.json().id;
}

/** What a list has, over pages of one row each. */
async function all<Item>(path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let next: string | null = `${path}&pageSize=1`; next !== null;) {
    const page: { items: Item[]; next: string | null } = await desk.call('GET', next);
    items.push(...page.items);
    next = page.next;
  }
  return items;
}

const ordersOf = async (query: string) =>
  (await all<{ id: string }>(`/api/orders?${query}`)).map(({ id }) => id);
const toAnswer = async (more = '') =>
  (await all<{ orderId: string }>(`/api/disputes?toAnswer=true${more}`)).map(({ orderId }) => orderId);

const day = (number: number) => new Date(Date.UTC(2027, 0, number));

test('orders whose dispute the vendor has to answer are listed until it is answered or decided, the disputes by their last day', async () => {
  const sales = [await buy(), await buy(), await buy(), await buy()] as const;
  const [first, second, third, other] = sales.map(({ orderId }) => orderId);
  await report(sales[0], { answerBy: day(3) });
  await report(sales[1], { answerBy: day(9) });
  await report(sales[2], { answerBy: day(1) });
  assert.deepEqual(await ordersOf('needs=DisputeAnswer'), [third, second, first]);
  assert.deepEqual(await ordersOf('needs=DisputeAnswer&sort=createdAt'), [first, second, third]);
  assert.deepEqual(await toAnswer(), [third, first, second], 'the soonest first');
  assert.deepEqual(await toAnswer(`&orderId=${second}`), [second]);

  await report(sales[1], {});
  assert.deepEqual(await ordersOf('needs=DisputeAnswer'), [third, first], 'the evidence was handed in');
  await report(sales[2], { answerBy: day(1), status: 'Won' });
  assert.deepEqual([await ordersOf('needs=DisputeAnswer'), await toAnswer()], [[first], [first]]);
  await transaction(app.ctx, (tx) =>
    tx
      .tables<PaymentTables>()
      .updateTable('disputes')
      .set({ handledBy: 'Provider' })
      .where('subjectId', '=', first ?? '')
      .execute(),
  );
  assert.deepEqual([await ordersOf('needs=DisputeAnswer'), await toAnswer()], [[], []], 'not the vendor’s');
  assert.ok(other !== undefined && !(await ordersOf('needs=DisputeAnswer')).includes(other));
});

test('orders with a withdrawal that nobody has decided on are listed until somebody does, the withdrawals from either end', async () => {
  const [one, two] = [await buy(), await buy()];
  const withdrawals = [await withdraw(two), await withdraw(one)];
  const open = async (sort: string) =>
    (await all<{ id: string }>(`/api/withdrawals?open=true${sort}`)).map(({ id }) => id);
  assert.deepEqual(await ordersOf('needs=WithdrawalDecision'), [two.orderId, one.orderId]);
  assert.deepEqual([await open('&sort=createdAt'), await open('')], [withdrawals, withdrawals.toReversed()]);
  await desk.call('POST', `/api/withdrawals/${withdrawals[0]}/decline`, { reason: 'You use it.' });
  assert.deepEqual(await ordersOf('needs=WithdrawalDecision'), [one.orderId]);
  await desk.call('POST', `/api/withdrawals/${withdrawals[1]}/grant`, {});
  assert.deepEqual(await ordersOf('needs=WithdrawalDecision'), []);
});

test('what waits is filtered further, and is only that of the account', async () => {
  const [one, two] = [await buy(), await buy()];
  for (const sale of [one, two]) await report(sale, { answerBy: day(20) });
  const [ids, since] = [[two.orderId, one.orderId], '2020-01-01T00:00:00Z'];
  const cases: [query: string, ids: string[]][] = [
    ['', ids],
    [`&number=${one.number}`, [one.orderId]],
    [`&email=${two.email}`, [two.orderId]],
    ['&email=nobody@example.com', []],
    [`&customerId=${randomUUID()}`, []],
    ['&status=Completed', ids],
    ['&status=Paid', []],
    ['&undue=true', []],
    ['&productFilter=app', ids],
    ['&productFilter=synth', []],
    [`&after=${since}`, ids],
    [`&before=${since}`, []],
  ];
  for (const [more, expected] of cases)
    assert.deepEqual(await ordersOf(`needs=DisputeAnswer${more}`), expected, more);
  assert.deepEqual(await ordersOf(`needs=WithdrawalDecision&number=${one.number}`), []);
  assert.equal((await desk.send('GET', '/api/orders?needs=Something')).statusCode, 400);
  const refused = await desk.send('GET', `/api/disputes?toAnswer=true&status=Open&before=${since}`);
  assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['status', 'before']]);
  const stranger = await merchantOf(app, app.other, 'orders:read');
  for (const path of ['/api/orders?needs=DisputeAnswer', '/api/disputes?toAnswer=true'])
    assert.deepEqual((await stranger.call<{ items: object[] }>('GET', path)).items, [], path);
});
