import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { publishBuild } from '../../build-folders.ts';
import { importProgram, markOf, packageMarks, programFile } from './program-file.js';

const SOURCES = 'server/src/cli/program.ts';
const PROGRAM = 'server/dist/first/program.js';
const FILES = [SOURCES, 'server/src/main.ts'];
const LOCK = 'node_modules/.package-lock.json';
const lockOf = (version: string): string =>
  JSON.stringify({ packages: { 'node_modules/kysely': { version, integrity: `sha512-${version}` } } });

/** A checkout with a program that was built from its sources. */
async function checkout(context: TestContext): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'latchkey-program-'));
  context.after(() => rm(root, { recursive: true }));
  for (const file of [...FILES, PROGRAM]) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), file);
  }
  await mkdir(path.join(root, 'node_modules'));
  await writeFile(path.join(root, LOCK), lockOf('1.0.0'));
  publishBuild(root, path.join(root, path.dirname(PROGRAM)), sourcesOf(root));
  return root;
}

const sourcesOf = (root: string): Map<string, string> =>
  new Map([...FILES.map((file) => [file, markOf(path.join(root, file))] as const), ...packageMarks(root)]);

/** Builds again, in a folder with this name. */
async function build(root: string, name: string, content = name): Promise<void> {
  const folder = path.join(root, 'server/dist', name);
  await mkdir(folder);
  await writeFile(path.join(folder, 'program.js'), content);
  publishBuild(root, folder, sourcesOf(root));
}

test('a program runs as it was built, as long as its sources are the same', async (context) => {
  const root = await checkout(context);
  assert.equal(programFile(root), path.join(root, PROGRAM));
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
  assert.equal(programFile(root), path.join(root, PROGRAM));
});

test('a program that was not built, or not to the end, runs from its sources', async (context) => {
  const root = await checkout(context);
  await writeFile(path.join(root, 'server/dist/sources'), '');
  assert.equal(programFile(root), path.join(root, SOURCES));
  await rm(path.join(root, 'server/dist'), { recursive: true });
  assert.equal(programFile(root), path.join(root, SOURCES));
});

test('a build takes nothing from servers that start or run meanwhile, and removes what none of them can run', async (context) => {
  const root = await checkout(context);
  const dist = path.join(root, 'server/dist');
  const age = (name: string) => utimes(path.join(dist, name), 1_000, 1_000);
  await mkdir(path.join(dist, 'another-build-that-goes-on'));
  await writeFile(path.join(dist, 'file-of-an-older-layout.js'), '');
  await age('file-of-an-older-layout.js');
  await age('first');
  await build(root, 'second');
  assert.deepEqual((await readdir(dist)).toSorted(), [
    'another-build-that-goes-on',
    'first',
    'second',
    'sources',
  ]);
  assert.equal(programFile(root), path.join(dist, 'second/program.js'));
  await age('another-build-that-goes-on');
  await age('second');
  await build(root, 'third');
  assert.deepEqual((await readdir(dist)).toSorted(), ['second', 'sources', 'third']);
});

test('a program whose list names no build of it, or one that is gone, runs from its sources', async (context) => {
  const root = await checkout(context);
  await rm(path.join(root, PROGRAM));
  assert.equal(programFile(root), path.join(root, SOURCES));
  // In the format of earlier versions.
  await writeFile(
    path.join(root, 'server/dist/sources'),
    [...sourcesOf(root)].map((line) => line.join(': ')).join('\n'),
  );
  assert.equal(programFile(root), path.join(root, SOURCES));
});

test('a file that is no program is refused with what to do', async (context) => {
  const root = await checkout(context);
  await build(root, 'second', '');
  await assert.rejects(importProgram(root), /is not the program: run "npm run build"/);
});
