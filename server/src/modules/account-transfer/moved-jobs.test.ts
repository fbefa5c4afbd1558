import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { openLocation } from '../../../test/open-location.ts';
import { upgradeShop } from '../../../test/upgrade-shop.ts';
import { deliveryHandlers, followers, jobHandlers } from '../../jobs.ts';
import { openStorage } from '../../open-system.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import { catchUpOnJournal } from '../../platform/journal/follow-journal.ts';
import type { System } from '../../platform/system.ts';
import type { CouponTables } from '../coupons/tables.ts';
import type { LicensingTables } from '../licensing/tables.ts';
import { createReleaseFromFiles } from '../releases/index.ts';
import type { VoucherTables } from '../vouchers/tables.ts';
import { exportAccount, importAccount, openExport } from './index.ts';

const PASSPHRASE = 'correct horse battery staple';

/** What becomes of work that was under way when an account was exported. */
const AFTER_A_MOVE: Readonly<Record<string, string>> = {
  'coupons.generate-codes': 'the import resumes it',
  'events.mail': 'the next event of its kind is mailed; the list of events has those before',
  'files.remove': 'the files that it removes do not move',
  'files.sweep': 'the files that it removes do not move',
  'identity.password-reset': 'the customer asks again',
  'images.sizes': 'the import copies what there is; pages show the whole image',
  'images.sweep': 'the files that it removes do not move',
  'licensing.grace': 'the import resumes it',
  'mail.send': 'mails do not move',
  'media.sweep': 'the files that it removes do not move',
  'operators.forgotten-password': 'the operator asks again',
  'orders.fulfil': 'orders.fulfil-late delivers it within ten minutes',
  'payments.delete-method': 'the job moves, and fails until the account is connected',
  'payments.erase-buyer': 'the job moves, and fails until the account is connected',
  'payments.missed-events': 'it belongs to the connection, which is made again',
  'payments.refund': 'the import resumes it',
  'payments.reversals': 'the import resumes refunds; the provider reports what is decided later',
  'payments.settle': 'the import resumes it',
  'payments.unread-events': 'it belongs to the connection, which is made again',
  'subscriptions.announce-price': 'the job moves',
  'subscriptions.confirm-price':
    'mails do not move: a price that was not confirmed has to be announced again',
  'subscriptions.drop-unpaid-plan': 'the next renewal drops it',
  'subscriptions.return-money': 'the import resumes it',
  'subscriptions.step': 'subscriptions.wake takes it within two hours',
  'subscriptions.step-now': 'subscriptions.wake takes it within two hours',
  'subscriptions.wake-held': 'subscriptions.wake takes each step when it is due',
  'vouchers.generate': 'the import resumes it',
  'vouchers.licenses': 'the import resumes it',
  'webhooks.deliver': 'webhooks.wake sends it within ten minutes',
  'withdrawals.grant': 'the job moves',
};

let app: TestApp;
let folder: string;
let target: System;
before(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'latchkey-jobs-'));
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

test('for every kind of job it is decided what becomes of it when its account moves', () => {
  const kinds = [...Object.keys(jobHandlers(app.system)), ...Object.keys(deliveryHandlers(app.system))];
  assert.deepEqual(
    kinds.toSorted(),
    Object.keys(AFTER_A_MOVE).toSorted(),
    'say in this test how a new kind of job goes on after a move',
  );
});

/** Leaves work that is under way: its jobs are enqueued, and have not run. */
async function leaveWork() {
  const shop = await upgradeShop(app);
  const { merchant } = shop;
  const current = { current: { releaseAccess: { upToMajor: 'current' } } };
  const productId = await shop.product(current, { upgradeGraceDays: 30 });
  const publish = (version: string) =>
    createReleaseFromFiles(app.ctx, { productId, version, files: [], isPublished: true });
  await publish('2.0.0');
  const buyer = await shop.shopper();
  const licenseId = await shop.buyLicense(buyer, productId, 'current');
  const batches = '/api/vouchers/batches';
  const contents = [{ type: 'Product', id: productId, quantity: 1 }];
  const createBatch = async (quantity: number) =>
    (await merchant.call<{ id: string }>('POST', batches, { name: 'Gift', quantity, contents })).id;
  const redeemAndRevoke = async () => {
    const id = await createBatch(1);
    const codes = await merchant.call<{ items: { code: string }[] }>('GET', `${batches}/${id}/codes`);
    const url = `/api/customer/vouchers/redeem?code=${codes.items[0]?.code ?? ''}`;
    assert.equal((await app.inject({ method: 'POST', url, headers: buyer.auth })).statusCode, 200);
    await merchant.call('POST', `${batches}/${id}/revoke?licenses=Revoke`);
    return id;
  };
  const restored = await redeemAndRevoke();
  await shop.runJobs();
  await merchant.call('POST', `${batches}/${restored}/restore`);
  const revoked = await redeemAndRevoke();
  const generated = await createBatch(1_300);
  const ten = { name: 'Ten', type: 'PercentageOffDiscount', percentage: 0.1 };
  const coupon = await merchant.call<{ id: string }>('POST', '/api/coupons', ten);
  const codes = { quantity: 1_300, maxUsesPerCode: null };
  await merchant.call('POST', `/api/coupons/${coupon.id}/batches`, codes);
  await publish('3.0.0');
  while ((await catchUpOnJournal(app.system, followers(app.system))) > 0);
  return { licenseId, restored, revoked, generated };
}

async function move(): Promise<void> {
  const to = join(folder, 'export');
  await exportAccount(app.ctx, { folder: to, passphrase: PASSPHRASE, copiesFiles: true });
  const checked = await openExport(target, { folder: to, passphrase: PASSPHRASE });
  await importAccount(target, checked, { acceptsMissingFiles: false });
}

async function runJobs(): Promise<void> {
  const worker = startJobWorker(target, jobHandlers(target), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

test('codes, licenses of vouchers and versions that were being given when an account moved are given where it moved to', async () => {
  const { licenseId, restored, revoked, generated } = await leaveWork();
  await move();
  const tables = target.database.reader.tables<VoucherTables & CouponTables & LicensingTables>();
  const now = async () => {
    const batch = tables.selectFrom('voucherBatches').select('generated').where('id', '=', generated);
    const coupons = tables.selectFrom('couponBatches').select('generated');
    const license = tables.selectFrom('licenses').select('upToMajor').where('id', '=', licenseId);
    const suspended = tables
      .selectFrom('licenses')
      .innerJoin('licenseSuspensions', 'licenseSuspensions.licenseId', 'licenses.id')
      .select('voucherBatchId');
    return {
      vouchers: await batch.executeTakeFirst(),
      coupons: await coupons.execute(),
      license: await license.executeTakeFirst(),
      suspended: await suspended.execute(),
    };
  };
  assert.deepEqual(await now(), {
    vouchers: { generated: 1_000 },
    coupons: [{ generated: 1_000 }],
    license: { upToMajor: 2 },
    suspended: [{ voucherBatchId: restored }],
  });
  await runJobs();
  assert.deepEqual(await now(), {
    vouchers: { generated: 1_300 },
    coupons: [{ generated: 1_300 }],
    license: { upToMajor: 3 },
    suspended: [{ voucherBatchId: revoked }],
  });
});
