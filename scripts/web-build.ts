import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { copyFile, glob, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { removeOldEntries } from '../server/build-folders.ts';
import { markOf } from '../server/src/cli/program-file.js';
import { packageFile, ROOT, runNode, stopwatch } from './run.ts';

/** The web apps, each with a build of its own. */
export const WEB_APPS = ['web', 'dashboard'] as const;
type WebApp = (typeof WEB_APPS)[number];

/** The input of a complete build. */
const LIST = '.complete';
/** The names of a build's own assets, one per line. */
export const ASSETS = '.assets';
/** Incomplete builds, and those that another one replaces. */
const WORKSHOP = '.vite';

function sourcesOf(app: WebApp): string[] {
  return [`${app}/{src,public}/**`, `${app}/*`, 'ui/src/**', 'sdk/src/**', 'package-lock.json'];
}

/**
 * Whether the `dist` of a web app below `root` is complete and was built from the current sources. A packaged server
 * with the built app and without its sources counts as current.
 */
export async function isWebCurrent(root: string, app: WebApp = 'web'): Promise<boolean> {
  if (!existsSync(path.join(root, app, 'src'))) return true;
  const built = await readFile(path.join(root, app, 'dist', LIST), 'utf8').catch(() => undefined);
  return built === (await listSources(root, app));
}

/**
 * Builds a web app, reports it in one line, and resolves with the exit code of Vite. Until it is complete, the previous
 * build stays.
 */
export async function buildWeb(app: WebApp = 'web'): Promise<number> {
  const took = stopwatch();
  // Before a file is read: a later change gives it another mark.
  const sources = await listSources(ROOT, app);
  const folder = path.join(ROOT, app, WORKSHOP, `build-${process.pid}`);
  const vite = packageFile(app, 'vite', 'bin/vite.js');
  const code = await runNode(
    [vite, 'build', app, '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'],
    {
      environment: { NODE_ENV: 'production' },
    },
  );
  if (code === 0) await publishWeb(ROOT, folder, sources, app);
  const name = app === 'web' ? 'web app' : app;
  console.log(code === 0 ? `Built the ${name} in ${took()}.` : `The ${name} could not be built.`);
  return code;
}

/** Each source with its size and time, in lines. */
export async function listSources(root: string, app: WebApp = 'web'): Promise<string> {
  const lines: string[] = [];
  for await (const entry of glob(sourcesOf(app), { cwd: root, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    // An editor's temporary file may already be deleted.
    if (existsSync(file)) lines.push(`${path.relative(root, file)}: ${markOf(file)}`);
  }
  return lines.toSorted().join('\n');
}

/**
 * Replaces the `dist` of a web app below `root` with the build in `folder`, which was made of `sources`. The assets of
 * the previous build stay, for a server that still runs with its HTML page, and for pages that are open in browsers.
 */
export async function publishWeb(
  root: string,
  folder: string,
  sources: string,
  app: WebApp = 'web',
): Promise<void> {
  const dist = path.join(root, app, 'dist');
  const workshop = path.join(root, app, WORKSHOP);
  const previous = path.join(workshop, `previous-${randomUUID()}`);
  await writeFile(path.join(folder, LIST), sources);
  await writeFile(path.join(folder, ASSETS), (await readdir(path.join(folder, 'assets'))).join('\n'));
  await copyAssets(dist, folder);
  await mkdir(workshop, { recursive: true });
  // Another build may do the same, and be faster: then that one is replaced.
  for (let isDone = false; !isDone;) {
    await unless(['ENOENT'], rename(dist, previous));
    isDone = await unless(['ENOTEMPTY', 'EEXIST'], rename(folder, dist));
    await rm(previous, { recursive: true, force: true });
  }
  removeOldEntries(workshop);
}

/** Copies the own assets of the build in `from` into the build in `to`, except for those of the same name. */
async function copyAssets(from: string, to: string): Promise<void> {
  const list = await readFile(path.join(from, ASSETS), 'utf8').catch(() => '');
  for (const name of list.split('\n').filter(Boolean)) {
    const copy = copyFile(
      path.join(from, 'assets', name),
      path.join(to, 'assets', name),
      constants.COPYFILE_EXCL,
    );
    // Another build may be replacing the previous one.
    await unless(['EEXIST', 'ENOENT'], copy);
  }
}

/** Whether it succeeded; false when it failed with one of these codes. */
async function unless(codes: readonly string[], work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code))) return false;
    throw error;
  }
}
