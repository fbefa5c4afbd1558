import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** A script of this folder in a separate process. */
export interface ScriptProcess {
  /** The next message of the process; rejects when it has ended, or ends without one. */
  message(): Promise<unknown>;
  send(message: object | number): void;
  /** Kills the process, unless it has ended, and waits until it is gone. */
  end(): Promise<void>;
}

/** Starts a script, and resolves on its first message; rejects when it ends before. */
export async function startScript(script: string, ...parameters: string[]): Promise<ScriptProcess> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(file, parameters, { execPath: process.execPath, stdio: 'inherit' });
  // After all messages of the process have been read.
  const closed = once(child, 'close');
  const ended = closed.then(([code, signal]: unknown[]): never => {
    throw new Error(`${script} ended with ${String(signal ?? code)}`);
  });
  // Somebody may be waiting for a message, or nobody.
  ended.catch(() => undefined);
  const message = async (): Promise<unknown> => {
    const next = once(child, 'message').then(([first]: unknown[]) => first);
    return Promise.race([next, ended]);
  };
  await message();
  return {
    message,
    // A failure to send shows as a missing message.
    send: (order) => void child.send(order, () => undefined),
    end: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
