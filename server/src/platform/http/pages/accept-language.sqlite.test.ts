import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languagesIn } from './accept-language.ts';

test('reads the languages of a browser, most preferred first, and nothing from what is none', () => {
  assert.deepEqual(languagesIn('en;q=0.5, de-AT , fr;q=0.8'), ['de-AT', 'fr', 'en']);
  assert.deepEqual(languagesIn('de;q=0, en;q=x'), []);
  assert.deepEqual([languagesIn(undefined), languagesIn(''), languagesIn(' , ;q=1')], [[], [], []]);
  assert.ok(languagesIn('de,'.repeat(10_000)).length < 100);
});
