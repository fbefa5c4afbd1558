import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnexpectedAnswer } from './answer.ts';
import { readCheckout } from './checkout.ts';

const euro = (amount: number) => ({ currency: 'EUR', amount });

const ANSWER = {
  vendor: { id: 'demo', name: 'Demo Audio', logoUrl: 'https://shop.example.com/logo.svg' },
  status: 'Open',
  taken: false,
  forOwner: false,
  downloads: true,
  currency: 'EUR',
  fingerprint: 'f1',
  lines: [
    {
      id: 'a',
      type: 'Product',
      name: 'Demo Synth',
      tagline: 'Warm',
      iconUrl: null,
      variationName: 'Monthly',
      recurrence: { type: 'Recurring', cycleLength: 'Monthly' },
      quantity: 2,
      unitPrice: 9.5,
      total: { original: 19, discount: 1.9, subtotal: 17.1, due: 17.1 },
      discountName: 'Launch',
      refusals: ['Each customer can get 1 free license of Demo Synth.'],
    },
  ],
  withdrawnLines: [{ id: 'b', name: 'Demo Verb', position: 0 }],
  total: {
    original: euro(19),
    discount: euro(1.9),
    subtotal: euro(17.1),
    taxes: euro(3.25),
    due: euro(20.35),
  },
  buyer: { name: null, email: 'ada@example.org', locked: true },
  payment: { provider: 'sandbox' },
  returnUrl: 'https://shop.example.com/thanks',
  failure: 'Declined.',
  checkoutRefusals: ['Each customer can get 1 free license of Demo Synth.'],
};

describe('readCheckout', () => {
  it('reads every field', () => {
    assert.deepEqual(readCheckout(ANSWER), {
      vendor: ANSWER.vendor,
      status: 'Open',
      isTaken: false,
      isForOwner: false,
      currency: 'EUR',
      fingerprint: 'f1',
      lines: [{ ...ANSWER.lines[0], iconUrl: undefined }],
      withdrawnLines: [{ id: 'b', name: 'Demo Verb', position: 0 }],
      total: { original: 19, discount: 1.9, subtotal: 17.1, taxes: 3.25, due: 20.35 },
      buyer: { name: undefined, email: 'ada@example.org', locked: true },
      hasDownloads: true,
      provider: 'sandbox',
      returnUrl: 'https://shop.example.com/thanks',
      failure: 'Declined.',
      refusals: ['Each customer can get 1 free license of Demo Synth.'],
    });
  });

  it('reads an empty cart, which has no total', () => {
    const { vendor, currency, fingerprint, buyer, payment } = ANSWER;
    const checkout = readCheckout({
      vendor,
      currency,
      fingerprint,
      buyer,
      payment,
      status: 'Open',
      taken: false,
      forOwner: false,
      downloads: false,
      lines: [],
      withdrawnLines: [],
    });
    assert.deepEqual(checkout.lines, []);
    assert.equal(checkout.total, undefined);
    assert.equal(checkout.returnUrl, undefined);
    assert.equal(checkout.failure, undefined);
    assert.deepEqual(checkout.refusals, []);
  });

  it('reads what is bought once', () => {
    const checkout = readCheckout({
      ...ANSWER,
      lines: [{ ...ANSWER.lines[0], recurrence: { type: 'OneOff' } }],
    });
    assert.deepEqual(checkout.lines[0]?.recurrence, { type: 'OneOff' });
  });

  it('names the place that is not what it should be', () => {
    const broken: [object, RegExp][] = [
      [{ status: 'Lost' }, /checkout\.status: expected one of Open/],
      [{ buyer: { name: null, email: null } }, /checkout\.buyer\.locked: expected a boolean/],
      [
        { lines: [{ ...ANSWER.lines[0], unitPrice: '9.50' }] },
        /checkout\.lines\[0\]\.unitPrice: expected a number/,
      ],
      [
        { withdrawnLines: [{ id: 'b', name: 'Demo Verb' }] },
        /checkout\.withdrawnLines\[0\]\.position: expected a number/,
      ],
      [{ lines: {} }, /checkout\.lines: expected an array/],
      [{ checkoutRefusals: [1] }, /checkout\.checkoutRefusals\[0\]: expected a string/],
      [{ vendor: null }, /checkout\.vendor: expected an object/],
      [{ payment: { provider: 'cowries' } }, /checkout\.payment\.provider: expected one of sandbox, none/],
    ];
    for (const [change, message] of broken) {
      assert.throws(
        () => readCheckout({ ...ANSWER, ...change }),
        (failure) => failure instanceof UnexpectedAnswer && message.test(failure.message),
        message.source,
      );
    }
  });
});
