import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { paidInFull, withProvider } from '../../../../test/payments.ts';
import { disputeOf, DUE, foreign, reversibleSale } from '../../../../test/reversible-sale.ts';
import { stockShop } from '../../../../test/shop.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { updateSettings } from '../../accounts/index.ts';
import { documentsOfOrder, sumOf } from '../../documents/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import { refundOrder } from '../../orders/index.ts';
import type { PaymentState } from '../domain/payment-state.ts';
import { listPayments, receiveEvents, recordPaymentState, recordReversals, type Refund } from '../index.ts';
import { ProviderError } from '../provider-error.ts';

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

const MINUTE_MS = 60_000;

const sale = (state?: PaymentState) => reversibleSale(app, state);

describe('a refund in two phases', () => {
  test('is committed before the provider is called, which gets all it needs', async () => {
    const { open, perform, provider, refunds, payment } = await sale();
    const { id } = await open();
    assert.deepEqual(provider.refunds, []);
    provider.answerRefund = async () => {
      const [committed] = await refunds();
      assert.deepEqual([committed?.status, committed?.providerReference], ['Pending', null]);
      return { reference: 're-1', status: 'Succeeded' };
    };
    await perform(id);
    assert.deepEqual(provider.refunds, [
      {
        reference: payment.providerReference,
        refundId: id,
        idempotencyKey: `refund-${id}`,
        ...DUE,
        taxMinor: 0,
      },
    ]);
    const [refund] = await refunds();
    assert.deepEqual([refund?.status, refund?.providerReference], ['Succeeded', 're-1']);
    await perform(id);
    assert.equal(provider.refunds.length, 1, 'once it has ended nobody is asked again');
  });

  test('that a process left between the phases is performed by its job, under the same key', async () => {
    const { open, provider, runJobs, statuses } = await sale();
    const { id } = await open();
    provider.answerRefund = async () => ({ reference: 're', status: 'Succeeded' });
    await runJobs(MINUTE_MS);
    assert.deepEqual(await statuses(), ['Vendor Succeeded']);
    assert.deepEqual(
      provider.refunds.map(({ idempotencyKey }) => idempotencyKey),
      [`refund-${id}`],
    );
  });

  test('whose answer was lost is looked up, not made again, however late', async () => {
    const { open, perform, provider, runJobs, statuses } = await sale();
    const { id, ...money } = await open({ amount: { amountMinor: 1_000, currency: 'EUR' } });
    provider.answerRefund = async () => {
      throw new ProviderError('Unavailable', 'socket hang up');
    };
    await perform(id);
    provider.reversals = 'Away';
    await runJobs(MINUTE_MS);
    assert.deepEqual(await statuses(), ['Vendor Pending']);
    const { amountMinor, currency } = money;
    provider.reversals = {
      refunds: [{ reference: 're-lost', refundId: id, amountMinor, currency, status: 'Succeeded' }],
    };
    await runJobs(100 * 24 * 60 * MINUTE_MS);
    assert.deepEqual(await statuses(), ['Vendor Succeeded']);
    assert.equal(provider.refunds.length, 1);
  });

  test('whose answer was lost leaves nothing behind that nobody asks about', async () => {
    const { open, perform, provider, runJobs, statuses } = await sale();
    const { id, ...money } = await open({ amount: { amountMinor: 1_000, currency: 'EUR' } });
    provider.answerRefund = async () => {
      throw new ProviderError('Unavailable', 'socket hang up');
    };
    await perform(id);
    const { amountMinor, currency } = money;
    const ours = { reference: 're-ours', refundId: id, amountMinor, currency, status: 'Succeeded' } as const;
    const theirs = foreign(900, 'Pending');
    provider.reversals = { refunds: [theirs, ours] };
    await runJobs(MINUTE_MS);
    assert.deepEqual(await statuses(), ['Vendor Succeeded', 'Provider Pending']);
    provider.reversals = { refunds: [{ ...theirs, status: 'Succeeded' }, ours] };
    await runJobs(100 * 24 * 60 * MINUTE_MS);
    assert.deepEqual(await statuses(), ['Vendor Succeeded', 'Provider Succeeded']);
  });

  test('that has to be approved is polled until it is, and may fail even after it has succeeded', async () => {
    const { open, perform, provider, runJobs, statuses, refunded, licenses, refunds, orderId } = await sale();
    const { id } = await open();
    await perform(id);
    const [{ providerReference: reference } = assert.fail()] = await refunds();
    const reported = { reference: reference ?? '', refundId: id, ...DUE };
    provider.reversals = { refunds: [{ ...reported, status: 'Pending' }] };
    for (let attempt = 0; attempt < 3; attempt += 1) await runJobs(6 * 60 * MINUTE_MS);
    assert.deepEqual([await statuses(), await refunded()], [['Vendor Pending'], 9_800]);
    assert.deepEqual(await licenses(), ['Active', 'Active'], 'they go with the money');
    provider.reversals = { refunds: [{ ...reported, status: 'Succeeded' }] };
    await runJobs(6 * 60 * MINUTE_MS);
    assert.deepEqual([await statuses(), await licenses()], [['Vendor Succeeded'], ['Refund', 'Refund']]);
    assert.equal(provider.refunds.length, 1);
    provider.reversals = { refunds: [{ ...reported, status: 'Failed', failure: 'The account is closed.' }] };
    const event = { id: randomUUID(), kind: 'Refund', reference: provider.starts[0]?.paymentId ?? '' };
    const message = { body: JSON.stringify([{ ...event, paymentId: event.reference }]), headers: {} };
    await receiveEvents(withProvider(app.ctx, provider), 'sandbox', message);
    await runJobs();
    assert.deepEqual([await statuses(), await refunded()], [['Vendor Failed'], 0]);
    assert.equal((await refunds())[0]?.failure, 'The account is closed.');
    assert.deepEqual(await licenses(), ['Active', 'Active'], 'they come back with the money');
    const again = await open();
    assert.equal(await refunded(), 9_800, 'it can be refunded again');
    provider.answerRefund = async () => ({ reference: 're-2', status: 'Succeeded' });
    await perform(again.id);
    const creditNotes = (await documentsOfOrder(app.ctx, orderId)).filter(
      ({ kind }) => kind === 'CreditNote',
    );
    assert.deepEqual(new Set(creditNotes.map(({ refundId }) => refundId)), new Set([id, again.id]));
  });

  test('whose money comes back during a dispute leaves the licenses suspended', async () => {
    const { report, licenses } = await sale();
    const [refund, dispute] = [foreign(9_800), disputeOf('Open')];
    await report({ refunds: [refund], disputes: [dispute] });
    await report({ refunds: [{ ...refund, status: 'Failed' }], disputes: [dispute] });
    assert.deepEqual(await licenses(), ['Dispute', 'Dispute']);
    await report({ disputes: [{ ...dispute, status: 'Won' }] });
    assert.deepEqual(await licenses(), ['Active', 'Active']);
  });

  test('of the last money takes only the units that were requested; the others go back for nothing', async () => {
    const { open, perform, provider, licenses, refunds, orderId } = await sale();
    const [{ orderLineId: lineId } = assert.fail()] = await listLicenses(app.ctx, { orderId, limit: 1 });
    provider.answerRefund = async () => ({ reference: `re-${randomUUID()}`, status: 'Succeeded' });
    await perform((await open({ amount: { amountMinor: 4_900, currency: 'EUR' } })).id);
    assert.deepEqual(await licenses(), ['Active', 'Active']);
    await perform((await open({ lines: [{ lineId: lineId ?? '', quantity: 1 }] })).id);
    assert.deepEqual((await licenses()).toSorted(), ['Active', 'Refund']);
    await perform((await open({ lines: [{ lineId: lineId ?? '', quantity: 1 }] })).id);
    assert.deepEqual(await licenses(), ['Refund', 'Refund']);
    const amounts = (await refunds()).map(({ amountMinor }) => amountMinor);
    assert.deepEqual(
      amounts.toSorted((one, other) => one - other),
      [0, 4_900, 4_900],
    );
  });

  test('that the provider refuses because it was made there: the refund there is booked instead', async () => {
    const { open, perform, provider, runJobs, statuses, refunded } = await sale();
    const { id } = await open();
    provider.answerRefund = async () => ({ reference: null, status: 'Failed', failure: 'Already refunded.' });
    provider.reversals = { refunds: [foreign(9_800)] };
    await perform(id);
    await runJobs();
    assert.deepEqual([await statuses(), await refunded()], [['Vendor Failed', 'Provider Succeeded'], 9_800]);
  });

  test('returns the tax that the provider charged on top, exactly all of it in the end', async () => {
    const details = { taxMinor: 1_001, taxMode: 'Exclusive' } as const;
    const { open, refunds } = await sale({ ...paidInFull(DUE), kind: 'Succeeded', ...DUE, details });
    for (const amountMinor of [1, 3_333, 3_333]) {
      await open({ amount: { amountMinor, currency: 'EUR' } });
      // They are listed by the time.
      app.system.clock.advance(1);
    }
    await open();
    assert.deepEqual(
      (await refunds()).map(({ amountMinor, taxMinor }) => [amountMinor, taxMinor]),
      [
        [1, 0],
        [3_333, 340],
        [3_333, 340],
        [3_133, 321],
      ],
    );
  });

  test('of tax on top that fails returns its money and its tax, and the next refund has both again', async () => {
    const details = { taxMinor: 1_001, taxMode: 'Exclusive' } as const;
    const { open, perform, provider, refunds, refunded, orderId } = await sale({
      ...paidInFull(DUE),
      kind: 'Succeeded',
      ...DUE,
      details,
    });
    const answers = [
      { reference: null, status: 'Failed', failure: 'The account is closed.' },
      { reference: 're-2', status: 'Succeeded' },
    ] as const;
    for (const answer of answers) {
      provider.answerRefund = async () => answer;
      await perform((await open()).id);
      assert.equal(await refunded(), answer.status === 'Failed' ? 0 : DUE.amountMinor);
    }
    assert.deepEqual(
      (await refunds()).map(({ status, amountMinor, taxMinor }) => [status, amountMinor, taxMinor]),
      [
        ['Failed', 9_800, 1_001],
        ['Succeeded', 9_800, 1_001],
      ],
    );
    const documents = await documentsOfOrder(app.ctx, orderId);
    const credited = documents
      .filter(({ kind }) => kind === 'CreditNote')
      .map(({ facts }) => sumOf(facts.lines));
    assert.deepEqual(credited, [{ netMinor: -9_800, taxMinor: -1_001, grossMinor: -10_801 }]);
  });

  test('that fails gives back its own licenses, though an earlier one has left the buyer theirs', async () => {
    const { open, perform, provider, licenses, report, orderId } = await sale();
    const [{ orderLineId } = assert.fail()] = await listLicenses(app.ctx, { orderId, limit: 1 });
    const lines = [{ lineId: orderLineId ?? '', quantity: 1 }];
    provider.answerRefund = async ({ refundId: id }) => ({ reference: `re-${id}`, status: 'Succeeded' });
    const unpaid = async () =>
      (await listLicenses(app.ctx, { orderId, limit: 2 }))
        .filter(({ isFree }) => isFree)
        .map(({ status }) => status);
    const failed = ({ id: refundId, amountMinor, currency }: Refund) => {
      const reference = `re-${refundId}`;
      return report({ refunds: [{ reference, refundId, amountMinor, currency, status: 'Failed' }] });
    };
    const goodwill = await open({ lines, revokesLicenses: false });
    await perform(goodwill.id);
    assert.deepEqual(await unpaid(), ['Active'], 'nobody has paid for the license that stays');
    const back = await open({ lines });
    await perform(back.id);
    assert.deepEqual([await licenses(), await unpaid()], [['Active', 'Refund'], ['Active']]);
    await failed(back);
    assert.deepEqual([await licenses(), await unpaid()], [['Active', 'Active'], ['Active']]);
    await failed(goodwill);
    assert.deepEqual([await licenses(), await unpaid()], [['Active', 'Active'], []]);
  });

  test('that fails before it has taken effect changes nothing, and its buyer is told nothing', async () => {
    const { open, perform, provider, orderId, email, statuses } = await sale();
    const [{ orderLineId } = assert.fail()] = await listLicenses(app.ctx, { orderId, limit: 1 });
    const goodwill = { lines: [{ lineId: orderLineId ?? '', quantity: 1 }], revokesLicenses: false };
    for (const status of ['Succeeded', 'Failed'] as const) {
      provider.answerRefund = async ({ refundId }) => ({ reference: `re-${refundId}`, status });
      await perform((await open(goodwill)).id);
    }
    assert.deepEqual(await statuses(), ['Vendor Succeeded', 'Vendor Failed']);
    const licenses = await listLicenses(app.ctx, { orderId, limit: 2 });
    assert.equal(licenses.filter(({ isFree }) => isFree).length, 1, 'that of the one that succeeded');
    const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').select('subject');
    const ofBuyer = await mails.where('recipient', '=', email).where('kind', '=', 'Refund').execute();
    assert.equal(ofBuyer.length, 1);
  });
});

