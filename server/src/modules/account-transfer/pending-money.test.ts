import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { jobHandlers } from '../../jobs.ts';
import { openStorage } from '../../open-system.ts';
import { transaction } from '../../platform/context/context.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import type { System } from '../../platform/system.ts';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { openLocation } from '../../../test/open-location.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';
import { findAccount } from '../accounts/index.ts';
import { orderSubject, oweMoney } from '../orders/index.ts';
import { listPayments, listRefunds, lockRefundable, openRefund } from '../payments/index.ts';
import { exportAccount, importAccount, openExport } from './index.ts';

const PASSPHRASE = 'correct horse battery staple';

let app: TestApp;
let folder: string;
let target: System;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  folder = await mkdtemp(join(tmpdir(), 'latchkey-pending-'));
  const database = await openLocation(join(folder, 'target.db'));
  await database.migrate();
  const storage = await openStorage({ ...app.system.config, dataDir: join(folder, 'target') });
  target = { ...app.system, database, storage };
});
after(async () => {
  target.storage.close();
  await target.database.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function runJobs(): Promise<void> {
  // Longer than any job waits for its next attempt.
  app.system.clock.advance(86_400_000);
  const worker = startJobWorker(target, jobHandlers(target), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

test('a refund that its provider has not answered, a pending payment, and owed money end on the instance that they moved to', async () => {
  const pay = async (sandboxOutcome: string) => {
    const { orderId, pay: url } = await checkOut(app, [ONE_APP]);
    const payload = { name: 'Ann', email: 'ann@example.com', sandboxOutcome };
    assert.equal((await app.inject({ method: 'POST', url, payload })).statusCode, 200);
    return orderSubject({ id: orderId });
  };
  const sold = await pay('Succeed');
  const waiting = await pay('Delay');
  const [payment = assert.fail('there is no payment')] = await listPayments(app.ctx, sold);
  // As if the process had died before it called the provider.
  await transaction(app.ctx, async (tx) => {
    const refundable = await lockRefundable(tx, sold, payment.id);
    await openRefund(tx, refundable, { amountMinor: 1_000, reason: null });
  });
  const owedTo = await pay('Succeed');
  await transaction(app.ctx, (tx) => oweMoney(tx, { orderId: owedTo.id, reason: 'It was paid twice.' }));
  const to = join(folder, 'export');
  await exportAccount(app.ctx, { folder: to, passphrase: PASSPHRASE, copiesFiles: true });
  await importAccount(target, await openExport(target, { folder: to, passphrase: PASSPHRASE }), {
    acceptsMissingFiles: false,
  });
  const account = (await findAccount(target, 'demo')) ?? assert.fail('there is no account');
  const ctx = testContext(target, account);
  const refunds = async () =>
    (await listRefunds(ctx, { kind: 'Order', id: sold.id, limit: 5 })).map(
      ({ status, providerReference }) => [status, providerReference === null],
    );
  const returns = async () => (await listRefunds(ctx, { ...owedTo, limit: 5 })).map(({ status }) => status);
  assert.deepEqual([await refunds(), await returns()], [[['Pending', true]], []]);
  await runJobs();
  assert.deepEqual(await refunds(), [['Succeeded', false]]);
  assert.deepEqual(await returns(), ['Succeeded']);
  const [ended] = await listPayments(ctx, waiting);
  assert.notEqual(ended?.status, 'Pending');
});
