import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { importProgram, markOf, packageMarks, programFile } from './program-file.js';

const SOURCES = 'server/src/cli/program.ts';
const FILES = [SOURCES, 'server/src/main.ts'];
const LOCK = 'node_modules/.package-lock.json';
const lockOf = (version: string): string =>
  JSON.stringify({ packages: { 'node_modules/kysely': { version, integrity: `sha512-${version}` } } });

/** A checkout with a program that was built from its sources. */
async function checkout(context: TestContext): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'latchkey-program-'));
  context.after(() => rm(root, { recursive: true }));
  for (const file of [...FILES, 'server/dist/program.js']) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), file);
  }
  await mkdir(path.join(root, 'node_modules'));
  await writeFile(path.join(root, LOCK), lockOf('1.0.0'));
  const lines = FILES.map((file) => `${file}: ${markOf(path.join(root, file))}`);
  const packages = [...packageMarks(root)].map(([folder, mark]) => `${folder}: ${mark}`);
  await writeFile(path.join(root, 'server/dist/sources'), [...lines, ...packages].join('\n'));
  return root;
}

test('a program runs as it was built, as long as its sources are the same', async (context) => {
  const root = await checkout(context);
  assert.equal(programFile(root), path.join(root, 'server/dist/program.js'));
});

const CHANGES: Record<string, (file: string) => Promise<void>> = {
  'has another content': (file) => writeFile(file, 'something else'),
  'was written later': (file) => utimes(file, 4_000_000_000, 4_000_000_000),
  'is that of an older version': (file) => utimes(file, 1_000, 1_000),
  'is gone': (file) => rm(file),
};

for (const [change, make] of Object.entries(CHANGES)) {
  test(`a program runs from its sources when one of them ${change}`, async (context) => {
    const root = await checkout(context);
    await make(path.join(root, 'server/src/main.ts'));
    assert.equal(programFile(root), path.join(root, SOURCES));
  });
}

test('a program runs from its sources when a package in it is another version, or not installed', async (context) => {
  const root = await checkout(context);
  await writeFile(path.join(root, LOCK), lockOf('1.0.1'));
  assert.equal(programFile(root), path.join(root, SOURCES));
  await writeFile(path.join(root, LOCK), JSON.stringify({ packages: {} }));
  assert.equal(programFile(root), path.join(root, SOURCES));
  await rm(path.join(root, LOCK));
  assert.equal(programFile(root), path.join(root, SOURCES));
  await writeFile(path.join(root, LOCK), lockOf('1.0.0'));
  assert.equal(programFile(root), path.join(root, 'server/dist/program.js'));
});

test('a program that was not built, or not to the end, runs from its sources', async (context) => {
  const root = await checkout(context);
  await writeFile(path.join(root, 'server/dist/sources'), '');
  assert.equal(programFile(root), path.join(root, SOURCES));
  await rm(path.join(root, 'server/dist'), { recursive: true });
  assert.equal(programFile(root), path.join(root, SOURCES));
});

test('a file that is no program is refused with what to do', async (context) => {
  const root = await checkout(context);
  await writeFile(path.join(root, 'server/dist/program.js'), '');
  await assert.rejects(importProgram(root), /is not the program: run "npm run build"/);
});
