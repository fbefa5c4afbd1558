import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextTotalOf, payoffSaving, statusOf } from './subscription-state.ts';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const BEFORE = '2026-11-30T12:00:00Z';
const LATER = '2026-12-31T12:00:00Z';
const PAID = { state: 'Paid' } as const;
const eur = (amount: number) => ({ currency: 'EUR', amount });
const total = (due: number, discount = 0) => ({
  original: eur(due + discount),
  discount: eur(discount),
  subtotal: eur(due),
  taxes: eur(0),
  due: eur(due),
});

describe('the status that the owner of a subscription reads', () => {
  const RUNNING = { status: 'Active', payment: PAID, paidUntil: LATER } as const;

  it('says what is wrong with a payment before what the terms call it', () => {
    const failed = { state: 'NeedsBuyer', reason: 'Declined.' } as const;
    assert.equal(statusOf(RUNNING, NOW), 'Active');
    assert.equal(statusOf({ ...RUNNING, payment: failed }, NOW), 'PaymentFailed');
    assert.equal(statusOf({ ...RUNNING, status: 'Expired', payment: failed }, NOW), 'PaymentFailed');
    assert.equal(statusOf({ ...RUNNING, payment: { state: 'NeedsBuyer' } }, NOW), 'PaymentDue');
    assert.equal(statusOf({ ...RUNNING, payment: { state: 'Retrying' } }, NOW), 'PaymentFailed');
  });

  it('is a pause from the end of what is paid, and an agreed one before', () => {
    assert.equal(statusOf({ ...RUNNING, pausedUntil: LATER }, NOW), 'PauseAhead');
    const pause = { ...RUNNING, pausedUntil: LATER, paidUntil: BEFORE };
    assert.equal(statusOf(pause, NOW), 'Paused');
    assert.equal(statusOf({ ...pause, status: 'Expired' }, NOW), 'Paused');
  });

  it('is its end once it has ended, whatever was open', () => {
    const payment = { state: 'NeedsBuyer' } as const;
    assert.equal(statusOf({ ...RUNNING, status: 'Expired', payment, endedAt: BEFORE }, NOW), 'Expired');
    assert.equal(statusOf({ ...RUNNING, status: 'Cancelled', payment }, NOW), 'Cancelled');
  });
});

describe('the amounts of a subscription', () => {
  const product = { id: 'synth', name: 'Synth', tagline: '', iconUrl: null };
  const content = (quantity: number) => ({ type: 'Product', quantity, product }) as const;
  const rent = { payoff: { cycles: 11, price: eur(129) }, total: total(11.9), content: content(1) };

  it('say what paying the rest at once saves, where later payments cost the same', () => {
    assert.equal(payoffSaving(rent), 1.9);
    assert.equal(payoffSaving({ ...rent, payoff: { cycles: 10, price: eur(129) } }), 0);
    assert.equal(payoffSaving({ ...rent, total: total(11.9, 1) }), 0);
    assert.equal(payoffSaving({ ...rent, content: content(2) }), 0);
    assert.equal(payoffSaving({ total: rent.total, content: rent.content }), 0);
  });

  it('are those of the agreed plan from the next payment', () => {
    const plan = { variationId: 'v', quantity: 2, cycleLength: 'Monthly', total: total(23.8) } as const;
    const nextPlan = { ...plan, when: 'NextPeriod' } as const;
    assert.equal(nextTotalOf({ total: total(11.9), nextPlan }).due.amount, 23.8);
    assert.equal(
      nextTotalOf({ total: total(11.9), nextPlan: { ...nextPlan, when: 'Now' } }).due.amount,
      11.9,
    );
    assert.equal(nextTotalOf({ total: total(11.9) }).due.amount, 11.9);
  });
});
