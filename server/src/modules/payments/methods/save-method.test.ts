import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { aBill, Bills, onlyNews, payBill } from '../../../../test/bills.ts';
import { fakeProvider } from '../../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { paidInFull, withProvider } from '../../../../test/payments.ts';
import { transaction } from '../../../platform/context/context.ts';
import { canSaveMethods, findMethod, methodOfPayment, openPayment, recordPaymentState } from '../index.ts';

let app: TestApp;
const bills = new Bills();
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const CARD = {
  reference: 'pm_1',
  customerReference: 'cus_1',
  label: { brand: 'visa', last4: '4242', expires: '2030-12' },
};

test('a payment that saves its method stores it with the success, once, however often that is reported', async () => {
  const ctx = withProvider(bills.within(app.ctx), fakeProvider());
  const bill = aBill('b1');
  const payment = await payBill(ctx, bill);
  assert.equal(await methodOfPayment(ctx, payment.id), undefined);
  const success = { ...paidInFull(bill), method: CARD };
  await recordPaymentState(ctx, payment.id, success);
  await recordPaymentState(ctx, payment.id, success);
  assert.equal(onlyNews(bills.of('b1')).what, 'paid');
  const method = (await methodOfPayment(ctx, payment.id)) ?? assert.fail('there is no method');
  const { provider, reference, customerReference, brand, last4, expires, status } = method;
  assert.deepEqual(
    [provider, reference, customerReference, brand, last4, expires, status],
    ['sandbox', 'pm_1', 'cus_1', 'visa', '4242', '2030-12', 'Usable'],
  );
  assert.deepEqual(await findMethod(ctx, method.id), method);
});

test('the test provider saves a method that behaves as chosen; without the wish, it saves none', async () => {
  const ctx = bills.within(app.ctx);
  const saving = await payBill(ctx, aBill('b2', { input: { sandboxMethod: 'DeclinesSoftly' } }));
  const method = await methodOfPayment(ctx, saving.id);
  assert.equal(method?.reference, `sandbox-method~${saving.id}~DeclinesSoftly`);
  const { instruction, ...rest } = aBill('b3');
  const { saveMethod: _wish, ...other } = instruction;
  const plain = await payBill(ctx, { ...rest, instruction: other });
  assert.equal(onlyNews(bills.of('b3')).what, 'paid');
  assert.equal(await methodOfPayment(ctx, plain.id), undefined);
});

test('a method of another account is not found', async () => {
  const ctx = bills.within(app.ctx);
  const payment = await payBill(ctx, aBill('b4'));
  const method = await methodOfPayment(ctx, payment.id);
  const other = { ...ctx, account: { ...ctx.account, id: 'another' } };
  assert.equal(await findMethod(other, method?.id ?? assert.fail()), undefined);
  assert.equal(await methodOfPayment(other, payment.id), undefined);
});

test('a provider that saves no methods is not asked to, and nothing is opened', async () => {
  const provider = fakeProvider();
  provider.savesMethods = false;
  const cannot = withProvider(bills.within(app.ctx), provider);
  assert.equal(await canSaveMethods(app.ctx), true);
  assert.equal(await canSaveMethods(cannot), false);
  await assert.rejects(
    transaction(cannot, (tx) => openPayment(tx, aBill('b5'))),
    /does not save payment methods/,
  );
  assert.deepEqual(bills.of('b5'), []);
});
