import { on } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { importProgram } from '../src/cli/program-file.js';
import type { Command } from './commands.ts';
import { openResources } from './process-state.ts';
import { until } from './waiting.ts';

// Runs the commands of `runCommand`, one after the other, each with its own environment and arguments.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../src/cli/latchkey.js', import.meta.url));
const { runProgram } = await importProgram(ROOT);

/** The resources that a command may leave to the end of its process. */
const HANDLED = ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection'];

process.once('disconnect', () => process.exit());

for await (const [command] of on(process, 'message')) process.send?.(await run(command));

async function run({ environment, parameters }: Command): Promise<number> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.argv = [process.execPath, PROGRAM, ...parameters];
  const before = openResources();
  const handlers = HANDLED.map((event) => [event, process.listeners(event)] as const);
  const code = await runProgram(process.argv);
  // A separate process would run until everything is closed.
  await until('everything that the command has opened to be closed', () =>
    [...openResources()].every(([kind, count]) => count <= (before.get(kind) ?? 0)),
  );
  for (const [event, listeners] of handlers)
    for (const listener of process.listeners(event))
      if (!listeners.includes(listener)) process.off(event, listener);
  return code;
}
