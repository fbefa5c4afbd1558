import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { jobHandlers } from '../../jobs.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { documentsOfOrder } from '../../modules/documents/index.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
  vendor = await merchantOf(app, app.demo, 'orders:read', 'orders:write', 'licenses:read');
});
after(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

interface Amount {
  readonly currency: string;
  readonly amount: number;
}
interface RefundBody {
  readonly id: string;
  readonly status: string;
  readonly origin: string;
  readonly amount: Amount;
  readonly lines: readonly { readonly lineId: string; readonly quantity: number; readonly amount: Amount }[];
  readonly revokeLicenses: boolean;
  readonly disputeId?: string;
}
interface OrderBody {
  readonly status: string;
  readonly items: readonly { readonly id: string }[];
  readonly payments: readonly {
    readonly id: string;
    readonly status: string;
    readonly providerReference: string;
    readonly refunded?: Amount;
  }[];
  readonly licenses: readonly {
    readonly id: string;
    readonly status: string;
    readonly revocationReason?: string;
  }[];
  readonly refunds: readonly RefundBody[];
  readonly disputes: readonly { readonly id: string; readonly status: string }[];
  readonly fraudWarnings: readonly { readonly reason: string }[];
}

const SYNTHS = { type: 'Product', productId: 'synth', variationId: 'synth-once' };

/** A paid order, and the vendor's actions on it. */
async function sale(
  items: readonly object[] = [{ ...SYNTHS, quantity: 3 }],
  email = `${randomUUID()}@example.com`,
) {
  app.system.clock.advance(1_000);
  const { orderId, pay } = await checkOut(app, items);
  const paid = await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann Buyer', email } });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const path = `/api/orders/${orderId}`;
  const order = () => vendor.call<OrderBody>('GET', path);
  return {
    orderId,
    email,
    order,
    refund: (body: object = {}) => vendor.call<RefundBody>('POST', `${path}/refunds`, body),
    refuse: async (body: object | undefined, status = 409) => {
      const response = await vendor.send('POST', `${path}/refunds`, body);
      assert.equal(response.statusCode, status, response.body);
      return response.json<{ errorType: string; detail?: string; errors?: object }>();
    },
    licenses: async () =>
      (await order()).licenses.map(({ status, revocationReason }) => revocationReason ?? status).toSorted(),
    async happen(event: string, amountMinor?: number) {
      app.system.clock.advance(1_000);
      const [payment] = (await order()).payments;
      const body = { paymentId: payment?.id, event, ...(amountMinor && { amountMinor }) };
      const { statusCode } = await vendor.send('POST', '/dev/try/reversals', body);
      assert.equal(statusCode, 204);
      await runJobs();
    },
  };
}

async function runJobs(): Promise<void> {
  const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

const euros = (amount: number): Amount => ({ currency: 'EUR', amount });

async function mailsTo(recipient: string): Promise<{ subject: string; textBody: string }[]> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails');
  return mails
    .select(['subject', 'textBody'])
    .where('recipient', '=', recipient)
    .where('kind', '=', 'Refund')
    .execute();
}

describe('a refund', () => {
  test('needs a body: one that was lost on its way does not refund everything', async () => {
    const { order, refuse } = await sale();
    assert.deepEqual((await refuse(undefined, 400)).errors, { body: ['The body is required.'] });
    assert.deepEqual((await order()).refunds, []);
  });

  test('of everything gives all money back, revokes all licenses, and tells the buyer with a table', async () => {
    const { order, refund, licenses, refuse, email, orderId } = await sale([
      { ...SYNTHS, quantity: 2 },
      ONE_APP,
    ]);
    const body = await refund({ reason: 'It does not run on my computer.' });
    assert.deepEqual(
      [body.status, body.origin, body.amount, body.revokeLicenses],
      ['Succeeded', 'Vendor', euros(247), true],
    );
    assert.deepEqual(
      body.lines.map(({ quantity, amount }) => [quantity, amount.amount]),
      [
        [2, 198],
        [1, 49],
      ],
    );
    assert.deepEqual(await licenses(), ['Refund', 'Refund', 'Refund']);
    const { status, payments, refunds } = await order();
    assert.deepEqual([status, payments[0]?.refunded], ['Completed', euros(247)]);
    assert.deepEqual(refunds, [body]);
    const [mail = assert.fail('no mail')] = await mailsTo(email);
    assert.match(
      mail.textBody,
      /2 × Synth, Once: -€198\.00\n1 × App, Perpetual: -€49\.00\nTotal credited: -€247\.00/,
    );
    assert.match(mail.textBody, /It does not run on my computer\./);
    const documents = await documentsOfOrder(app.ctx, orderId);
    const note = documents.find(({ refundId }) => refundId === body.id);
    assert.deepEqual(
      note?.facts.lines.map(({ quantity, grossMinor }) => [quantity, grossMinor]),
      [
        [2, -19_800],
        [1, -4_900],
      ],
    );
    assert.equal(note?.facts.reason, 'It does not run on my computer.');
    const again = await refuse({});
    assert.equal(again.errorType, 'RefundExceedsPayment');
    assert.match(again.detail ?? '', /Everything that was paid has been refunded/);
    const list = await vendor.call<{ items: RefundBody[] }>('GET', `/api/orders/${orderId}/refunds`);
    assert.deepEqual(list.items, [body]);
    assert.deepEqual(await vendor.call('GET', `/api/orders/${orderId}/refunds/${body.id}`), body);
    const shopped = await app.inject({ url: `/api/customer/orders/${orderId}` });
    assert.equal(shopped.json().status, 'Completed', 'clients see the order as it was');
  });

  test('of units takes back the licenses without devices, the newest first, and only those of the line', async () => {
    const buyer = await shopper(app);
    app.system.clock.advance(1_000);
    const { orderId, pay } = await checkOut(app, [{ ...SYNTHS, quantity: 3 }, ONE_APP], buyer.auth);
    await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann', email: buyer.email } });
    const activate = await app.inject({
      method: 'POST',
      url: '/api/client/licenses/synth/request',
      headers: buyer.auth,
      payload: { deviceName: 'A', deviceSignature: randomUUID() },
    });
    assert.equal(activate.statusCode, 200, activate.body);
    const path = `/api/orders/${orderId}`;
    const before = await vendor.call<OrderBody>('GET', path);
    const [synths, one] = before.items;
    const refund = await vendor.call<RefundBody>('POST', `${path}/refunds`, {
      lines: [{ lineId: synths?.id, quantity: 2 }],
    });
    assert.deepEqual([refund.amount, refund.lines[0]?.quantity], [euros(198), 2]);
    type Seats = { status: string; productId: string; activeNumberOfActivations: number };
    const { licenses } = await vendor.call<{ licenses: Seats[] }>('GET', path);
    assert.deepEqual(
      licenses
        .filter(({ status }) => status === 'Active')
        .map(({ productId, activeNumberOfActivations }) => `${productId} ${activeNumberOfActivations}`)
        .toSorted(),
      ['app 0', 'synth 1'],
    );
    const tooMany = await vendor.send('POST', `${path}/refunds`, {
      lines: [
        { lineId: one?.id, quantity: 1 },
        { lineId: synths?.id, quantity: 2 },
      ],
    });
    assert.deepEqual([tooMany.statusCode, tooMany.json().errorType], [409, 'RefundExceedsOrder']);
    assert.match(tooMany.json().detail, /^1 of 3 units of \w[^,]*, \w.* is left to refund\.$/);
  });

  test('of an amount revokes nothing, until nothing is left', async () => {
    const { refund, licenses, refuse, order } = await sale([{ ...SYNTHS, quantity: 2 }]);
    const part = await refund({ amount: euros(98.5) });
    assert.deepEqual(
      part.lines.map(({ quantity, amount }) => [quantity, amount]),
      [[0, euros(98.5)]],
    );
    assert.deepEqual(await licenses(), ['Active', 'Active']);
    const tooMuch = await refuse({ amount: euros(99.51) });
    assert.match(tooMuch.detail ?? '', /Only 99\.50 EUR of the payment is left/);
    await refund({ amount: euros(99.5) });
    assert.deepEqual(await licenses(), ['Refund', 'Refund']);
    assert.deepEqual((await order()).payments[0]?.refunded, euros(198));
  });

  test('leaves the licenses where the vendor says so', async () => {
    const { refund, licenses } = await sale([ONE_APP]);
    assert.equal((await refund({ revokeLicenses: false })).revokeLicenses, false);
    assert.deepEqual(await licenses(), ['Active']);
  });

  test('counts licenses that the vendor has revoked before, so that buyers keep what they have paid for', async () => {
    const { order, refund, licenses } = await sale();
    const [first] = (await order()).licenses;
    const [line] = (await order()).items;
    const all = await merchantOf(app);
    await all.call('POST', `/api/licenses/${first?.id}/revoke`);
    await refund({ lines: [{ lineId: line?.id, quantity: 1 }] });
    assert.deepEqual(await licenses(), ['Active', 'Active', 'Revoked']);
    await refund({ lines: [{ lineId: line?.id, quantity: 1 }] });
    assert.deepEqual(await licenses(), ['Active', 'Refund', 'Revoked']);
  });

  test('that is repeated with its key is one, and answers the same', async () => {
    const { orderId, order } = await sale([ONE_APP]);
    const send = () =>
      vendor.send('POST', `/api/orders/${orderId}/refunds`, {}, { 'idempotency-key': orderId });
    const first = await send();
    const second = await send();
    assert.deepEqual([first.statusCode, second.statusCode], [201, 201]);
    assert.equal(first.json().status, 'Succeeded');
    assert.deepEqual(second.json(), first.json());
    assert.equal((await order()).refunds.length, 1);
  });

  test('waits for an approval, and succeeds or fails later; what failed can be refunded again', async () => {
    const { refund, order, licenses } = await sale([{ ...SYNTHS, quantity: 1 }]);
    const pending = await refund({ amount: euros(1.17) });
    const doomed = await refund({ amount: euros(0.19) });
    const refused = await refund({ amount: euros(0.13) });
    assert.deepEqual(
      [pending, doomed, refused].map(({ status }) => status),
      ['Pending', 'Pending', 'Failed'],
    );
    assert.deepEqual((await order()).payments[0]?.refunded, euros(1.36), 'the money is reserved');
    app.system.clock.advance(60_000);
    await runJobs();
    const statuses = (await order()).refunds.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, ['Failed', 'Failed', 'Succeeded']);
    assert.deepEqual((await order()).payments[0]?.refunded, euros(1.17));
    const rest = await refund();
    assert.deepEqual([rest.amount, await licenses()], [euros(97.83), ['Refund']]);
  });

  test('is refused with a sentence where nothing was paid, and where the request is wrong', async () => {
    const { refuse, order } = await sale([ONE_APP]);
    const [line] = (await order()).items;
    assert.deepEqual((await refuse({ amount: { currency: 'USD', amount: 1 } }, 400)).errors, {
      'amount.currency': ['The currency of the amount must be EUR, as it was paid.'],
    });
    const twice = [
      { lineId: line?.id, quantity: 1 },
      { lineId: line?.id, quantity: 1 },
    ];
    for (const [body, field] of [
      [{ lines: [{ lineId: 'none', quantity: 1 }] }, 'lines[0].lineId'],
      [{ lines: twice }, 'lines[1].lineId'],
      [{ lines: [{ lineId: line?.id, quantity: 0 }] }, 'lines[0].quantity'],
      [{ lines: [{ lineId: line?.id, quantity: 1 }], amount: euros(1) }, 'amount'],
      [{ amount: euros(0) }, 'amount.amount'],
      [{ amount: euros(-1) }, 'amount.amount'],
      [{ amount: euros(0.001) }, 'amount.amount'],
      [{ amount: { currency: 'XXX', amount: 1 } }, 'amount.currency'],
    ] as const)
      assert.deepEqual(Object.keys((await refuse(body, 400)).errors ?? {}), [field]);
    assert.equal((await refuse({ paymentId: randomUUID() }, 404)).errorType, 'NotFound');
    assert.deepEqual((await order()).refunds, []);
    const { orderId } = await checkOut(app);
    const unpaid = await vendor.send('POST', `/api/orders/${orderId}/refunds`, {});
    assert.deepEqual([unpaid.statusCode, unpaid.json().errorType], [409, 'NothingPaid']);
    assert.match(unpaid.json().detail, /No money was paid.*revoke them/);
    const unknown = await vendor.send('POST', `/api/orders/${randomUUID()}/refunds`, {});
    assert.equal(unknown.statusCode, 404);
  });
});