test('an account that stays disconnected has one error in the log in six hours, whatever waits', async (t) => {
  const sales = [await sale(), await sale()];
  for (const { open, provider } of sales) {
    await open();
    provider.fetchReversals = () => Promise.reject(new ProviderError('Forbidden', 'not connected'));
  }
  const errors = t.mock.method(app.system.log, 'error', () => undefined);
  const pollAll = async (): Promise<number> => {
    for (const { runJobs } of sales) await runJobs((6 * 60 * MINUTE_MS) / sales.length);
    return errors.mock.callCount();
  };
  await pollAll();
  const before = errors.mock.callCount();
  assert.equal((await pollAll()) - before, 1);
});

describe('money that paid nothing', () => {
  test('goes back by the id of its payment, and touches neither licenses nor documents', async () => {
    const { open, perform, provider, payment, orderId, refunds, email } = await sale({
      kind: 'Succeeded',
      amountMinor: 9_799,
      currency: 'EUR',
    });
    provider.answerRefund = async () => ({ reference: 're', status: 'Succeeded' });
    await assert.rejects(open(), { errorType: 'NothingPaid' });
    await assert.rejects(open({ paymentId: payment.id, lines: [{ lineId: 'any', quantity: 1 }] }), {
      errorType: 'InvalidInput',
    });
    const { id } = await open({ paymentId: payment.id });
    await perform(id);
    const [refund] = await refunds();
    assert.deepEqual([refund?.status, refund?.amountMinor], ['Succeeded', 9_799]);
    const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').select('subject');
    const ofBuyer = await mails.where('recipient', '=', email).where('kind', '=', 'Refund').execute();
    assert.equal(ofBuyer.length, 1, 'its buyer is told, whom the order does not know');
    assert.deepEqual(await documentsOfOrder(app.ctx, orderId), []);
  });
});

