import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const LOG = fileURLToPath(new URL('log.ts', import.meta.url));

/** The output of a process that logs one line, in a terminal of its own or into a pipe. */
async function logged({ inTerminal, isProduction }: { inTerminal: boolean; isProduction: boolean }) {
  const code = `
    const { openLog } = await import(process.env.LOG);
    (await openLog('info', 1, ${isProduction})).info({ orders: 2 }, 'all is well')`;
  const env = { ...process.env, LOG, CODE: code, NODE: process.execPath, NO_COLOR: '1' };
  const [program = '', ...parameters] = inTerminal
    ? ['script', '-qefc', 'exec "$NODE" -e "$CODE"', '/dev/null']
    : [process.execPath, '-e', code];
  const child = spawn(program, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return (await text(child.stdout)).trim();
}

test('a person in a terminal reads lines', async () => {
  const line = await logged({ inTerminal: true, isProduction: false });
  assert.match(line, /^\[\d\d:\d\d:\d\d\] INFO: all is well \{"orders":2\}$/);
});

test('programs read one JSON object per line, and in production everybody does', async () => {
  for (const way of [
    { inTerminal: false, isProduction: false },
    { inTerminal: true, isProduction: true },
  ]) {
    const { time, ...rest }: Record<string, unknown> = JSON.parse(await logged(way));
    assert.match(String(time), /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual(rest, { level: 30, orders: 2, msg: 'all is well' });
  }
});
