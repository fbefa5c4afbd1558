import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from './csv.ts';

test('commas, quotes and lines stay in their cell, and no text is a formula', () => {
  assert.equal(
    csvOf(
      ['Item', 'Sales'],
      [
        ['Synth, "Pro"', 12.5],
        ['=1+1', -3],
      ],
    ),
    'Item,Sales\r\n"Synth, ""Pro""",12.5\r\n\'=1+1,-3\r\n',
  );
});
