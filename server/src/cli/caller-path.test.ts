import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pathOfCaller } from './caller-path.ts';
import { reportFailure } from './failure.ts';

test('a relative path counts from where npm was called, and otherwise from the working folder', () => {
  const npm = { INIT_CWD: '/builds/app', npm_lifecycle_event: 'latchkey' };
  const paths = ['b.dmg', '../b.dmg', '/other/b.dmg'].map((text) => pathOfCaller(text, npm));
  assert.deepEqual(paths, ['/builds/app/b.dmg', '/builds/b.dmg', '/other/b.dmg']);
  for (const environment of [{}, { ...npm, npm_lifecycle_event: 'test' }])
    assert.equal(pathOfCaller('b.dmg', environment), path.resolve('b.dmg'));
});

test('a missing file is reported as such, and not as an unavailable database', async (t) => {
  const output = t.mock.method(console, 'error', () => undefined);
  for (const [file, sentence] of [
    ['/no/such/file', 'latchkey: /no/such/file: there is no such file or folder'],
    ['/', 'latchkey: /: this is a folder, but a file is needed'],
  ] as const) {
    await assert.rejects(readFile(file), (error) => reportFailure(error) === 1);
    assert.deepEqual(output.mock.calls.at(-1)?.arguments, [sentence]);
  }
});
