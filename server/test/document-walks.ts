import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { type ServerProcess, startLatchkey } from './server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const SHOWN_BASE_URL = 'http://localhost:4242';
const END_OF_STEP = '--- end of step ---';

/** A block of commands, and the block of output below it. */
interface Step {
  readonly commands: string;
  readonly output: string;
}

/** A demo shop in which the steps of documents are taken. */
export interface DocumentShop {
  readonly folder: string;
  readonly server: ServerProcess;
  close(): Promise<void>;
}

/** Most steps start processes: the documents are divided among files with a shop each, which run in parallel. */
export async function openDocumentShop(): Promise<DocumentShop> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-documents-'));
  const server = await startLatchkey({ LATCHKEY_DATA_DIR: join(folder, 'data') });
  return {
    folder,
    server,
    async close() {
      server.signal('SIGTERM');
      assert.equal((await server.ended).code, 0);
      await rm(folder, { recursive: true });
    },
  };
}

/** Asserts that a document has at least so many steps, and that each works and prints what is shown. */
export async function checkSteps(
  { folder, server }: DocumentShop,
  document: string,
  stepCount: number,
): Promise<void> {
  const steps = stepsOf(await readFile(join(ROOT, document), 'utf8'));
  assert(steps.length >= stepCount, `${document} has ${steps.length} steps`);
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
}

/** The `bash` blocks, each with the `text` block below it; without one the expected output is empty. */
function stepsOf(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(/^```bash\n([^]*?)^```\n+(?:^```text\n([^]*?)^```)?/gm)];
  return blocks.map(([, commands = '', output = '']) => ({ commands, output }));
}

/** Runs the steps one after the other in one shell and returns the output of each; a step that fails ends the run. */
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

/** Matches the documented output: `…` stands for anything within a line, the documented address for the current one. */
function patternOf(output: string, baseUrl: string): RegExp {
  const expected = output.replaceAll(SHOWN_BASE_URL, baseUrl);
  const literal = expected.split('…').map((part) => RegExp.escape(part));
  return new RegExp(`^${literal.join('.+')}$`);
}
