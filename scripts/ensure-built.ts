import process from 'node:process';
import { buildReference, isReferenceCurrent } from './reference-build.ts';
import { packageFile, ROOT } from './run.ts';
import { buildServer, isServerCurrent } from './server-build.ts';
import { buildWeb, isWebCurrent, WEB_APPS } from './web-build.ts';

/** Builds what is outdated, or everything; the exit code is that of the first build that fails or is interrupted. */
async function ensureBuilt(isForced: boolean): Promise<number> {
  const outdated: (typeof WEB_APPS)[number][] = [];
  for (const app of WEB_APPS) if (isForced || !(await isWebCurrent(ROOT, app))) outdated.push(app);
  const needsServer = isForced || !(await isServerCurrent(ROOT));
  const needsReference = isForced || !(await isReferenceCurrent(ROOT));
  if ((outdated.length > 0 || needsServer || needsReference) && !hasBuilder()) {
    console.error(
      'Latchkey is not built from the current sources, and "npm ci --omit=dev" leaves out the packages of the build: run "npm ci" and "npm run build".',
    );
    return 2;
  }
  if (needsReference) await buildReference();
  for (const app of outdated) {
    const code = await buildWeb(app);
    if (code !== 0) return code;
  }
  return needsServer ? buildServer() : 0;
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
