import process from 'node:process';
import { ROOT } from './run.ts';
import { buildServer, isServerCurrent } from './server-build.ts';
import { buildWeb, isWebCurrent } from './web-build.ts';

/** Builds what is outdated, or everything; the exit code is that of the first build that fails or is interrupted. */
async function ensureBuilt(isForced: boolean): Promise<number> {
  const web = isForced || !(await isWebCurrent(ROOT)) ? await buildWeb() : 0;
  if (web !== 0) return web;
  return isForced || !(await isServerCurrent(ROOT)) ? buildServer() : 0;
}

// Prints nothing when there is nothing to do: `npm start` shows only the server's output.
process.exitCode = await ensureBuilt(process.argv.includes('--force'));
