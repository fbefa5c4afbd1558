import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { paidInFull } from '../../../../test/payments.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../../test/shop.ts';
import { listPayments, recordPaymentState } from '../../payments/index.ts';
import { eraseCustomer } from '../../privacy/index.ts';
import { fulfilNow } from '../fulfilment/fulfil-job.ts';
import { orderSubject } from '../index.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

const ADDRESS = {
  countryCode: 'AT',
  streetAddress1: 'Secret Street 1',
  postCode: '1010',
  locality: 'Vienna',
};

/** The tables that have a text in any row. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = app.system.database.reader.tables<Record<string, object>>();
  const names = ['orders', 'purchases', 'payments', 'customers', 'documents', 'mails', 'jobs'];
  const matches = names.map(async (name) =>
    JSON.stringify(await tables.selectFrom(name).selectAll().execute()).includes(text) ? [name] : [],
  );
  return (await Promise.all(matches)).flat();
}

test('a customer who is erased during a payment: the settlement writes no postal address and no phone number', async () => {
  const customer = await shopper(app);
  const checkout = await checkOut(app, [ONE_APP], customer.auth);
  const bill = { address: ADDRESS, phone: '+43 555 0100', businessName: 'Ann & Co.' };
  const saved = await app.inject({
    method: 'PATCH',
    url: `/api/customer/orders/${checkout.orderId}/billing-details`,
    headers: customer.auth,
    payload: { name: 'Ann', email: customer.email, ...bill },
  });
  assert.equal(saved.statusCode, 200, saved.body);
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Delay' };
  await app.inject({ method: 'POST', url: checkout.pay, payload });
  const [payment = assert.fail('there is no payment')] = await listPayments(
    app.ctx,
    orderSubject({ id: checkout.orderId }),
  );
  assert.deepEqual(await tablesWith('Secret Street'), ['orders', 'purchases', 'payments']);
  await eraseCustomer(app.ctx, customer.id);
  assert.deepEqual(await tablesWith('Secret Street'), []);
  await recordPaymentState(app.ctx, payment.id, paidInFull(payment));
  await fulfilNow(app.ctx, checkout.orderId);
  const { status } = (await app.inject({ url: `/api/customer/orders/${checkout.orderId}` })).json();
  assert.equal(status, 'Completed', 'the money buys something');
  for (const secret of ['Secret Street', '555 0100']) assert.deepEqual(await tablesWith(secret), [], secret);
  assert.ok((await tablesWith('Ann & Co.')).includes('documents'), 'the bill names the business');
});
