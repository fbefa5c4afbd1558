import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('every text is quoted, and quotes are doubled', () => {
  const cells = ['plain', 'a,b', 'say "hi"', 'two\r\nlines', ' space', '', null, undefined, 12.5, true];
  assert.equal(csvLine(cells), '"plain","a,b","say ""hi""","two\r\nlines"," space","",,,12.5,true\r\n');
  assert.equal(csvLine([{ a: [1, 'b'] }, ['x', 'y']]), '"{""a"":[1,""b""]}","[""x"",""y""]"\r\n');
});

test('no text is a formula to a spreadsheet, whatever its separator, and the value can be read again', () => {
  const texts = {
    '=1+1': "'=1+1",
    '+49 30': "'+49 30",
    '-2': "'-2",
    '@SUM(A1)': "'@SUM(A1)",
    '＝1': "'＝1",
    '＋1': "'＋1",
    '－1': "'－1",
    '＠A': "'＠A",
    '\t=1': "'\t'=1",
    '\r=1': "'\r'=1",
    '\n=1': "'\n'=1",
    "'=1": "''=1",
    "''+1": "'''+1",
    '"=1': '\'"=1',
    'a;=1;b': "a;'=1;b",
    'a\t@A': "a\t'@A",
    'a;"=1"': 'a;\'"=1"',
    "a;'-1": "a;''-1",
    'a\r\n=1': "a\r\n'=1",
    "it's": "it's",
    "'quoted'": "'quoted'",
    'a=b; c': 'a=b; c',
    'two\r\n\r\nlines': 'two\r\n\r\nlines',
  };
  for (const [text, cell] of Object.entries(texts)) {
    assert.equal(csvLine([text]), `"${cell.replaceAll('"', '""')}"\r\n`);
    const value = cell.replaceAll(
      /^'(?=['"]*[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/g,
      '',
    );
    assert.equal(value, text);
  }
  // A number is not text, so it cannot be a formula.
  assert.equal(csvLine([-2]), '-2\r\n');
});
