import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertInvariants } from '../../../../../test/invariants.ts';
import { euros, type StripeSales, stripeSales } from '../../../../../test/stripe/sales.ts';
import { openStripeShop, type StripeShop } from '../../../../../test/stripe/shop.ts';
import type { PaymentTables } from '../../tables.ts';
import { listRefunds } from '../../index.ts';

let shop: StripeShop;
let vendor: StripeSales['vendor'];
let sale: StripeSales['sale'];
before(async () => {
  shop = await openStripeShop();
  ({ vendor, sale } = await stripeSales(shop));
});
after(() => shop.close());

interface DocumentsBody {
  readonly items: readonly {
    readonly kind: string;
    readonly number: string;
    readonly originalNumber?: string;
    readonly total: { readonly amount: number };
  }[];
}

describe('refunds', () => {
  test('by the vendor is given back at Stripe, once, and its event changes nothing', async () => {
    const one = await sale();
    assert.equal((await one.refund(euros(10))).status, 'Succeeded');
    assert.equal(one.charge().amount_refunded, 1_000);
    await shop.report((messages) => [...messages, ...messages]);
    assert.equal((await one.refund()).status, 'Succeeded');
    await shop.report();
    assert.ok(one.charge().refunded);
    const { refunds } = await one.body();
    assert.deepEqual(refunds.map(({ origin, amount }) => `${origin} ${amount.amount}`).toSorted(), [
      'Vendor 10',
      'Vendor 39',
    ]);
    assert.deepEqual(await one.licenses(), ['Revoked']);
  });

  test('goes back once although the answer of Stripe is lost', async () => {
    const one = await sale();
    shop.stripe.faults.add('POST', /^\/refunds$/, 'DropAnswer');
    assert.equal((await one.refund(euros(20))).status, 'Succeeded');
    assert.equal(one.charge().amount_refunded, 2_000);
    assert.equal(shop.stripe.state.refunds.list(({ payment_intent: id }) => id === one.intent).length, 1);
  });

  test('goes back once although Stripe fails, before it has done it or after', async () => {
    for (const fault of ['ServerError', 'LateError'] as const) {
      const one = await sale();
      shop.stripe.faults.add('POST', /^\/refunds$/, fault);
      assert.equal((await one.refund(euros(20))).status, 'Succeeded', fault);
      assert.equal(one.charge().amount_refunded, 2_000, fault);
    }
  });

  test('at Stripe itself is booked like our own', async () => {
    const one = await sale();
    shop.stripe.money.refund(one.intent);
    await shop.report();
    const { refunds } = await one.body();
    assert.deepEqual(
      refunds.map(({ origin, status, amount }) => [origin, status, amount.amount]),
      [['Provider', 'Succeeded', 49]],
    );
    assert.deepEqual(await one.licenses(), ['Revoked']);
  });
});

describe('a refund of a payment that Stripe does not have', () => {
  const HOUR_MS = 3_600_000;

  /** The status and the failure of the refund, after hours in which its session is missing. */
  async function missingFor({ orderId }: { readonly orderId: string }, hours: number) {
    for (let hour = 0; hour < hours; hour += 1) {
      shop.app.system.clock.advance(HOUR_MS);
      await shop.runJobs();
    }
    const [refund] = await listRefunds(shop.app.ctx, { kind: 'Order', id: orderId, limit: 1 });
    return [refund?.status, refund?.failure];
  }

  test('fails after a day, and what was bought is the buyer’s again', async () => {
    const one = await sale();
    shop.stripe.state.sessions.delete(one.session);
    assert.equal((await one.refund()).status, 'Pending');
    assert.deepEqual(await missingFor(one, 22), ['Pending', null]);
    const [status, failure] = await missingFor(one, 8);
    assert.equal(status, 'Failed');
    assert.match(failure ?? '', /no longer has this payment/);
    assert.deepEqual(await one.licenses(), ['Active']);
  });

  test('stays pending while the account may be connected to another account of Stripe', async () => {
    const one = await sale();
    shop.stripe.state.sessions.delete(one.session);
    await shop.app.system.database.transaction((tx) =>
      tx
        .tables<PaymentTables>()
        .updateTable('payments')
        .set({ terms: { merchantOfRecord: false, invoices: 'Latchkey', connectionId: 'of-another-account' } })
        .where('id', '=', one.paymentId)
        .execute(),
    );
    assert.equal((await one.refund()).status, 'Pending');
    assert.deepEqual(await missingFor(one, 30), ['Pending', null]);
  });
});

