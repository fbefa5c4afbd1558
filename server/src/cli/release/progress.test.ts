import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressOn } from './progress.ts';

const MEBIBYTE = 1_048_576;

test('progress is a bar in a terminal, and a line for each tenth elsewhere', () => {
  const file = { path: 'x', name: 'Tool.dmg', size: 4 * MEBIBYTE, sha256: '' };
  const shownOn = (isTTY: boolean): string => {
    let text = '';
    const report = progressOn({ isTTY, write: (part) => (text += part) });
    for (const bytes of [0, 1_000, 2 * MEBIBYTE, 2 * MEBIBYTE + 1, 4 * MEBIBYTE]) report(file, bytes);
    return text;
  };
  assert.equal(
    shownOn(false),
    '  0 %  0.0 of 4.0 MB  Tool.dmg\n 50 %  2.0 of 4.0 MB  Tool.dmg\n100 %  4.0 of 4.0 MB  Tool.dmg\n',
  );
  assert.match(shownOn(true), /\r\[#{12}\.{12}\]  50 %  2\.0 of 4\.0 MB  Tool\.dmg\r.*\n$/s);
});
