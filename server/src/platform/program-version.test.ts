import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, latestChanges, programVersion } from './program-version.ts';

test('a change log is read version by version, and its changes line by line', () => {
  const text = '# Changelog\n\n## 1.1.0 – May\n\nWords.\n\n### Sell\n\n- One\n  more.\n- Two.\n\n## 1.0.0\n';
  assert.deepEqual(changesOf(text), [
    { title: '1.1.0 – May', changes: ['One more.', 'Two.'] },
    { title: '1.0.0', changes: [] },
  ]);
});

test('the change log of the program begins with its version', async () => {
  const [latest] = await latestChanges(1);
  assert.equal(latest?.title.startsWith(programVersion()), true);
  assert.notEqual(latest?.changes.length, 0);
  assert.deepEqual(await latestChanges(1, new URL('no-such-file.md', import.meta.url)), []);
});
