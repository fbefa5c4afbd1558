import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { aBill, aCharge, aTestMethod, Bills, chargeBill, onlyNews, payBill } from '../../../../test/bills.ts';
import { type FakeProvider, fakeProvider } from '../../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { paidInFull, runPaymentJobs, withProvider } from '../../../../test/payments.ts';
import {
  cancelPayment,
  deleteMethod,
  findPayment,
  listPayments,
  methodOfPayment,
  recordPaymentState,
} from '../index.ts';
import { ProviderError } from '../provider-error.ts';
import { transaction } from '../../../platform/context/context.ts';
import { callProvider } from './call-provider.ts';
import type { PaymentTables } from '../tables.ts';

let app: TestApp;
const bills = new Bills();
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const HOUR_MS = 3_600_000;

/** Everything at a provider. */
const at = (provider: FakeProvider) => ({
  ctx: withProvider(bills.within(app.ctx), provider),
  runJobs: () => runPaymentJobs(withProvider(bills.within(app.system), provider)),
});

/** A method that the provider has saved, by our id. */
async function methodAt(provider: FakeProvider, bill: string): Promise<string> {
  const { ctx } = at(provider);
  const payment = await payBill(ctx, aBill(bill));
  const method = { reference: `pm-${bill}`, customerReference: 'cus', label: { brand: 'visa' } };
  await recordPaymentState(ctx, payment.id, { ...paidInFull(aBill(bill)), method });
  return (await methodOfPayment(ctx, payment.id))?.id ?? assert.fail('nothing was saved');
}

const statusOf = async (paymentId: string) => (await findPayment(app.ctx, paymentId))?.status;

test('the behaviour of a test method is how its charges end, with advice, and nobody has to be there', async () => {
  const ctx = bills.within(app.ctx);
  const ends = [];
  for (const behaviour of ['Succeeds', 'NeedsBuyer', 'DeclinesSoftly', 'DeclinesForGood']) {
    const bill = `charge-${behaviour}`;
    await chargeBill(ctx, aCharge(bill, await aTestMethod(ctx, behaviour)));
    assert.deepEqual(bills.of(bill), [], 'nothing happens before the job');
    await runPaymentJobs(bills.within(app.system));
    const { what, failure } = onlyNews(bills.of(bill));
    ends.push([what, failure?.advice, failure?.wasSubmitted]);
  }
  assert.deepEqual(ends, [
    ['paid', undefined, undefined],
    ['failed', 'BuyerNeeded', false],
    ['failed', 'TryAgain', false],
    ['failed', 'NeverAgain', false],
  ]);
});

test('the provider is called once the charge is committed, with all it needs and no buyer', async () => {
  const provider = fakeProvider();
  const { ctx, runJobs } = at(provider);
  const methodId = await methodAt(provider, 'needs');
  const payment = await chargeBill(ctx, aCharge('needs-2', methodId));
  provider.state = paidInFull(payment);
  assert.equal(provider.charges.length, 0);
  await runJobs();
  const [charge = assert.fail()] = provider.charges;
  assert.deepEqual(
    [charge.paymentId, charge.idempotencyKey, charge.amountMinor, charge.currency, charge.method],
    [
      payment.id,
      `charge-${payment.id}`,
      4_900,
      'EUR',
      { id: methodId, reference: 'pm-needs', customerReference: 'cus' },
    ],
  );
  assert.deepEqual(charge.items, [{ title: 'A year', quantity: 1, dueMinor: 4_900 }]);
  assert.equal(provider.starts.length, 1, 'that of the first payment');
  assert.equal(onlyNews(bills.of('needs-2')).what, 'paid');
  const ended = await findPayment(ctx, payment.id);
  assert.deepEqual([ended?.status, ended?.instruction], ['Succeeded', null]);
});

test('a charge whose answer was lost is found at the provider, and not made again', async () => {
  const provider = fakeProvider();
  const { ctx, runJobs } = at(provider);
  const payment = await chargeBill(ctx, aCharge('lost', await methodAt(provider, 'lost-1')));
  provider.answerCharge = async () => {
    throw new ProviderError('Unavailable', 'socket hang up');
  };
  provider.earlierCharge = async () => assert.fail('there was no earlier attempt');
  await runJobs();
  assert.equal(await statusOf(payment.id), 'Pending');
  // A day and more later, when no provider knows the key any more.
  provider.earlierCharge = async ({ paymentId }) => `found-${paymentId}`;
  provider.state = paidInFull(payment);
  app.system.clock.advance(40 * HOUR_MS);
  await runJobs();
  assert.equal(provider.charges.length, 1);
  assert.equal((await findPayment(ctx, payment.id))?.providerReference, `found-${payment.id}`);
  assert.equal(onlyNews(bills.of('lost')).what, 'paid');
});

test('a charge that may be on its way does not fail because its method was removed meanwhile', async () => {
  const provider = fakeProvider();
  const { ctx, runJobs } = at(provider);
  const methodId = await methodAt(provider, 'removed-1');
  const { id } = await chargeBill(ctx, aCharge('removed', methodId));
  provider.answerCharge = async () => {
    throw new ProviderError('Unavailable', 'socket hang up');
  };
  provider.earlierCharge = async () => undefined;
  await runJobs();
  await transaction(app.ctx, (tx) => deleteMethod(tx, methodId));
  const call = async () => callProvider(ctx, (await findPayment(ctx, id)) ?? assert.fail());
  await assert.rejects(call, /attempted a moment ago/);
  app.system.clock.advance(61_000);
  assert.equal((await call()).kind, 'Refused');
  assert.equal(provider.charges.length, 1);
});

