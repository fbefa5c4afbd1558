import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '../..');
const TEXTS = [
  '*',
  '{docs,deploy,.github,.forgejo}/**/*',
  '{server,web,sdk}/{src,test,migrations}/**/*',
  '{scripts,bench,e2e}/**/*',
];
const BINARY = /\.(png|jpg|jpeg|ico|woff2?|gz|br|zip)$/;

/** The markers that a merge writes around the two sides of a conflict. A line of only `=` may underline a heading. */
const MARKER = /^(?:<{7}|>{7}|\|{7})(?: .*)?$/m;

test('no file of the repository holds the marks of a conflict that nobody has resolved', async () => {
  const exclude = ['**/node_modules/**', '**/dist/**', '**/build/**', '**/screenshots/**', '**/failures/**'];
  const entries = await Array.fromAsync(glob(TEXTS, { cwd: ROOT, exclude, withFileTypes: true }));
  const files = entries
    .filter((entry) => entry.isFile() && !BINARY.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  assert.ok(files.includes(path.join(ROOT, 'docs/guide/operating.md')), `${files.length} files`);
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
  assert.deepEqual(
    texts.filter(({ text }) => MARKER.test(text)).map(({ file }) => path.relative(ROOT, file)),
    [],
  );
});

test('the marks of git are detected, with and without the name of a side', () => {
  const mark = (sign: string, side = '') => `a\n${sign.repeat(7)}${side}\nb`;
  for (const text of [mark('<', ' HEAD'), mark('<'), mark('>', ' 1a2b3c (fix: x)'), mark('|', ' base')])
    assert.match(text, MARKER);
  for (const text of [mark('='), mark('<', '<'), 'a <<<<<<< b', '| a | b |'])
    assert.doesNotMatch(text, MARKER);
});
