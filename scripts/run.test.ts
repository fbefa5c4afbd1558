import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { processesAtOnce, runNode } from './run.ts';

test('the exit code of a program is passed on', async () => {
  assert.equal(await runNode(['--eval', 'process.exitCode = 0']), 0);
  assert.equal(await runNode(['--eval', 'process.exitCode = 7']), 7);
});

test('a program that a signal ended has failed', async () => {
  assert.equal(await runNode(['--eval', `process.kill(process.pid, 'SIGKILL')`]), 1);
});

test('a program gets our environment and what is added to it', async () => {
  const expression = `process.exitCode = process.env.PATH && process.env.ADDED === 'yes' ? 0 : 1`;
  assert.equal(await runNode(['--eval', expression], { environment: { ADDED: 'yes' } }), 0);
});

test('an interruption is passed on, waits for the program and is reported', async () => {
  const program = `
    process.on('SIGINT', () => { console.log('stopped'); process.exit(0); });
    setInterval(() => {}, 60_000);
    console.log('running');`;
  const runner = `
    import { runNode } from ${JSON.stringify(new URL('run.ts', import.meta.url).href)};
    process.exitCode = await runNode(['--eval', ${JSON.stringify(program)}]);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', runner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    if (line === 'running') child.kill('SIGINT');
  });
  const [code] = await closed;
  assert.deepEqual(lines, ['running', 'stopped']);
  assert.equal(code, 130);
});

test('more processes run at once than there are CPUs, as long as there is memory for them', () => {
  assert.equal(processesAtOnce(1), availableParallelism() + 2);
  assert.equal(processesAtOnce(process.availableMemory() / 1.5), 1);
  assert.equal(processesAtOnce(Number.MAX_SAFE_INTEGER), 1);
});