describe('what happens at the provider', () => {
  test('a refund is booked like our own, once, however often it is reported', async () => {
    const { order, happen, licenses, refuse, email } = await sale([{ ...SYNTHS, quantity: 2 }]);
    await happen('Refund', 5_000);
    const [first] = (await order()).refunds;
    assert.deepEqual([first?.origin, first?.status, first?.amount], ['Provider', 'Succeeded', euros(50)]);
    assert.deepEqual(await licenses(), ['Active', 'Active']);
    await happen('Refund', 14_800);
    const { refunds, payments } = await order();
    assert.deepEqual([refunds.length, payments[0]?.refunded], [2, euros(198)]);
    assert.deepEqual(await licenses(), ['Refund', 'Refund']);
    assert.equal((await mailsTo(email)).length, 2);
    assert.equal((await refuse({})).errorType, 'RefundExceedsPayment');
  });

  test('an open dispute suspends the licenses and blocks refunds; a won one gives back what it took', async () => {
    const { order, happen, licenses, refuse, orderId } = await sale();
    const [byHand] = (await order()).licenses;
    const all = await merchantOf(app);
    await all.call('POST', `/api/licenses/${byHand?.id}/revoke`);
    await happen('DisputeOpened', 29_700);
    assert.deepEqual(await licenses(), ['Dispute', 'Dispute', 'Revoked']);
    const [dispute] = (await order()).disputes;
    assert.equal(dispute?.status, 'Open');
    assert.equal((await refuse({})).errorType, 'PaymentDisputed');
    const open = await vendor.call<{ items: { id: string }[] }>(
      'GET',
      `/api/disputes?status=Open&orderId=${orderId}`,
    );
    assert.deepEqual(
      open.items.map(({ id }) => id),
      [dispute.id],
    );
    await happen('DisputeWon', 29_700);
    assert.deepEqual(await licenses(), ['Active', 'Active', 'Revoked']);
    const later = await vendor.call<{ status: string }>('GET', `/api/disputes/${dispute.id}`);
    assert.equal(later.status, 'Won');
    assert.deepEqual((await order()).refunds, []);
  });

  test('a license that the vendor revokes during a dispute stays revoked when it is won', async () => {
    const { order, happen, licenses } = await sale([{ ...SYNTHS, quantity: 2 }]);
    await happen('DisputeOpened', 19_800);
    const all = await merchantOf(app);
    await all.call('POST', `/api/licenses/${(await order()).licenses[0]?.id}/revoke`);
    await happen('DisputeWon', 19_800);
    assert.deepEqual(await licenses(), ['Active', 'Revoked']);
  });

  test('a lost dispute is a refund: the money is gone, and so are the licenses', async () => {
    const { order, happen, licenses, refuse, email, orderId } = await sale([ONE_APP]);
    await happen('DisputeOpened', 4_900);
    await happen('DisputeLost', 4_900);
    const { refunds, disputes, payments } = await order();
    assert.deepEqual(
      refunds.map(({ origin, status, amount, disputeId }) => [origin, status, amount, disputeId]),
      [['Dispute', 'Succeeded', euros(49), disputes[0]?.id]],
    );
    assert.deepEqual([disputes[0]?.status, payments[0]?.refunded], ['Lost', euros(49)]);
    assert.deepEqual(await licenses(), ['Refund']);
    assert.deepEqual(await mailsTo(email), []);
    const { items } = await vendor.call<{ items: { type: string }[] }>(
      'GET',
      `/api/orders/${orderId}/timeline`,
    );
    const types = items.map(({ type }) => type);
    for (const type of ['dispute.opened', 'license.revoked', 'dispute.lost', 'refund.succeeded'])
      assert.ok(types.includes(type), `the timeline has ${types.join()}`);
    assert.equal((await refuse({})).errorType, 'RefundExceedsPayment');
  });

  test('a warning of fraud is shown, and changes nothing', async () => {
    const { order, happen, licenses } = await sale([ONE_APP]);
    await happen('FraudWarning');
    await happen('Refund', 100);
    assert.deepEqual(
      (await order()).fraudWarnings.map(({ reason }) => reason),
      ['made_with_stolen_card'],
    );
    assert.deepEqual(await licenses(), ['Active']);
  });
});

test('refunds and disputes are those of the account, and need the scopes of orders', async () => {
  const { orderId, refund, happen, order } = await sale([{ ...SYNTHS, quantity: 1 }]);
  const { id } = await refund({ amount: euros(1) });
  await happen('DisputeOpened', 4_900);
  const [dispute] = (await order()).disputes;
  const stranger = await merchantOf(app, app.other);
  for (const path of [`/api/orders/${orderId}/refunds/${id}`, `/api/disputes/${dispute?.id}`])
    assert.equal((await stranger.send('GET', path)).statusCode, 404);
  assert.equal((await stranger.send('POST', `/api/orders/${orderId}/refunds`, {})).statusCode, 404);
  assert.equal((await stranger.send('GET', `/api/orders/${orderId}/refunds`)).statusCode, 404);
  assert.deepEqual((await stranger.call<{ items: object[] }>('GET', '/api/disputes')).items, []);
  const reader = await merchantOf(app, app.demo, 'orders:read');
  assert.equal((await reader.send('POST', `/api/orders/${orderId}/refunds`, {})).statusCode, 403);
  const { orderId: another } = await sale([ONE_APP]);
  assert.equal((await vendor.send('GET', `/api/orders/${another}/refunds/${id}`)).statusCode, 404);
});
