import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';

const RUNNER = new URL('run-files.ts', import.meta.url).href;
const HOOK = new URL('runner-hook.ts', import.meta.url).href;
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
  assert.match(output, /^# pass 7$/m);
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
    assert.match(output, new RegExp(`not ok \\d+ - ${index}-leak\\.mjs on sqlite\\n[^#]*${report.source}`));
    assert.match(output, new RegExp(`\\bok \\d+ - ${index}-next\\.mjs`));
  }
  assert.match(output, /not ok \d+ - 9-broken\.mjs on sqlite\n[^#]*spoilt/);
  assert.match(output, / ok \d+ - 9-next\.mjs/);
});

const UNCAUGHT: Readonly<Record<string, string>> = {
  'a timer': `setTimeout(() => { throw new Error('spoilt'); }, 1)`,
  'a promise': `setTimeout(() => { void Promise.reject(new Error('spoilt')); }, 1)`,
};

for (const [place, spoil] of Object.entries(UNCAUGHT)) {
  test(`an error in ${place}, which nobody catches, ends its file and fails it, and the next one runs`, async (context) => {
    const { code, output } = await runFiles(context, {
      '1-spoilt.mjs': `
        import { test } from 'node:test';
        test('waits for ever', () => new Promise(() => { ${spoil}; }));
      `,
      '2-next.mjs': NEXT,
    });
    assert.equal(code, 1, output);
    assert.match(output, /not ok \d+ - 1-spoilt\.mjs on sqlite\n[^#]*spoilt/);
    assert.match(output, / ok \d+ - 2-next\.mjs/);
  });
}

test('the runner follows what happens while a file registers its tests, also after it has waited, and then no more', async (context) => {
  const { code, output } = await runFiles(context, {
    '1.mjs': `
      import assert from 'node:assert/strict';
      import { executionAsyncId } from 'node:async_hooks';
      import { after, describe, test } from 'node:test';
      import { setTimeout as delay } from 'node:timers/promises';
      await delay(1);
      let count = 0;
      describe('a group', () => { test('in a group', () => { count += 1; }); });
      after(() => assert.equal(count, 1));
      test('is not followed', async () => {
        const id = executionAsyncId();
        await delay(1);
        await undefined;
        assert.equal(executionAsyncId(), 0, String(id));
      });
    `,
    '2.mjs': HOOKS,
  });
  assert.equal(code, 0, output);
  assert.match(output, /^# pass 6$/m);
});

/** Runs programs as the test files of one process. */
async function runFiles(
  context: TestContext,
  files: Readonly<Record<string, string>>,
): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-run-files-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const queue = join(folder, 'queue');
  await mkdir(queue);
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
    await writeFile(join(queue, name), JSON.stringify({ engine: 'sqlite', files: [name] }));
  }
  const program = join(folder, 'process.mjs');
  const limits = { timeout: 60_000, patience: 200, most: 100 };
  await writeFile(
    program,
    `await import('${HOOK}');
     const { runQueue } = await import('${RUNNER}');
     runQueue('all', '${folder}', '${queue}', ${JSON.stringify(limits)});`,
  );
  // Without the variable that would make the test runner treat the program as one of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const parameters = ['--test-force-exit', '--test-reporter=tap', program];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { env });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout }: { code?: unknown; stdout?: unknown } = Object(error);
    return { code: Number(code), output: String(stdout) };
  }
}
