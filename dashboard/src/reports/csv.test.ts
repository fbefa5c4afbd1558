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

test('no text is a formula to a spreadsheet, whatever its separator', () => {
  for (const [text, cell] of [
    ['+49 30', "'+49 30"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\uFF1D1', "'\uFF1D1"],
    ['\uFF20A', "'\uFF20A"],
    ["'=1", "''=1"],
    ['"=1', '"\'""=1"'],
    ['\t=1', '"\'\t\'=1"'],
    ['a;=1;b', '"a;\'=1;b"'],
    ['a\r\n=1', '"a\r\n\'=1"'],
    ['a=b; c', '"a=b; c"'],
    ["it's", "it's"],
  ] as const)
    assert.equal(csvOf([text], []), `${cell}\r\n`);
});
