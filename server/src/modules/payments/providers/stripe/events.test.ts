import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stripe } from 'stripe';
import { isSigned } from './events.ts';

test('a message is signed only if the library says so', () => {
  const [body, secret, now] = ['{}', 'whsec_test', 1_700_000_000_000];
  const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: now / 1_000 });
  const message = { body, header, secret, now };
  const { signature } = Stripe.webhooks;
  assert.equal(isSigned(signature, message), true);
  assert.equal(isSigned(signature, { ...message, body: '[]' }), false);
  assert.equal(isSigned(signature, { ...message, now: now + 301_000 }), false, 'a replay');
  assert.equal(isSigned(undefined, message), false, 'a library without this check');
  assert.equal(
    isSigned({ verifyHeader: () => false }, message),
    false,
    'a library that returns what it finds',
  );
});
