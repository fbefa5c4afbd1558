import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { refusal } from '../../../ui/test/refusal.ts';
import { en } from './checkout-en.ts';
import { paymentNotice as noticeIn } from './payment-notice.ts';

const paymentNotice = (checkout: { failure?: string }, failure: Error | null) =>
  noticeIn(checkout, failure, en);

const OPEN = {};

describe('paymentNotice', () => {
  it('says nothing before the first attempt', () => {
    assert.equal(paymentNotice(OPEN, null), undefined);
  });

  it('shows why a payment failed', () => {
    const notice = paymentNotice({ failure: 'The card was declined.' }, null);
    assert.deepEqual(notice?.messages, [
      'The card was declined.',
      'You have not been charged. Try again, or use another card.',
    ]);
  });

  it('leaves messages beside fields to the fields', () => {
    const invalid = refusal(400, { title: 'x', errors: { email: ['Wrong.'] } });
    assert.equal(paymentNotice(OPEN, invalid), undefined);
  });

  it('shows messages that have no field, and lets fields with messages go first', () => {
    const apart = refusal(400, { title: 'x', errors: { cart: ['Sold out.'] } });
    const both = refusal(400, { title: 'x', errors: { cart: ['Sold out.'], email: ['Wrong.'] } });
    assert.deepEqual(paymentNotice(OPEN, apart)?.messages, ['Sold out.']);
    assert.equal(paymentNotice(OPEN, apart)?.fieldsComeFirst, false);
    assert.equal(paymentNotice(OPEN, both)?.fieldsComeFirst, true);
  });

  it('promises that nothing is charged twice when the connection is lost', () => {
    const notice = paymentNotice(OPEN, new ConnectionLost());
    assert.match(notice?.messages.join(' ') ?? '', /does not charge you twice/);
  });

  it('prefers the latest attempt to the failure before it', () => {
    const notice = paymentNotice({ failure: 'The card was declined.' }, new ConnectionLost());
    assert.equal(notice?.title, 'No connection');
  });

  it('asks to look again when the price is no longer what was shown', () => {
    const notice = paymentNotice(OPEN, refusal(409, { title: 'x', errorType: 'PriceChanged' }));
    assert.equal(notice?.title, 'The price has changed');
  });

  it('asks to look again at the items, too, when the order is no longer what was shown', () => {
    const notice = paymentNotice(OPEN, refusal(409, { title: 'x', errorType: 'OrderChanged' }));
    assert.equal(notice?.title, 'The order has changed');
    assert.match(notice?.messages.join(' ') ?? '', /not been charged.*items/);
  });

  it('hands on the reference of a server error', () => {
    const notice = paymentNotice(OPEN, refusal(500, { title: 'x', traceId: 't-1' }));
    assert.match(notice?.messages.at(-1) ?? '', /t-1/);
  });
});
