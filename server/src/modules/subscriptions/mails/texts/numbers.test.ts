import assert from 'node:assert/strict';
import { test } from 'node:test';
import { de } from './de.ts';
import { en } from './en.ts';

test('one license and one payment are named as such, and more by their number', () => {
  for (const { plan } of [en, de]) {
    const texts = [
      (count: number) => plan.later('Synth', count, 'Monday'),
      (count: number) => plan.paid('Synth', count, '1'),
      (count: number) => plan.begun('Synth', count),
    ];
    for (const text of texts) {
      assert.doesNotMatch(text(1), /licenses|Lizenzen/);
      assert.match(text(2), /Synth, 2 (licenses|Lizenzen)/);
    }
    assert.match(plan.inUse(1, 3), /one license|eine Lizenz/);
    assert.match(plan.inUse(2, 3), /2 (licenses|Lizenzen)/);
  }
  for (const { merged, milestone } of [en, de]) {
    assert.match(merged.text('Synth', 1), /A payment|Eine Zahlung/);
    assert.match(merged.text('Synth', 2), /2 (payments|Zahlungen)/);
    assert.match(milestone.text('Synth', 1), /first payment|erste Zahlung/);
    assert.match(milestone.text('Synth', 2), /2 (payments|Zahlungen)/);
  }
});
