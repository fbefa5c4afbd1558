import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/**
 * Starts a script of the bench in a separate process, sends it `task`, and returns its first message, which must have
 * the form of `answer`. Binary data is transferred unchanged. The process has the variables of this one and
 * `environment`.
 */
export async function askProcess<Answer extends TSchema>(
  script: URL,
  task: unknown,
  answer: Answer,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly answer: Static<Answer>; readonly child: ChildProcess }> {
  const child = fork(script, {
    serialization: 'advanced',
    execArgv: [],
    env: { ...process.env, ...environment },
  });
  child.send({ task });
  const ended = new AbortController();
  const onExit = (code: number | null): void =>
    ended.abort(new Error(`${script.pathname} ended with ${code}`));
  child.once('exit', onExit);
  try {
    const message: unknown[] = await once(child, 'message', { signal: ended.signal });
    return { answer: Value.Parse(answer, message[0]), child };
  } finally {
    child.off('exit', onExit);
  }
}

/** Lets a process end by itself after SIGTERM, and ends it after ten seconds; returns its exit code. */
export async function endChild(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const cut = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(cut);
  return child.exitCode;
}

/** In a script of `askProcess`: its task. */
export async function readTask<Task extends TSchema>(schema: Task): Promise<Static<Task>> {
  const message: unknown[] = await once(process, 'message');
  return Value.Parse(schema, Value.Parse(Message, message[0]).task);
}

const Message = Type.Object({ task: Type.Unknown() });

/** In a script of `askProcess`: its reply. */
export function answerWith(message: unknown): void {
  process.send?.(message);
}
