import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { orderNumberOf, readOrderNumber } from './order-number.ts';

test('a number has two groups of four characters that are not mistaken for others', () => {
  const number = orderNumberOf(randomBytes(32).toString('base64url'));
  assert.match(number, /^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
});

test('a number is found however it is typed, and nothing else passes for one', () => {
  for (const typed of ['K7QM-4T2P', ' k7qm4t2p ', 'K7QM 4T2P', '#k7qm–4t2p'])
    assert.equal(readOrderNumber(typed), 'K7QM-4T2P', typed);
  for (const typed of ['', 'K7QM-4T2', 'K7QM-4T2PP', 'K7QM-4T20', '0190a1b2-0000-7000-8000-000000000000'])
    assert.equal(readOrderNumber(typed), undefined, typed);
});
