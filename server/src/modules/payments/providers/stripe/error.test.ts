import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf } from './error.ts';

const thrown = (fields: object) => errorOf(Object.assign(new Error('No such thing'), fields));

test('a failure says whether to repeat the call, and keeps the code of the provider', () => {
  for (const [fields, kind] of [
    [{ type: 'StripeConnectionError' }, 'Unavailable'],
    [{ type: 'StripeAPIError', statusCode: 500 }, 'Unavailable'],
    [{ type: 'StripeRateLimitError', statusCode: 429 }, 'Unavailable'],
    [{ type: 'StripeIdempotencyError', statusCode: 409 }, 'Unavailable'],
    [{ type: 'StripeInvalidRequestError', statusCode: 400, code: 'amount_too_small' }, 'Refused'],
    [{ type: 'StripeAuthenticationError', statusCode: 401 }, 'Forbidden'],
    [{ type: 'StripePermissionError', statusCode: 403 }, 'Forbidden'],
  ] as const) {
    const failure = thrown(fields);
    assert.deepEqual([failure.kind, failure.code], [kind, 'code' in fields ? fields.code : undefined]);
  }
});

test('no key, signing secret or address of a person is in a failure, nor what was sent', () => {
  const text = 'Invalid: sk_live_abc123, rk_test_abc, whsec_xyz9, pk_live_abc for ada@example.com';
  const failure = errorOf(
    Object.assign(new Error(text), { type: 'StripeInvalidRequestError', headers: { a: 'b' }, raw: { text } }),
  );
  assert.doesNotMatch(JSON.stringify([failure, failure.message]), /abc|xyz9|ada@|headers/);
  assert.match(
    failure.message,
    /^Stripe: Invalid: \[key\], .* for \[address\] \(StripeInvalidRequestError\)$/,
  );
});