describe('what a provider reports', () => {
  test('is booked once, whether it is repeated, pending first, or more than is left', async () => {
    const { report, statuses, refunded } = await sale();
    const [part, rest] = [foreign(800, 'Pending'), foreign(100_000)];
    assert.equal(await report({ refunds: [part] }), 'Later');
    for (let turn = 0; turn < 2; turn += 1)
      await report({ refunds: [{ ...part, status: 'Succeeded' }, foreign(5, 'Failed')] });
    assert.deepEqual([await statuses(), await refunded()], [['Provider Succeeded'], 800]);
    await report({ refunds: [part, { ...foreign(5), currency: 'USD' }, rest] });
    assert.deepEqual(
      [await statuses(), await refunded()],
      [['Provider Succeeded', 'Provider Succeeded'], 9_800],
    );
  });

  test('has the tax that the provider says, and of more than is left the tax that is left', async () => {
    const details = { taxMinor: 1_001, taxMode: 'Exclusive' } as const;
    const { report, refunds } = await sale({ kind: 'Succeeded', ...DUE, details });
    const part = { ...foreign(800), taxMinor: 200 };
    await report({ refunds: [part] });
    app.system.clock.advance(1);
    await report({ refunds: [part, { ...foreign(100_000), taxMinor: 5_000 }] });
    assert.deepEqual(
      (await refunds()).map(({ amountMinor, taxMinor }) => [amountMinor, taxMinor]),
      [
        [800, 200],
        [9_000, 801],
      ],
    );
  });

  test('waits while it may be our own refund whose response is still missing', async () => {
    const { open, perform, provider, report, statuses, refunded } = await sale();
    const { id } = await open();
    const ours = { ...foreign(9_800), reference: 're-ours' };
    assert.equal(await report({ refunds: [ours] }), 'Later');
    assert.deepEqual([await statuses(), await refunded()], [['Vendor Pending'], 9_800]);
    provider.answerRefund = async () => ({ reference: 're-ours', status: 'Succeeded' });
    await perform(id);
    assert.equal(await report({ refunds: [ours] }), 'Done');
    assert.deepEqual(await statuses(), ['Vendor Succeeded']);
  });

  test('of a payment whose licenses are being delivered waits until they are there', async () => {
    const { orderId, provider, runJobs, licenses, statuses } = await sale({ kind: 'Pending' });
    const [payment = assert.fail()] = await listPayments(app.ctx, { kind: 'Order', id: orderId });
    const all = { refunds: [foreign(9_800)], disputes: [], warnings: [] };
    const none = { refunds: [], disputes: [], warnings: [] };
    assert.equal(await recordReversals(app.ctx, payment.id, none), 'Done', 'nothing is to come');
    assert.equal(await recordReversals(app.ctx, payment.id, all), 'Later', 'its money has not arrived');
    await recordPaymentState(app.ctx, payment.id, paidInFull(DUE));
    assert.equal(await recordReversals(app.ctx, payment.id, all), 'Later');
    const early = { orderId, revokesLicenses: true };
    await assert.rejects(
      transaction(app.ctx, (tx) => refundOrder(tx, early)),
      { errorType: 'OrderInFulfilment' },
    );
    provider.reversals = all;
    provider.state = paidInFull(DUE);
    const event = { id: randomUUID(), kind: 'Refund', reference: 'x', paymentId: payment.id };
    await receiveEvents(withProvider(app.ctx, provider), 'sandbox', {
      body: JSON.stringify([event]),
      headers: {},
    });
    await runJobs();
    await runJobs(MINUTE_MS);
    assert.deepEqual([await statuses(), await licenses()], [['Provider Succeeded'], ['Refund', 'Refund']]);
  });
});
