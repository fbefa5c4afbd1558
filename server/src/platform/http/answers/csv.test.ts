import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('a cell is quoted when its text would end it, and quotes are doubled', () => {
  const cells = ['plain', 'a,b', 'say "hi"', 'two\r\nlines', ' space', null, undefined, 12.5, true];
  assert.equal(csvLine(cells), 'plain,"a,b","say ""hi""","two\r\nlines"," space",,,12.5,true\r\n');
  assert.equal(csvLine([{ a: [1, 'b'] }, ['x', 'y']]), '"{""a"":[1,""b""]}","[""x"",""y""]"\r\n');
});

test('no text is a formula to a spreadsheet, and the apostrophe before it can be taken off again', () => {
  const texts = [
    '=1+1',
    '+49 30',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    "'=1",
    "''+1",
    "it's",
    "'quoted'",
    'a=b',
  ];
  for (const text of texts) {
    const [, quotes, cell = ''] = /^("?)(.*?)\1\r\n$/s.exec(csvLine([text])) ?? [];
    assert.doesNotMatch(cell, /^[=+\-@\t\r]/, JSON.stringify(text));
    const read = /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
    assert.equal(read, text, `${quotes}`);
  }
  // A number is not text: it calculates nothing.
  assert.equal(csvLine([-2]), '-2\r\n');
});
