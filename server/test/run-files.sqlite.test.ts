import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { readMarks } from '../../scripts/test-selection.ts';
import type { FileRun } from './run-files.ts';

const RUNNER = new URL('run-files.ts', import.meta.url).href;
const DATABASE = new URL('database.ts', import.meta.url).href;

const HOOKS = `
  import assert from 'node:assert/strict';
  import { after, before, test } from 'node:test';
  let isReady = false;
  before(async () => { await new Promise(setImmediate); isReady = true; process.env.HOOK = 'yes'; });
  after(() => { delete process.env.HOOK; });
  test('sees what its hook made', () => assert.ok(isReady));
`;

const NEXT = `import { test } from 'node:test'; test('next', () => {});`;

test('the hooks of a file are for its own tests; what they undo, and a mock that is restored, is not left behind', async (context) => {
  const { code, output } = await runFiles(context, {
    '1.mjs': HOOKS,
    '2.mjs': `
      import assert from 'node:assert/strict';
      import { test } from 'node:test';
      test('sees nothing of the file before', () => assert.equal(process.env.HOOK, undefined));
    `,
    '3.mjs': `
      import { test } from 'node:test';
      test('moves the clock', ({ mock }) => { mock.method(performance, 'now', () => 0); });
    `,
  });
  assert.equal(code, 0, output);
  assert.match(output, /^# pass 3$/m);
});

const LEAKS: Readonly<Record<string, readonly [spoil: string, report: RegExp]>> = {
  'a global': [`globalThis.leaked = 1`, /leaves behind: globalThis\.leaked/],
  'a built-in function': [`Math.max = () => 1`, /leaves behind: Math\.max/],
  'a variable of the environment': [`process.env.LEAKED = '1'`, /leaves behind: variable LEAKED/],
  'a handler of a signal': [`process.on('SIGTERM', () => {})`, /leaves behind: handlers of SIGTERM/],
  'a database': [
    `const { openTestDatabase } = await import('${DATABASE}'); await openTestDatabase()`,
    /leaves behind: .*an open test database/,
  ],
  'a server': [
    `const { createServer } = await import('node:net'); await new Promise((done) => createServer().listen(0, done))`,
    /leaves behind: an open TCPServerWrap/,
  ],
};

test('a file that leaves something behind, or cannot be loaded, fails by its name, and the next one runs', async (context) => {
  const leaks = Object.entries(LEAKS).flatMap(([, [spoil]], index) => [
    [`${index}-leak.mjs`, `import { test } from 'node:test'; test('leaks', async () => { ${spoil}; });`],
    [`${index}-next.mjs`, NEXT],
  ]);
  const { code, output } = await runFiles(context, {
    ...Object.fromEntries(leaks),
    '9-broken.mjs': `throw new Error('spoilt');`,
    '9-next.mjs': NEXT,
  });
  assert.equal(code, 1, output);
  for (const [index, [, report]] of Object.values(LEAKS).entries()) {
    assert.match(
      output,
      new RegExp(`not ok \\d+ - \\S*/${index}-leak\\.mjs on sqlite\\n[^#]*${report.source}`),
    );
    assert.match(output, new RegExp(`\\bok \\d+ - \\S*/${index}-next\\.mjs`));
  }
  assert.match(output, /not ok \d+ - \S*\/9-broken\.mjs on sqlite\n[^#]*spoilt/);
  assert.match(output, /^ok \d+ - \S*\/9-next\.mjs/m);
});

const UNCAUGHT: Readonly<Record<string, string>> = {
  'a timer': `setTimeout(() => { throw new Error('spoilt'); }, 1)`,
  'a promise': `setTimeout(() => { void Promise.reject(new Error('spoilt')); }, 1)`,
};

for (const [place, spoil] of Object.entries(UNCAUGHT)) {
  test(`an error in ${place}, which nobody catches, fails the test that caused it, and the next file runs`, async (context) => {
    const { code, output } = await runFiles(context, {
      '1-spoilt.mjs': `
        import { test } from 'node:test';
        test('waits for ever', () => new Promise(() => { ${spoil}; }));
      `,
      '2-next.mjs': NEXT,
    });
    assert.equal(code, 1, output);
    assert.match(output, /not ok \d+ - waits for ever\n[^#]*spoilt/);
    assert.match(output, /^ok \d+ - \S*\/2-next\.mjs/m);
  });
}

test('a file may register its tests after it has waited', async (context) => {
  const { code, output } = await runFiles(context, {
    '1.mjs': `
      import assert from 'node:assert/strict';
      import { after, describe, test } from 'node:test';
      await new Promise((done) => setTimeout(done, 1));
      let count = 0;
      describe('a group', () => { test('in a group', () => { count += 1; }); });
      after(() => assert.equal(count, 1));
    `,
    '2.mjs': HOOKS,
  });
  assert.equal(code, 0, output);
  assert.match(output, /^# pass 2$/m);
});

test('a file that another process has taken does not run again', async (context) => {
  const { code, output } = await runFiles(context, { '1.mjs': NEXT, '2.mjs': NEXT }, { processes: 2 });
  assert.equal(code, 0, output);
  assert.equal(output.match(/ ok \d+ - next/g)?.length, 2, output);
});

test('a test that ends its process leaves no mark of its file and of those that were to follow', async (context) => {
  const { missing } = await runFiles(context, {
    '1.mjs': NEXT,
    '2.mjs': `import { test } from 'node:test'; test('ends', () => process.exit(0)); test('later', () => {});`,
    '3.mjs': NEXT,
  });
  assert.deepEqual(missing, ['2.mjs', '3.mjs']);
});

test('a file that waits for ever while it loads fails by its name, and the next one runs', async (context) => {
  const { code, output, missing } = await runFiles(
    context,
    { '1-waits.mjs': `await new Promise(() => {});`, '2-next.mjs': NEXT },
    { timeout: 1_000 },
  );
  assert.equal(code, 1, output);
  assert.match(output, /not ok \d+ - \S*\/1-waits\.mjs on sqlite\n[^#]*does not load in time/);
  assert.match(output, /^ok \d+ - \S*\/2-next\.mjs/m);
  assert.deepEqual(missing, []);
});

for (const [place, text] of Object.entries({
  'while it loads': `for (;;);`,
  'in a test': `import { test } from 'node:test'; test('endless', () => { for (;;); });`,
}))
  test(`a file with an endless loop ${place} ends with its process, and is named`, async (context) => {
    const { code, output, missing } = await runFiles(context, { '1-loop.mjs': text }, { timeout: 500 });
    assert.equal(code, 1, output);
    assert.match(output, /1-loop\.mjs does not end/);
    assert.deepEqual(missing, ['1-loop.mjs']);
  });

test('the files that took the longest are known by name', async (context) => {
  const wait = (milliseconds: number) =>
    `import { test } from 'node:test'; test('waits', () => new Promise((done) => setTimeout(done, ${milliseconds})));`;
  const { slowestFirst } = await runFiles(context, {
    '1.mjs': wait(1),
    '2.mjs': wait(600),
    '3.mjs': wait(1),
  });
  assert.equal(slowestFirst[0], '2.mjs');
  assert.equal(slowestFirst.length, 3);
});

/** Runs programs as the test files of processes. */
async function runFiles(
  context: TestContext,
  files: Readonly<Record<string, string>>,
  { processes = 1, timeout = 60_000 } = {},
): Promise<{ code: number; output: string; missing: string[]; slowestFirst: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-run-files-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const groups = Object.keys(files).map((name) => [{ engine: 'sqlite' as const, file: join(folder, name) }]);
  const limits = { timeout, patience: 200, files: 100 };
  const parameters = [groups, folder, limits].map((value) => JSON.stringify(value)).join(', ');
  const programs = Array.from({ length: processes }, (_, index) => join(folder, `process-${index}.mjs`));
  for (const program of programs)
    await writeFile(program, `import { runFiles } from '${RUNNER}';\nawait runFiles(${parameters});\n`);
  // Without the variable that would make the test runner treat the program as one of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const flags = ['--test', '--test-reporter=tap', ...programs];
  const marks = async () => {
    const { missing, ended } = await readMarks(groups, folder);
    const nameOf = ({ file }: FileRun) => basename(file);
    return { missing: missing.map(nameOf), slowestFirst: ended.map(({ run }) => nameOf(run)) };
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, flags, { env });
    return { code: 0, output: stdout, ...(await marks()) };
  } catch (error) {
    const { code, stdout }: { code?: unknown; stdout?: unknown } = Object(error);
    return { code: Number(code), output: String(stdout), ...(await marks()) };
  }
}
