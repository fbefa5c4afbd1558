import { existsSync } from 'node:fs';
import path from 'node:path';
import { programFile } from '../server/src/cli/program-file.js';
import { packageFile, runNode, stopwatch } from './run.ts';

/**
 * Whether the program below `root` was built from its current sources. One that is packaged without the sources of the
 * web app has no builder, either, and counts as current: the server then runs from its sources.
 */
export async function isServerCurrent(root: string): Promise<boolean> {
  if (!existsSync(path.join(root, 'web/src'))) return true;
  return programFile(root).endsWith('.js');
}

/** Builds `server/dist`, reports it in one line, and resolves with the exit code of Vite. */
export async function buildServer(): Promise<number> {
  const took = stopwatch();
  const vite = packageFile('web', 'vite', 'bin/vite.js');
  const code = await runNode([vite, 'build', 'server', '--configLoader', 'native', '--logLevel', 'warn'], {
    environment: { NODE_ENV: 'production' },
  });
  console.log(code === 0 ? `Built the server in ${took()}.` : 'The server could not be built.');
  return code;
}
