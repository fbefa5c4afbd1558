import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';

const PASSES = `import { test } from 'node:test'; test('passes', () => {});`;
const FAILS = `import { test } from 'node:test'; test('fails', () => { throw new Error('on purpose'); });`;
/** Fails the first time, and passes the second. */
const FLAKY = `
  import { existsSync, writeFileSync } from 'node:fs';
  import { test } from 'node:test';
  const before = new URL('ran-before', import.meta.url);
  test('fails once', () => {
    if (existsSync(before)) return;
    writeFileSync(before, '');
    throw new Error('on purpose');
  });`;

test('a file that fails runs again, alone, and is named when it passes then', async (context) => {
  const { code, output } = await run(context, { repeatable: 1 }, PASSES, FLAKY);
  assert.equal(code, 0, output);
  assert.match(output, /FLAKY, failed and then passed: \S*2\.mjs on sqlite ──/);
  assert.equal(output.match(/ ok \d+ - passes/g)?.length, 1, 'what has passed does not run again');
});

test('a file that fails twice has failed', async (context) => {
  const { code, output } = await run(context, { repeatable: 1 }, PASSES, FAILS);
  assert.equal(code, 1, output);
  assert.equal(output.match(/not ok \d+ - fails/g)?.length, 2, output);
  assert.doesNotMatch(output, /FLAKY/);
});

test('nothing runs again when more has failed than may, or when nothing may', async (context) => {
  for (const [options, ...files] of [[{ repeatable: 1 }, FLAKY, FAILS] as const, [{}, FLAKY] as const]) {
    const { code, output } = await run(context, options, ...files);
    assert.equal(code, 1, output);
    assert.doesNotMatch(output, /runs again/);
  }
});

/** Runs programs as test files, in a process of its own. */
async function run(
  context: TestContext,
  options: { readonly repeatable?: number },
  ...files: readonly string[]
): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-run-groups-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const paths = files.map((_, index) => path.join(folder, `${index + 1}.mjs`));
  for (const [index, text] of files.entries()) await writeFile(paths[index] ?? '', text);
  const groups = paths.map((file) => [{ engine: 'sqlite', file }]);
  const all = { reporter: 'tap', processes: 2, files: 10, timeout: 60_000, environment: {}, ...options };
  const program = `
    import { runGroups } from ${JSON.stringify(new URL('run-groups.ts', import.meta.url).href)};
    process.exitCode = await runGroups(${JSON.stringify(groups)}, ${JSON.stringify(all)});`;
  // Without the variable that would make the test runner treat the program as one of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const flags = ['--input-type=module', '--eval', program];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, flags, { env });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout }: { code?: unknown; stdout?: unknown } = Object(error);
    return { code: Number(code), output: String(stdout) };
  }
}
