import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { aBill, Bills, payBill } from '../../../test/bills.ts';
import { fakeProvider } from '../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { openLocation } from '../../../test/open-location.ts';
import { paidInFull, withProvider } from '../../../test/payments.ts';
import { jobHandlers } from '../../jobs.ts';
import { openStorage } from '../../open-system.ts';
import { transaction } from '../../platform/context/context.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import type { JobTables } from '../../platform/jobs/tables.ts';
import type { System } from '../../platform/system.ts';
import { deleteMethod, eraseBuyer, methodOfPayment, recordPaymentState } from '../payments/index.ts';
import { announcePriceJob } from '../subscriptions/index.ts';
import { grantJob } from '../withdrawals/index.ts';
import { exportAccount, importAccount, openExport } from './index.ts';

const PASSPHRASE = 'correct horse battery staple';
const DAY_MS = 86_400_000;

let app: TestApp;
let folder: string;
let target: System;
const bills = new Bills();
const erased: string[] = [];
let isConnected = true;
const fake = fakeProvider();
const provider = Object.assign(fake, {
  isReady: async () => isConnected,
  eraseBuyer: async (_ctx: unknown, email: string) => {
    erased.push(email);
  },
});
before(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'latchkey-work-'));
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
  app.system.clock.advance(DAY_MS);
  const handlers = jobHandlers(withProvider(bills.within(target), provider));
  const worker = startJobWorker(target, handlers, { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

const jobsAt = (system: Pick<System, 'database'>) =>
  system.database.reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select(['kind', 'payload', 'lastError'])
    .execute();

test('prices to announce, withdrawals to grant and deletions at the provider move, and wait for its connection', async () => {
  const ctx = withProvider(bills.within(app.ctx), provider);
  const { id } = await payBill(ctx, aBill('b1'));
  const label = { brand: 'visa', last4: '4242', expires: '2030-12' };
  await recordPaymentState(ctx, id, { ...paidInFull(aBill('b1')), method: { reference: 'pm-1', label } });
  const methodId = (await methodOfPayment(ctx, id))?.id ?? assert.fail('nothing was saved');
  const price = {
    variationId: 'v',
    currency: 'EUR',
    unitMinor: 1_200,
    from: '2031-01-01T00:00:00Z',
    after: 's7',
  };
  const withdrawal = { withdrawalId: app.system.ids.guid() };
  await transaction(ctx, async (tx) => {
    await deleteMethod(tx, methodId);
    await eraseBuyer(tx, 'ann@example.com');
    await announcePriceJob.enqueue(tx, price);
    await grantJob.enqueue(tx, withdrawal);
  });
  const to = join(folder, 'export');
  await exportAccount(app.ctx, { folder: to, passphrase: PASSPHRASE, copiesFiles: true });
  isConnected = false;
  await importAccount(target, await openExport(target, { folder: to, passphrase: PASSPHRASE }), {
    acceptsMissingFiles: false,
  });
  const moved = await jobsAt(target);
  const payloadOf = (kind: string) => moved.find((job) => job.kind === kind)?.payload;
  assert.deepEqual([payloadOf(announcePriceJob.kind), payloadOf(grantJob.kind)], [price, withdrawal]);
  await runJobs();
  const left = await jobsAt(target);
  assert.deepEqual(left.map(({ kind }) => kind).toSorted(), [
    'payments.delete-method',
    'payments.erase-buyer',
  ]);
  for (const { lastError } of left)
    assert.match(String(lastError), /is not connected to its payment provider yet/);
  assert.deepEqual([fake.removals, erased], [[], []]);
  isConnected = true;
  await runJobs();
  assert.deepEqual([fake.removals, erased, await jobsAt(target)], [['pm-1'], ['ann@example.com'], []]);
});
