import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

test('the German word for email stays on one line: its hyphen does not break', async () => {
  const files = await Array.fromAsync(glob('{web,ui,dashboard}/src/**/*-de.ts', { cwd: ROOT }));
  const texts = await Promise.all(
    files.map(async (name) => ({ name, text: await readFile(join(ROOT, name), 'utf8') })),
  );
  assert.ok(texts.some(({ text }) => text.includes(String.raw`E\u2011Mail`)));
  assert.deepEqual(
    texts.filter(({ text }) => /E-Mail/i.test(text)).map(({ name }) => name),
    [],
  );
});
