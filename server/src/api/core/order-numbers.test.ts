import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
let desk: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
  desk = await merchantOf(app, app.demo, 'orders:read');
});
after(() => app.close());

interface Numbered {
  readonly id: string;
  readonly number?: string;
  readonly orderNumber?: string;
}

async function buy(email: string): Promise<Numbered> {
  const { orderId, pay } = await checkOut(app, [ONE_APP]);
  assert.equal((await desk.call<Numbered>('GET', `/api/orders/${orderId}`)).number, undefined);
  const paid = await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann Buyer', email } });
  const { status, orderNumber } = paid.json();
  assert.equal(status, 'Completed', paid.body);
  return { id: orderId, number: orderNumber };
}

const idsOf = async (query: string): Promise<string[]> =>
  (await desk.call<{ items: Numbered[] }>('GET', `/api/orders?${query}`)).items.map(({ id }) => id);

function mailsTo(email: string) {
  return app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .where('accountId', '=', app.demo.id)
    .where('recipient', '=', email)
    .where('kind', '=', 'Receipt')
    .execute();
}

test('a paid order has a number for people: at the checkout, in the APIs, in the mail and on the receipt', async () => {
  const ann = await shopper(app);
  const { id, number = '' } = await buy(ann.email);
  assert.match(number, /^\w{4}-\w{4}$/);
  assert.equal((await desk.call<Numbered>('GET', `/api/orders/${id}`)).number, number);
  assert.equal((await app.inject({ url: `/api/customer/orders/${id}` })).json().number, number);
  const [mail = assert.fail('no receipt')] = await mailsTo(ann.email);
  assert.ok(mail.textBody.includes(number), mail.textBody);
  assert.equal(mail.textBody.includes(`Order: ${id}`), false, 'and not the id');
});

test('an order is found by its number, however it is typed, with the other filters, and only in its account', async () => {
  const [first, second] = [await buy('first@example.com'), await buy('second@example.com')];
  const typed = encodeURIComponent(` ${first.number?.toLowerCase().replace('-', ' ')}`);
  assert.deepEqual(await idsOf(`number=${typed}`), [first.id]);
  assert.deepEqual(await idsOf(`number=${second.number}&status=Completed`), [second.id]);
  for (const none of [
    'number=none',
    `number=${first.number}&status=Open`,
    `number=${first.number}&email=x@y.z`,
  ])
    assert.deepEqual(await idsOf(none), [], none);
  assert.deepEqual(await idsOf(`number=${first.number}&refunded=true`), []);
  const elsewhere = await merchantOf(app, app.other, 'orders:read');
  const theirs = await elsewhere.call<{ items: unknown[] }>('GET', `/api/orders?number=${first.number}`);
  assert.deepEqual(theirs.items, []);
});

test('no two orders of an account get the same number', async (t) => {
  const same = Buffer.alloc(32, 7).toString('base64url');
  let draws = 0;
  const isForOrder = () => new Error('the caller').stack?.includes('newNumber') === true && (draws += 1) <= 2;
  const { orderId, pay } = await checkOut(app, [ONE_APP]);
  const another = await checkOut(app, [ONE_APP]);
  const payload = { name: 'Ann Buyer', email: 'one@example.com' };
  t.mock.method(app.system.ids, 'secret', () =>
    isForOrder() ? same : randomBytes(32).toString('base64url'),
  );
  for (const url of [pay, another.pay])
    assert.equal((await app.inject({ method: 'POST', url, payload })).json().status, 'Completed');
  const numbers = await Promise.all(
    [orderId, another.orderId].map((id) => desk.call<Numbered>('GET', `/api/orders/${id}`)),
  );
  assert.equal(new Set(numbers.map(({ number }) => number)).size, 2);
  assert.equal(draws, 3, 'the second order draws again');
});
