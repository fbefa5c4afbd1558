import process from 'node:process';
import { packageFile, ROOT } from './run.ts';
import { buildServer, isServerCurrent } from './server-build.ts';
import { buildWeb, isWebCurrent } from './web-build.ts';

/** Builds what is outdated, or everything; the exit code is that of the first build that fails or is interrupted. */
async function ensureBuilt(isForced: boolean): Promise<number> {
  const [needsWeb, needsServer] = [
    isForced || !(await isWebCurrent(ROOT)),
    isForced || !(await isServerCurrent(ROOT)),
  ];
  if ((needsWeb || needsServer) && !hasBuilder()) {
    console.error(
      'Latchkey is not built from the current sources, and "npm ci --omit=dev" leaves out the packages of the build: run "npm ci" and "npm run build".',
    );
    return 2;
  }
  const web = needsWeb ? await buildWeb() : 0;
  return web === 0 && needsServer ? buildServer() : web;
}

function hasBuilder(): boolean {
  try {
    return packageFile('web', 'vite', 'bin/vite.js') !== '';
  } catch {
    return false;
  }
}

// Prints nothing when there is nothing to do: `npm start` shows only the server's output.
process.exitCode = await ensureBuilt(process.argv.includes('--force'));
