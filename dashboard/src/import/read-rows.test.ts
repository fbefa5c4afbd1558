import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRowReader, delimiterOf } from './read-rows.ts';

const TEXT = 'a;b\r\n1;"x;""y""\nz"\r\n\r\n2;Say "hi"\r3;"5" disk"\n4;';
const ROWS = [
  { line: 1, cells: ['a', 'b'] },
  { line: 2, cells: ['1', 'x;"y"\nz'] },
  { line: 5, cells: ['2', 'Say "hi"'] },
  { line: 6, cells: ['3', '5" disk'] },
  { line: 7, cells: ['4', ''] },
];

test('rows are the same in whatever pieces the text arrives', () => {
  for (let size = 1; size <= TEXT.length; size += 1) {
    const reader = createRowReader(';');
    const rows = [];
    for (let at = 0; at < TEXT.length; at += size) rows.push(...reader.push(TEXT.slice(at, at + size)));
    assert.deepEqual([...rows, ...reader.finish()], ROWS, `pieces of ${size}`);
  }
});

test('the separator is the most frequent one in the header, outside of quotes', () => {
  assert.equal(delimiterOf('a,b,c\n1;2;3;4;5'), ',');
  assert.equal(delimiterOf('"a,b,c,d";e;f\n'), ';');
  assert.equal(delimiterOf('a\tb\rc,d,e'), '\t');
  assert.equal(delimiterOf('alone'), ',');
});
