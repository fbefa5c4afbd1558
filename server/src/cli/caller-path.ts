import path from 'node:path';
import process from 'node:process';

/** The absolute form of a path that a person gives to a command: see `pathOfCaller`. */
export function callerPath(text: string): string {
  return pathOfCaller(text, process.env);
}

/**
 * `npm run latchkey` runs in the folder of the program, so a relative path counts from the folder where npm was called;
 * without npm it counts from the working folder.
 */
export function pathOfCaller(
  text: string,
  { INIT_CWD: folder = '.', npm_lifecycle_event: script }: NodeJS.ProcessEnv,
): string {
  return path.resolve(script === 'latchkey' ? folder : '.', text);
}
