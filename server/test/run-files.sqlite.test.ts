import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';

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

test('the hooks of a file are for its own tests, and what they undo is not left behind', async (context) => {
  const { code, output } = await runFiles(context, {
    'one.mjs': HOOKS,
    'two.mjs': `
      import assert from 'node:assert/strict';
      import { test } from 'node:test';
      test('sees nothing of the file before', () => assert.equal(process.env.HOOK, undefined));
    `,
  });
  assert.equal(code, 0, output);
  assert.match(output, /^# pass 4$/m);
});

const LEAKS: Readonly<Record<string, readonly [spoil: string, report: RegExp]>> = {
  'a global': [`globalThis.leaked = 1`, /leaves behind: globalThis\.leaked/],
  'a built-in function': [`Date.now = () => 1`, /leaves behind: Date\.now/],
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

for (const [name, [spoil, report]] of Object.entries(LEAKS)) {
  test(`a file that leaves behind ${name} fails by its name, and the next one runs`, async (context) => {
    const { code, output } = await runFiles(context, {
      'leak.mjs': `import { test } from 'node:test'; test('leaks', async () => { ${spoil}; });`,
      'next.mjs': `import { test } from 'node:test'; test('next', () => {});`,
    });
    assert.equal(code, 1, output);
    assert.match(output, /not ok \d - leak\.mjs/);
    assert.match(output, report);
    assert.match(output, /^ok \d - next\.mjs/m);
  });
}

test('a mock that is restored is not left behind', async (context) => {
  const { code, output } = await runFiles(context, {
    'mock.mjs': `
      import { test } from 'node:test';
      test('moves the clock', ({ mock }) => { mock.method(performance, 'now', () => 0); });
    `,
  });
  assert.equal(code, 0, output);
});

test('a file that cannot be loaded fails by its name, and the next one runs', async (context) => {
  const { code, output } = await runFiles(context, {
    'broken.mjs': `throw new Error('spoilt');`,
    'next.mjs': `import { test } from 'node:test'; test('next', () => {});`,
  });
  assert.equal(code, 1, output);
  assert.match(output, /not ok \d - broken\.mjs/);
  assert.match(output, /spoilt/);
  assert.match(output, /^ok \d - next\.mjs/m);
});

/** Runs programs as the files of one group. */
async function runFiles(
  context: TestContext,
  files: Readonly<Record<string, string>>,
): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-run-files-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const group = join(folder, 'group.mjs');
  const names = JSON.stringify(Object.keys(files));
  await writeFile(
    group,
    `import { runTestFiles } from '${RUNNER}';
     runTestFiles(${JSON.stringify(folder)}, ${names}, { timeout: 60_000, patience: 200 });`,
  );
  // Without the variable by which the test runner would take the program for one of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const parameters = ['--test-force-exit', '--test-reporter=tap', group];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { env });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout }: { code?: unknown; stdout?: unknown } = Object(error);
    return { code: Number(code), output: String(stdout) };
  }
}