describe('disputes and warnings', () => {
  test('a dispute suspends what was bought, and gives it back when it is won', async () => {
    const one = await sale();
    const { id } = shop.stripe.money.dispute(one.intent);
    await shop.report();
    assert.deepEqual(await one.licenses(), ['Revoked']);
    const [dispute] = (await one.body()).disputes;
    assert.match(dispute?.answerBy ?? '', /^\d{4}-\d{2}-\d{2}T/);
    assert.equal(dispute?.providerUrl, `https://dashboard.stripe.com/test/disputes/${id}`);
    shop.stripe.money.changeDispute(id, 'under_review');
    await shop.report();
    assert.equal((await one.body()).disputes[0]?.answerBy, undefined, 'the evidence was handed in');
    shop.stripe.money.decide(id, 'won');
    await shop.report();
    assert.deepEqual(await one.licenses(), ['Active']);
    assert.deepEqual(
      (await one.body()).disputes.map(({ status }) => status),
      ['Won'],
    );
  });

  test('a dispute in appeal is not decided, and one won on appeal gives everything back', async () => {
    const one = await sale();
    const { id } = shop.stripe.money.dispute(one.intent, 'appeal_under_review');
    const states: unknown[] = [];
    for (const status of ['appeal_needs_response', 'lost', 'appeal_under_review', 'won'] as const) {
      shop.stripe.money.decide(id, status);
      await shop.report();
      const { disputes, refunds } = await one.body();
      states.push([disputes[0]?.status, refunds[0]?.status, await one.licenses()]);
    }
    assert.deepEqual(states, [
      ['Open', undefined, ['Revoked']],
      ['Lost', 'Succeeded', ['Revoked']],
      ['Lost', 'Succeeded', ['Revoked']],
      ['Won', 'Failed', ['Active']],
    ]);
    const documentsNow = async () =>
      (await vendor.call<DocumentsBody>('GET', `/api/orders/${one.orderId}/documents`)).items
        .toSorted((a, b) => a.number.localeCompare(b.number))
        .map(({ kind, total, originalNumber }) => [kind, total.amount, originalNumber?.slice(0, 2)]);
    const reversed = [
      ['CreditNote', -49, 'R-'],
      ['Reversal', 49, 'CN'],
      ['Receipt', 49, undefined],
    ];
    assert.deepEqual(await documentsNow(), reversed);
    await shop.report((messages) => [...messages, ...messages]);
    assert.deepEqual(await documentsNow(), reversed, 'once');
    assert.equal((await one.refund()).status, 'Succeeded');
    assert.equal((await documentsNow()).filter(([kind]) => kind === 'CreditNote').length, 2);
    await assertInvariants(shop.app.system.database.reader);
  });

  test('a warning of fraud and an inquiry of a bank are shown, and take nothing away', async () => {
    const one = await sale();
    shop.stripe.money.warn(one.intent);
    shop.stripe.money.dispute(one.intent, 'warning_needs_response');
    await shop.report();
    const { fraudWarnings, disputes } = await one.body();
    assert.deepEqual(fraudWarnings.map(({ reason }) => reason).toSorted(), [
      'fraudulent',
      'made_with_stolen_card',
    ]);
    assert.deepEqual([disputes, await one.licenses()], [[], ['Active']]);
  });
});
