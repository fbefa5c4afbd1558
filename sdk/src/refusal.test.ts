import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from './refusal.ts';

const refusal = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
  new Refusal({ status, headers: new Headers(headers) }, body);

describe('a refusal', () => {
  it('has every field of the problem', () => {
    const problem = {
      type: 'about:blank',
      title: 'Invalid input',
      status: 400,
      detail: 'Two fields are wrong.',
      errorType: 'InvalidInput',
      traceId: 't-1',
      errors: { email: ['Is not an address.', 'Is too long.'], name: ['Is missing.'] },
    };
    const { type: _type, ...fields } = problem;
    const { status, title, detail, errorType, traceId, errors, message } = refusal(400, problem);
    assert.deepEqual({ status, title, detail, errorType, traceId, errors }, fields);
    assert.equal(message, problem.detail);
  });

  it('has the status where the answer is no problem', () => {
    const { status, errors, message } = refusal(502, '<h1>Bad Gateway</h1>');
    assert.deepEqual({ status, errors }, { status: 502, errors: {} });
    assert.match(message, /502/);
  });

  it('leaves out what is no message in `errors`', () => {
    const errors = { email: ['Wrong.', 3, null], name: 'Wrong.', other: [] };
    assert.deepEqual(refusal(400, { errors }).errors, { email: ['Wrong.'] });
  });

  it('reads Retry-After in seconds and ignores anything else', () => {
    const seconds = (value: string) => refusal(503, {}, { 'retry-after': value }).retryAfterSeconds;
    assert.equal(seconds('12'), 12);
    for (const text of ['Wed, 21 Oct 2026 07:28:00 GMT', '-1', '']) assert.equal(seconds(text), undefined);
    assert.equal(refusal(503).retryAfterSeconds, undefined);
  });
});
