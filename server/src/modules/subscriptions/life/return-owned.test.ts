import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisionOf } from './return-owned.ts';

const ISSUE = 'must be decided';
const BY_VENDOR = { lines: [], isRequested: true, revokesLicenses: true };
const BY_PROVIDER = { ...BY_VENDOR, isRequested: false };
const ALL = { isAll: true, isFirst: false, issue: ISSUE };
const PART = { ...ALL, isAll: false };

const isIssue = (sentence: string | RegExp) => (error: unknown) => {
  const text = JSON.stringify(error);
  return typeof sentence === 'string' ? text.includes(sentence) : sentence.test(text);
};

test('the vendor says what becomes of a subscription whose money goes back whole, and nothing is asked about a part', () => {
  assert.throws(() => decisionOf(BY_VENDOR, ALL), isIssue(ISSUE));
  assert.equal(decisionOf(BY_VENDOR, PART), 'Keep');
  for (const decision of ['EndNow', 'EndWithPeriod', 'Keep'] as const)
    for (const what of [ALL, PART]) assert.equal(decisionOf({ ...BY_VENDOR, decision }, what), decision);
});

test('who cannot be asked ends what was returned whole with its licenses, and nothing else', () => {
  assert.equal(decisionOf(BY_PROVIDER, ALL), 'EndNow');
  assert.equal(decisionOf(BY_PROVIDER, PART), 'Keep');
  assert.equal(decisionOf({ ...BY_PROVIDER, revokesLicenses: false }, ALL), 'Keep');
});

test('a subscription can be ended only where all of it goes back', () => {
  assert.equal(decisionOf({ ...BY_VENDOR, decision: 'EndIfAll' }, ALL), 'EndNow');
  assert.equal(decisionOf({ ...BY_VENDOR, decision: 'EndIfAll' }, PART), 'Keep');
});

test('a subscription cannot go on without the licenses of its first order', () => {
  const keep = { ...BY_VENDOR, decision: 'Keep' } as const;
  const first = { ...ALL, isFirst: true };
  assert.throws(() => decisionOf(keep, first), isIssue(/licenses of all units are revoked/));
  assert.equal(decisionOf({ ...keep, revokesLicenses: false }, first), 'Keep');
  assert.equal(decisionOf(keep, { ...first, isAll: false }), 'Keep');
  assert.equal(decisionOf({ ...keep, decision: 'EndNow' }, first), 'EndNow');
});
