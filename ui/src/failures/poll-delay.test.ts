import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pollDelayMilliseconds } from './poll-delay.ts';

describe('pollDelayMilliseconds', () => {
  const delays = Array.from({ length: 40 }, (_, polls) => pollDelayMilliseconds(polls));

  it('is a second at first, and never less', () => {
    assert.equal(delays[0], 1_000);
    assert(delays.every((delay) => delay >= 1_000));
  });

  it('grows without ever shrinking, and ends at five seconds', () => {
    assert(delays.every((delay, index) => index === 0 || delay >= (delays[index - 1] ?? 0)));
    assert.equal(delays.at(-1), 5_000);
    assert.equal(pollDelayMilliseconds(1_000_000), 5_000);
  });
});
