import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '../..');

/** The texts in backquotes. */
const quotes = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote);

test('the design review names tests that take the screenshots of each state', async () => {
  const review = await readFile(path.join(ROOT, 'docs/design-review.md'), 'utf8');
  const [, section = ''] = review.split('\n## States');
  const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]*`[^|]*) \| ([^|]*`[^|]*) \|$/gm)];
  assert.ok(rows.length > 10, 'every state has a row');
  for (const [, state = '', files = '', screenshots = ''] of rows.filter(([, head]) => head !== 'state')) {
    const sources = await Promise.all(
      quotes(files).map((file) => readFile(path.join(ROOT, 'e2e', file), 'utf8')),
    );
    // The name of a screenshot begins with that of its page, and ends with what the test calls the state.
    const isTaken = (name: string) =>
      name
        .split('-')
        .map((_, index, words) => words.slice(index).join('-'))
        .some((end) => sources.some((source) => new RegExp(`check\\((page, )?'${end}'\\)`).test(source)));
    assert.deepEqual(
      quotes(screenshots).filter((name) => !isTaken(name)),
      [],
      state,
    );
  }
});
