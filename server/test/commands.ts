import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Ended, environmentOf } from './server-process.ts';
import { within } from './waiting.ts';

/** The request to the host of commands. */
export interface Command {
  readonly environment: Readonly<Record<string, string>>;
  readonly parameters: readonly string[];
}

interface Host {
  run(command: Command): Promise<Ended>;
}

const HOST = new URL('command-host.ts', import.meta.url);

/** One for all commands of this process: loading the program takes longer than any of them. */
let host: Host | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of the program to its end, after the previous ones, in a process that stays for the next one. For
 * tests of the process itself, its signals or its end, use `runLatchkey`.
 */
export function runCommand(environment: Record<string, string>, ...parameters: string[]): Promise<Ended> {
  const ended = last.then(() => {
    host ??= startHost();
    return host.run({ environment: environmentOf(environment), parameters });
  });
  last = ended.catch(() => {
    host = undefined;
  });
  return ended;
}

function startHost(): Host {
  // Without the variable that would make the test runner treat the child as one of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const [stdout, stderr] = [openOutput(), openOutput()];
  const stdio = ['ignore', stdout.descriptor, stderr.descriptor, 'ipc'] as const;
  const child = fork(HOST, [], { env, execArgv: [], stdio: [...stdio] });
  const isOver = once(child, 'close').then((): never => {
    throw new Error(`the host of commands ended:\n${stderr.read()}`);
  });
  isOver.catch(() => undefined);
  return {
    run: async (command) => {
      for (const handle of [child, child.channel]) handle?.ref();
      try {
        const answer = once(child, 'message');
        child.send(command);
        const name = `latchkey ${command.parameters.join(' ')}`;
        const [code] = await within(`${name} to end`, Promise.race([answer, isOver]));
        return { code: Number(code), signal: null, stdout: stdout.read(), stderr: stderr.read() };
      } catch (error) {
        child.kill('SIGKILL');
        throw error;
      } finally {
        for (const handle of [child, child.channel]) handle?.unref();
      }
    },
  };
}

/** A file without a name, which one process writes and another one reads: written text is available immediately. */
function openOutput(): { readonly descriptor: number; read(): string } {
  const path = join(tmpdir(), `latchkey-output-${randomUUID()}`);
  const descriptor = openSync(path, 'wx+', 0o600);
  rmSync(path);
  let position = 0;
  return {
    descriptor,
    read: () => {
      const bytes = Buffer.alloc(fstatSync(descriptor).size - position);
      position += readSync(descriptor, bytes, 0, bytes.length, position);
      return bytes.toString();
    },
  };
}
