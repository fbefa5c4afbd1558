import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, mock, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { paidInFull, withProvider } from '../../../../test/payments.ts';
import { disputeOf, DUE, foreign, reversibleSale } from '../../../../test/reversible-sale.ts';
import { stockShop } from '../../../../test/shop.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import type { JobTables } from '../../../platform/jobs/tables.ts';
import { MAX_ATTEMPTS } from '../../../platform/jobs/retry-delay.ts';
import { transaction } from '../../../platform/context/context.ts';
import { updateSettings } from '../../accounts/index.ts';
import { listLicenses, restoreLicense } from '../../licensing/index.ts';
import type { PaymentState } from '../domain/payment-state.ts';
import { listDisputes, receiveEvents, recordReversals, reversalsJob } from '../index.ts';
import type { Capabilities } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Payment, PaymentTables } from '../tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0 } });
});
after(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

const sale = (state?: PaymentState, traits?: Partial<Capabilities>) => reversibleSale(app, state, traits);

async function setStatus({ id }: Payment, status: Payment['status']): Promise<void> {
  await app.system.database.transaction((tx) =>
    tx.tables<PaymentTables>().updateTable('payments').set({ status }).where('id', '=', id).execute(),
  );
}

describe('disputes', () => {
  test('suspend licenses while one of several is open, and each lost one is a refund of what is left', async () => {
    const { report, licenses, statuses, refunded } = await sale();
    const [first, second] = [disputeOf('Open', 'dp-1', 9_000), disputeOf('Open', 'dp-2', 9_000)];
    await report({ disputes: [first, second] });
    assert.deepEqual(await licenses(), ['Dispute', 'Dispute']);
    await report({ disputes: [{ ...first, status: 'Won' }, second] });
    assert.deepEqual(await licenses(), ['Dispute', 'Dispute'], 'the other one is open');
    for (let turn = 0; turn < 2; turn += 1)
      await report({
        disputes: [
          { ...first, status: 'Won' },
          { ...second, status: 'Lost' },
        ],
      });
    assert.deepEqual([await statuses(), await refunded()], [['Dispute Succeeded'], 9_000]);
    assert.deepEqual(await licenses(), ['Dispute', 'Dispute'], 'they do not come back');
    await report({ disputes: [{ ...first, status: 'Lost' }, second] });
    assert.deepEqual([(await statuses()).length, await refunded()], [2, 9_800]);
  });

  test('are told to the vendor once each, with the day by which to answer, unless somebody else answers them', async () => {
    const account = await updateSettings(app.ctx, { seller: { email: 'seller@example.com' } });
    const { payment } = await sale();
    const open = { ...disputeOf('Open', 'dp-1', 9_000), answerBy: new Date('2031-05-04T12:00:00Z') };
    const url = 'https://bank.example/dp-1';
    const reversals = { refunds: [], warnings: [], disputes: [{ ...open, url }] };
    const vendorMails = async () => {
      const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
      return (await mails.where('kind', '=', 'DisputeToVendor').execute()).map(({ textBody }) => textBody);
    };
    for (let turn = 0; turn < 2; turn += 1)
      await recordReversals({ ...app.ctx, account }, payment.id, reversals);
    const [text = assert.fail('no mail'), ...more] = await vendorMails();
    assert.equal(more.length, 0);
    for (const part of ['€90.00', 'May 4, 2031', url, payment.id]) assert.ok(text.includes(part), text);
    const later = { ...reversals, disputes: [disputeOf('Lost', 'dp-2', 100)] };
    await recordReversals({ ...app.ctx, account }, payment.id, later);
    const provided = await sale(undefined, { merchantOfRecord: true });
    await recordReversals({ ...app.ctx, account }, provided.payment.id, reversals);
    assert.equal((await vendorMails()).length, 1);
  });

  test('that are won on appeal bring back the licenses and the money, and may be lost again', async () => {
    const { report, licenses, statuses, refunded } = await sale();
    for (const status of ['Open', 'Lost', 'Open'] as const) await report({ disputes: [disputeOf(status)] });
    assert.deepEqual(
      [await licenses(), await refunded()],
      [['Refund', 'Refund'], 9_800],
      'an appeal decides nothing',
    );
    for (let turn = 0; turn < 2; turn += 1) await report({ disputes: [disputeOf('Won')] });
    assert.deepEqual([await licenses(), await refunded()], [['Active', 'Active'], 0]);
    await report({ disputes: [disputeOf('Lost')] });
    assert.deepEqual([await statuses(), await refunded()], [['Dispute Failed', 'Dispute Succeeded'], 9_800]);
  });

  test('that are reported again leave the licenses that the vendor has restored meanwhile', async () => {
    const { report, licenses, orderId } = await sale();
    await report({ disputes: [disputeOf('Open')] });
    const [license] = await listLicenses(app.ctx, { orderId, limit: 1 });
    await transaction(app.ctx, (tx) => restoreLicense(tx, license?.id ?? ''));
    await report({ disputes: [disputeOf('Open')] });
    assert.deepEqual(await licenses(), ['Active', 'Dispute']);
  });

  test('that are decided when they are first reported count the same', async () => {
    const victory = await sale();
    await victory.report({ disputes: [disputeOf('Won')] });
    assert.deepEqual([await victory.licenses(), await victory.refunded()], [['Active', 'Active'], 0]);
    const loss = await sale();
    await loss.report({ disputes: [disputeOf('Lost')], warnings: [{ reference: 'w', reason: 'stolen' }] });
    assert.deepEqual([await loss.licenses(), await loss.refunded()], [['Refund', 'Refund'], 9_800]);
  });

  test('of a payment that paid nothing leave the licenses of the one that paid', async () => {
    const { report, licenses, payment } = await sale();
    await setStatus(payment, 'Surplus');
    await report({ disputes: [disputeOf('Open')] });
    assert.deepEqual(await licenses(), ['Active', 'Active']);
    await setStatus(payment, 'Succeeded');
  });

  test('that are lost while a refund holds the money are booked once that refund has failed', async () => {
    const { provider, open, runJobs, statuses, refunded } = await sale();
    await open();
    provider.reversals = { disputes: [disputeOf('Lost')] };
    provider.answerRefund = async () => ({ reference: null, status: 'Failed' });
    await runJobs(2 * 60_000);
    await runJobs(2 * 60_000);
    assert.deepEqual([await statuses(), await refunded()], [['Vendor Failed', 'Dispute Succeeded'], 9_800]);
  });

  test('that are lost beside a refund whose money they leave are booked at once, each of what the others leave', async () => {
    for (const [secondMinor, outcome] of [
      [3_800, 'Done'],
      [3_801, 'Later'],
    ] as const) {
      const { provider, open, perform, report, refunded } = await sale();
      const { id } = await open({ amount: { amountMinor: 1_000, currency: 'EUR' } });
      const disputes = [disputeOf('Lost', 'dp-1', 5_000), disputeOf('Lost', 'dp-2', secondMinor)];
      assert.equal(await report({ disputes }), outcome);
      assert.equal(await refunded(), outcome === 'Done' ? 9_800 : 6_000, 'with the refund that is pending');
      provider.answerRefund = async () => ({ reference: null, status: 'Failed' });
      await perform(id);
      assert.equal(await report({ disputes }), 'Done');
      assert.equal(await refunded(), 5_000 + secondMinor, 'without the one that failed');
    }
  });

  test('count after days in which the provider was away or did not accept the key', async () => {
    const { provider, payment, runJobs, licenses } = await sale();
    const { fetchReversals } = provider;
    const event = { id: randomUUID(), kind: 'Dispute', paymentId: payment.id };
    const body = JSON.stringify([{ ...event, reference: payment.providerReference }]);
    await receiveEvents(withProvider(app.ctx, provider), 'sandbox', { body, headers: {} });
    provider.reversals = 'Away';
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) await runJobs(6 * 3_600_000);
    provider.reversals = { disputes: [disputeOf('Open')] };
    provider.fetchReversals = async () => {
      throw new ProviderError('Forbidden', 'no such key');
    };
    const errors = mock.method(app.system.log, 'error', () => undefined);
    await runJobs(6 * 3_600_000);
    errors.mock.restore();
    assert.match(JSON.stringify(errors.mock.calls[0]?.arguments), /latchkey payments status/);
    provider.fetchReversals = fetchReversals;
    assert.deepEqual(await licenses(), ['Active', 'Active']);
    await runJobs(6 * 3_600_000);
    assert.deepEqual(await licenses(), ['Dispute', 'Dispute']);
  });

  test('of a provider that is away for long are polled less and less often', async () => {
    const { provider, payment, runJobs } = await sale();
    const event = { id: randomUUID(), kind: 'Dispute', paymentId: payment.id };
    const body = JSON.stringify([{ ...event, reference: payment.providerReference }]);
    await receiveEvents(withProvider(app.ctx, provider), 'sandbox', { body, headers: {} });
    provider.reversals = 'Away';
    const waits: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      await runJobs(waits.at(-1));
      const jobs = app.system.database.reader.tables<JobTables>().selectFrom('jobs').selectAll();
      const own = await jobs.where('kind', '=', reversalsJob.kind).where('status', '=', 'Waiting').execute();
      const next = own.find(({ payload }) => payload['paymentId'] === payment.id) ?? assert.fail('no job');
      waits.push(Math.ceil((next.runAt.getTime() - app.system.clock.now().getTime()) / 60_000) * 60_000);
    }
    assert.deepEqual([waits[0], waits.at(-1)], [60_000, 6 * 3_600_000]);
    assert.ok(
      waits.every((wait, index) => wait >= (waits[index - 1] ?? 0)),
      String(waits),
    );
  });

  test('of a merchant of record are shown, and change nothing', async () => {
    const { report, licenses, statuses, orderId } = await sale(paidInFull(DUE), { merchantOfRecord: true });
    await report({ disputes: [disputeOf('Open')] });
    await report({ disputes: [disputeOf('Lost')] });
    assert.deepEqual([await licenses(), await statuses()], [['Active', 'Active'], []]);
    const [dispute] = await listDisputes(app.ctx, { subject: { kind: 'Order', id: orderId }, limit: 1 });
    assert.deepEqual([dispute?.status, dispute?.handledBy], ['Lost', 'Provider']);
  });

  test('take back for good what is refunded while they are open', async () => {
    const { report, licenses } = await sale();
    await report({ disputes: [disputeOf('Open')] });
    const refund = foreign(9_800);
    await report({ refunds: [refund], disputes: [disputeOf('Open')] });
    await report({ refunds: [refund], disputes: [disputeOf('Won')] });
    assert.deepEqual(await licenses(), ['Refund', 'Refund']);
  });
});
