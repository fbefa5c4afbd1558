import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type PaymentState, type PaymentStatus, statusAfterReport } from './payment-state.ts';

const due = (status: PaymentStatus) => ({ status, amountMinor: 4_900, currency: 'EUR' });
const arrived = (amountMinor: number, currency = 'EUR'): PaymentState => ({
  kind: 'Succeeded',
  amountMinor,
  currency,
});
const FAILED: PaymentState = { kind: 'Failed', reason: 'declined' };

test('the amount due pays; more, less, or another currency pays nothing', () => {
  for (const status of ['Pending', 'Failed'] as const) {
    assert.equal(statusAfterReport(due(status), arrived(4_900), false), 'Succeeded');
    assert.equal(statusAfterReport(due(status), arrived(4_901), false), 'Surplus');
    assert.equal(statusAfterReport(due(status), arrived(4_899), false), 'Short');
    assert.equal(statusAfterReport(due(status), arrived(4_900, 'USD'), false), 'Short');
  }
});

test('money for what another payment has paid is surplus, whatever the amount', () => {
  for (const amount of [1, 4_900, 9_999]) {
    assert.equal(statusAfterReport(due('Pending'), arrived(amount), true), 'Surplus');
    assert.equal(statusAfterReport(due('Failed'), arrived(amount), true), 'Surplus');
  }
});

test('no report ends a payment that the provider is still processing, and a failure ends one that is pending', () => {
  assert.equal(statusAfterReport(due('Pending'), { kind: 'Pending' }, false), 'Pending');
  assert.equal(statusAfterReport(due('Failed'), { kind: 'Pending' }, false), 'Failed');
  assert.equal(statusAfterReport(due('Pending'), FAILED, false), 'Failed');
});

const anyReport: fc.Arbitrary<PaymentState> = fc.oneof(
  fc.constant<PaymentState>({ kind: 'Pending' }),
  fc.constant(FAILED),
  fc.nat({ max: 9_999 }).map((amount) => arrived(amount)),
);

test('with any reports in any order, money that arrived is never forgotten, and the first report of it is final', () => {
  fc.assert(
    fc.property(fc.array(anyReport, { maxLength: 8 }), fc.boolean(), (reports, isPaidByAnother) => {
      let status: PaymentStatus = 'Pending';
      for (const report of reports) status = statusAfterReport(due(status), report, isPaidByAnother);
      const money = reports.find(({ kind }) => kind === 'Succeeded');
      const expected =
        money === undefined
          ? reports.some(({ kind }) => kind === 'Failed')
            ? 'Failed'
            : 'Pending'
          : statusAfterReport(due('Pending'), money, isPaidByAnother);
      assert.equal(status, expected);
    }),
  );
});
