import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleIssues, rulesIn, ruleValuesOf } from './device-rules.ts';

test('rules that are saved without a change stay as they are, to the second', () => {
  for (const rules of [
    { releasesOnline: true, releasesOffline: false, releasePauseSeconds: 86_401, offlineDays: 0 },
    { releasesOnline: null, releasesOffline: null, releasePauseSeconds: null, offlineDays: null },
  ])
    assert.deepEqual(rulesIn(ruleValuesOf(rules)), rules);
});

test('a text that is no number is found, so that it never becomes the rule of the account', () => {
  const values = {
    releasesOnline: '',
    releasesOffline: '',
    releasePauseSeconds: 'a day',
    offlineDays: '1.5',
  };
  assert.deepEqual(ruleIssues(values), ['releasePauseSeconds', 'offlineDays']);
  assert.deepEqual(ruleIssues({ ...values, releasePauseSeconds: '0,5', offlineDays: '' }), []);
  assert.equal(rulesIn({ ...values, releasePauseSeconds: '0,5' }).releasePauseSeconds, 1_800);
});
