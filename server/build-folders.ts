import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { markOf } from './src/cli/program-file.js';

/** The program of the API reference, below the root: a part of the build that changes with its package only. */
export const REFERENCE_FOLDER = 'server/dist/reference';
/** A start reads a folder within seconds; a server that runs loads parts of the last two builds. */
const KEPT_MILLISECONDS = 60 * 60 * 1_000;

/**
 * Makes the program in `folder`, which is in `server/dist` below `root`, the one that the next start uses. `sources`
 * are the files and packages that it was built from, each with its mark. The previous build stays for the servers that
 * run it, and so do builds of the last hour, which may be incomplete; older ones are removed.
 */
export function publishBuild(root: string, folder: string, sources: ReadonlyMap<string, string>): void {
  const dist = path.dirname(folder);
  const list = path.join(dist, 'sources');
  const program = path.join(folder, 'program.js');
  const lines = [[path.relative(root, program), markOf(program)], ...sources];
  const survivors = new Set([list, folder, previousFolder(root, list), path.join(root, REFERENCE_FOLDER)]);
  const draft = `${folder}.sources`;
  writeFileSync(draft, lines.map((line) => line.join(': ')).join('\n'));
  // Atomically: a concurrent start reads the list of one build, and finds that build complete.
  renameSync(draft, list);
  removeOldEntries(dist, survivors);
}

/** Removes everything older than an hour from a folder of builds, except for these paths. */
export function removeOldEntries(
  folder: string,
  survivors: ReadonlySet<string | undefined> = new Set(),
): void {
  for (const name of readdirSync(folder)) {
    const entry = path.join(folder, name);
    if (!survivors.has(entry) && isOld(entry)) rmSync(entry, { recursive: true, force: true });
  }
}

function previousFolder(root: string, list: string): string | undefined {
  try {
    const [program = ''] = readFileSync(list, 'utf8').split(': ');
    return path.dirname(path.join(root, program));
  } catch {
    return undefined;
  }
}

/** A file that another build has removed meanwhile is not old. */
function isOld(entry: string): boolean {
  const changed = statSync(entry, { throwIfNoEntry: false });
  return changed !== undefined && Date.now() - changed.mtimeMs > KEPT_MILLISECONDS;
}
