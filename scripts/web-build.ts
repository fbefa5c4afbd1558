import { existsSync } from 'node:fs';
import { glob, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFile, ROOT, runNode, stopwatch } from './run.ts';

/** Written when a build is complete, so that an interrupted one does not count as finished. */
const STAMP = 'web/dist/.complete';
const SOURCES = ['web/{src,public}/**', 'web/*', 'sdk/src/**', 'package-lock.json'];

/**
 * Whether `web/dist` below `root` is complete and newer than its sources. A packaged server with the built app and
 * without its sources counts as current.
 */
export async function isWebCurrent(root: string): Promise<boolean> {
  if (!existsSync(path.join(root, 'web/src'))) return true;
  const built = await changedAt(path.join(root, STAMP));
  if (built === undefined) return false;
  for await (const entry of glob(SOURCES, { cwd: root, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const changed = await changedAt(path.join(entry.parentPath, entry.name));
    if (changed !== undefined && changed > built) return false;
  }
  return true;
}

/** Builds `web/dist`, reports it in one line, and resolves with the exit code of Vite. */
export async function buildWeb(): Promise<number> {
  const took = stopwatch();
  const vite = packageFile('web', 'vite', 'bin/vite.js');
  const code = await runNode([vite, 'build', 'web', '--logLevel', 'warn'], {
    environment: { NODE_ENV: 'production' },
  });
  if (code === 0) await writeFile(path.join(ROOT, STAMP), '');
  console.log(code === 0 ? `Built the web app in ${took()}.` : 'The web app could not be built.');
  return code;
}

async function changedAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return undefined;
  }
}