test('one that never arrived is made again under the same key, exactly as before', async () => {
  const provider = fakeProvider();
  const { ctx, runJobs } = at(provider);
  const { answerCharge } = provider;
  const payment = await chargeBill(ctx, aCharge('again', await methodAt(provider, 'again-1')));
  provider.answerCharge = async () => {
    throw new ProviderError('Unavailable', 'socket hang up');
  };
  await runJobs();
  provider.answerCharge = answerCharge;
  provider.state = paidInFull(payment);
  app.system.clock.advance(HOUR_MS);
  await runJobs();
  const [first, second] = provider.charges.map(({ attemptedAt: _at, ...charge }) => charge);
  assert.equal(provider.charges.length, 2);
  assert.deepEqual(second, first);
  assert.equal(onlyNews(bills.of('again')).what, 'paid');
});

test('a provider that is away for days neither fails a charge that it may have made, nor makes it late', async () => {
  const provider = fakeProvider();
  const { ctx, runJobs } = at(provider);
  const payment = await chargeBill(ctx, aCharge('away', await methodAt(provider, 'away-1')));
  const away = async () => {
    throw new ProviderError('Unavailable', 'socket hang up');
  };
  provider.answerCharge = away;
  provider.earlierCharge = away;
  for (let day = 0; day < 3; day += 1) {
    await runJobs();
    app.system.clock.advance(25 * HOUR_MS);
  }
  assert.equal(await statusOf(payment.id), 'Pending', 'money may have moved');
  provider.earlierCharge = async () => undefined;
  await runJobs();
  assert.equal(provider.charges.length, 1, 'it is too late for another attempt');
  const { what, failure } = onlyNews(bills.of('away'));
  assert.deepEqual([what, failure?.advice], ['failed', 'TryAgain']);
});

test('a charge that no process performed within a day is not made at all', async () => {
  const provider = fakeProvider();
  const { ctx, runJobs } = at(provider);
  await chargeBill(ctx, aCharge('late', await methodAt(provider, 'late-1')));
  app.system.clock.advance(24 * HOUR_MS);
  await runJobs();
  assert.equal(provider.charges.length, 0);
  const { what, failure } = onlyNews(bills.of('late'));
  assert.deepEqual([what, failure?.isShopFault], ['failed', true], 'no bank was asked');
});

test('a charge is cancelled before it is attempted, so that it never is; an attempted one is found and cancelled', async () => {
  const provider = fakeProvider();
  const { ctx, runJobs } = at(provider);
  const methodId = await methodAt(provider, 'cancel-1');
  const early = await chargeBill(ctx, aCharge('cancel-early', methodId));
  await cancelPayment(ctx, early.id);
  await runJobs();
  assert.equal(provider.charges.length, 0);
  assert.equal(onlyNews(bills.of('cancel-early')).what, 'failed');

  const late = await chargeBill(ctx, aCharge('cancel-late', methodId));
  provider.answerCharge = async () => {
    throw new ProviderError('Unavailable', 'socket hang up');
  };
  await runJobs();
  await assert.rejects(cancelPayment(ctx, late.id), /could not be stopped/, 'it may be on its way');
  assert.equal(await statusOf(late.id), 'Pending');
  provider.earlierCharge = async () => 'pi-late';
  provider.state = paidInFull(late);
  await cancelPayment(ctx, late.id);
  assert.deepEqual(provider.cancels, ['pi-late']);
  assert.equal(onlyNews(bills.of('cancel-late')).what, 'paid', 'the provider was faster');
  assert.equal(provider.charges.length, 1);
});

test('a charge below the minimum, of a method that is gone or of another account, is refused, and nothing is opened', async () => {
  const provider = fakeProvider();
  const { ctx } = at(provider);
  const methodId = await methodAt(provider, 'refuse-1');
  const charge = aCharge('refuse', methodId);
  await assert.rejects(chargeBill(ctx, { ...charge, amountMinor: 49 }), /The smallest amount/);
  await assert.rejects(chargeBill(ctx, { ...charge, currency: 'JPY' }), /does not accept payments in JPY/);
  await assert.rejects(chargeBill(ctx, aCharge('refuse', 'unknown')), /was removed/);
  const other = { ...ctx, account: { ...ctx.account, id: 'another' } };
  await assert.rejects(chargeBill(other, charge), /was removed/);
  const disconnected = withProvider(bills.within(app.ctx), { ...provider, isReady: async () => false });
  await assert.rejects(chargeBill(disconnected, charge), /cannot take payments yet/);
  assert.deepEqual(await listPayments(ctx, charge.subject), []);
});

test('at most one charge of a subject is pending', async () => {
  const provider = fakeProvider();
  const { ctx, runJobs } = at(provider);
  const charge = aCharge('once', await methodAt(provider, 'once-1'));
  const payment = await chargeBill(ctx, charge);
  await assert.rejects(chargeBill(ctx, charge), /payments_one_pending|UNIQUE/);
  const rows = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').select('id');
  assert.equal((await rows.where('subjectId', '=', 'once').execute()).length, 1);
  provider.state = paidInFull(payment);
  await runJobs();
  assert.equal(onlyNews(bills.of('once')).what, 'paid');
});
