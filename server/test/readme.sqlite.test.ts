import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { startLatchkey } from './server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const BASE_URL_OF_README = 'http://localhost:4242';
const END_OF_STEP = '--- end of step ---';

/** A block of commands, and the block of output below it. */
interface Step {
  readonly commands: string;
  readonly output: string;
}

test('every step of the walk in README.md works on a fresh server and prints what is shown', async (context) => {
  const steps = stepsOf(await readFile(join(ROOT, 'README.md'), 'utf8'));
  assert(steps.length >= 9, `the walk has ${steps.length} steps`);
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-readme-'));
  context.after(() => rm(folder, { recursive: true }));
  const server = await startLatchkey({ LATCHKEY_DATA_DIR: join(folder, 'data') });
  context.after(async () => {
    server.signal('SIGTERM');
    assert.equal((await server.ended).code, 0);
  });

  const printed = await runInBash(
    steps.map(({ commands }) => commands),
    folder,
  );
  for (const [index, { commands, output }] of steps.entries()) {
    assert.match(
      printed[index] ?? '',
      patternOf(output, server.baseUrl),
      `prints something else:\n${commands}`,
    );
  }
});

test('README.md names every variable of the environment that the server reads, and no other', async () => {
  const [readme, config] = await Promise.all([
    readFile(join(ROOT, 'README.md'), 'utf8'),
    readFile(join(ROOT, 'server/src/platform/config.ts'), 'utf8'),
  ]);
  const read = [...config.matchAll(/read\.\w+\('([A-Z_]+)'|env\['([A-Z_]+)'\]/g)].map(
    ([, value, raw]) => value ?? raw ?? '',
  );
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
  assert(read.length > 10, 'the configuration is read in another way than this test knows');
  assert.deepEqual(rows.toSorted(), [...new Set(read)].toSorted());
});

/** The `bash` blocks, each with the `text` block that has to follow it. */
function stepsOf(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(/^```bash\n([^]*?)^```\n+(?:^```text\n([^]*?)^```)?/gm)];
  return blocks.map(([, commands = '', output]) => {
    assert(output !== undefined, `no output is shown of:\n${commands}`);
    return { commands, output };
  });
}

/** Runs the steps one after the other in one shell and returns what each printed; a step that fails ends the walk. */
async function runInBash(steps: readonly string[], cwd: string): Promise<string[]> {
  const script = steps.map((commands) => `${commands}\necho '${END_OF_STEP}'`).join('\n');
  const { PATH = '' } = process.env;
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, code] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    new Promise((resolve, reject) => {
      shell.once('error', reject).once('close', resolve);
    }),
  ]);
  assert.equal(code, 0, stdout + stderr);
  assert.equal(stderr, '');
  return stdout.split(`${END_OF_STEP}\n`);
}

/** Matches the output as it is shown: `…` stands for anything within a line, the usual address for the one now. */
function patternOf(output: string, baseUrl: string): RegExp {
  const shown = output.replaceAll(BASE_URL_OF_README, baseUrl);
  const literal = shown.split('…').map((part) => RegExp.escape(part));
  return new RegExp(`^${literal.join('.+')}$`);
}
