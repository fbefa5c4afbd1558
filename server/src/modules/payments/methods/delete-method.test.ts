import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { aBill, aCharge, aTestMethod, Bills, chargeBill, onlyNews, payBill } from '../../../../test/bills.ts';
import { type FakeProvider, fakeProvider } from '../../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { paidInFull, withProvider } from '../../../../test/payments.ts';
import { jobHandlers } from '../../../jobs.ts';
import { transaction } from '../../../platform/context/context.ts';
import { startJobWorker } from '../../../platform/jobs/start-job-worker.ts';
import {
  deleteMethod,
  findMethod,
  methodOfPayment,
  recordPaymentState,
  setTestMethodBehaviour,
} from '../index.ts';

let app: TestApp;
const bills = new Bills();
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const HOUR_MS = 3_600_000;

const contextAt = (provider: FakeProvider) => withProvider(bills.within(app.ctx), provider);

async function runJobs(provider?: FakeProvider): Promise<void> {
  const system = bills.within(app.system);
  const handlers = jobHandlers(provider === undefined ? system : withProvider(system, provider));
  const worker = startJobWorker(app.system, handlers, { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

/** The payment of a bill that has saved a method, which has this reference of the provider. */
async function savedAt(provider: FakeProvider, bill: string, reference: string): Promise<string> {
  const ctx = contextAt(provider);
  const { id } = await payBill(ctx, aBill(bill));
  const label = { brand: 'visa', last4: '4242', expires: '2030-12' };
  await recordPaymentState(ctx, id, { ...paidInFull(aBill(bill)), method: { reference, label } });
  return (await methodOfPayment(ctx, id))?.id ?? assert.fail('nothing was saved');
}

test('a removed method loses its label at once, and the job deletes it at the provider until that succeeds', async () => {
  const provider = fakeProvider();
  const ctx = contextAt(provider);
  const id = await savedAt(provider, 'd1', 'pm-1');
  await transaction(ctx, (tx) => deleteMethod(tx, id));
  await transaction(ctx, (tx) => deleteMethod(tx, id));
  const { status, brand, last4, expires, reference } = (await findMethod(ctx, id)) ?? assert.fail();
  assert.deepEqual([status, brand, last4, expires, reference], ['Removed', null, null, null, 'pm-1']);
  provider.state = 'Away';
  await runJobs(provider);
  assert.deepEqual(provider.removals, []);
  provider.state = { kind: 'Pending' };
  app.system.clock.advance(HOUR_MS);
  await runJobs(provider);
  assert.deepEqual(provider.removals, ['pm-1']);
  assert.equal((await findMethod(ctx, id))?.reference, null);
});

test('a method that is saved twice stays at the provider while one of the two can be charged', async () => {
  const provider = fakeProvider();
  const ctx = contextAt(provider);
  const [first, second] = [await savedAt(provider, 'd2', 'pm-2'), await savedAt(provider, 'd3', 'pm-2')];
  await transaction(ctx, (tx) => deleteMethod(tx, first));
  await runJobs(provider);
  assert.deepEqual(provider.removals, []);
  assert.equal((await findMethod(ctx, second))?.status, 'Usable');
  await transaction(ctx, (tx) => deleteMethod(tx, second));
  await runJobs(provider);
  assert.deepEqual(provider.removals, ['pm-2']);
});

test('a charge that was not attempted before its method was removed is not made', async () => {
  const provider = fakeProvider();
  const ctx = contextAt(provider);
  const id = await savedAt(provider, 'd4', 'pm-4');
  await chargeBill(ctx, aCharge('d5', id));
  await transaction(ctx, (tx) => deleteMethod(tx, id));
  await runJobs(provider);
  assert.deepEqual(provider.charges, []);
  assert.equal(onlyNews(bills.of('d5')).failure?.advice, 'NeverAgain');
});

test('money that pays nothing saves nothing: the method is deleted again', async () => {
  const provider = fakeProvider();
  const ctx = contextAt(provider);
  const { id } = await payBill(ctx, aBill('d6'));
  const method = { reference: 'pm-6', label: { brand: 'visa' } };
  await recordPaymentState(ctx, id, { ...paidInFull({ amountMinor: 1, currency: 'EUR' }), method });
  assert.equal((await methodOfPayment(ctx, id))?.status, 'Removed');
  await runJobs(provider);
  assert.deepEqual(provider.removals, ['pm-6']);
});

test('a method of another account is not deleted', async () => {
  const provider = fakeProvider();
  const ctx = contextAt(provider);
  const id = await savedAt(provider, 'd7', 'pm-7');
  const other = { ...ctx, account: { ...ctx.account, id: 'another' } };
  await transaction(other, (tx) => deleteMethod(tx, id));
  assert.equal((await findMethod(ctx, id))?.status, 'Usable');
});

test('a developer changes what becomes of later charges of a test method, and of no other', async () => {
  const ctx = bills.within(app.ctx);
  const id = await aTestMethod(ctx, 'Succeeds');
  await setTestMethodBehaviour(ctx, id, 'DeclinesSoftly');
  await chargeBill(ctx, aCharge('d8', id));
  await runJobs();
  assert.equal(onlyNews(bills.of('d8')).failure?.advice, 'TryAgain');
  await assert.rejects(setTestMethodBehaviour(ctx, 'unknown', 'Succeeds'), /no saved test method unknown/);
  const other = { ...ctx, account: { ...ctx.account, id: 'another' } };
  await assert.rejects(setTestMethodBehaviour(other, id, 'Succeeds'), /no saved test method/);
  await transaction(ctx, (tx) => deleteMethod(tx, id));
  await assert.rejects(setTestMethodBehaviour(ctx, id, 'Succeeds'), /no saved test method/);
});
