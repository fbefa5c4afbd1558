import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loads the program below `root`.
 *
 * @param {string} root
 * @returns {Promise<typeof import('./program.ts')>}
 */
export async function importProgram(root) {
  const file = programFile(root);
  /** @type {unknown} */
  const program = await import(pathToFileURL(file).href);
  if (!isProgram(program)) throw new Error(`${file} is not the program: run "npm run build"`);
  return program;
}

/**
 * @param {unknown} module
 * @returns {module is typeof import('./program.ts')}
 */
function isProgram(module) {
  return typeof module === 'object' && module !== null && 'runProgram' in module;
}

/**
 * The path of the program in a few files, as `npm run build` creates it, if it was built from the current files below
 * `root`; otherwise that of its sources. A start from 900 sources takes twice the CPU time (ADR 27).
 *
 * @param {string} root
 */
export function programFile(root) {
  return path.join(root, builtProgram(root) ?? 'server/src/cli/program.ts');
}

/**
 * The program of the last complete build. Every build has its own folder, which the list names.
 *
 * @param {string} root
 */
function builtProgram(root) {
  try {
    const lines = readFileSync(path.join(root, 'server/dist/sources'), 'utf8').split('\n');
    const packages = packageMarks(root);
    const isCurrent = lines.every((line) => {
      const [name = '', mark] = line.split(': ');
      return mark === (/(^|\/)node_modules\//.test(name) ? packages.get(name) : markOf(`${root}/${name}`));
    });
    const [program] = lines[0]?.split(': ') ?? [];
    return isCurrent && program?.startsWith('server/dist/') ? program : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The size of a file and the second of its last change: archivers may drop the milliseconds.
 *
 * @param {string} file
 */
export function markOf(file) {
  const { size, mtimeMs } = statSync(file);
  return `${size} ${Math.floor(mtimeMs / 1_000)}`;
}

/**
 * The integrity of each installed package by its folder below `root`, as npm records it on installation. The times of
 * its files are useless: they are those of the package. Empty if something else has installed them: the program then
 * runs from its sources.
 *
 * @param {string} root
 * @returns {ReadonlyMap<string, string>}
 */
export function packageMarks(root) {
  const file = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(file)) return new Map();
  /** @type {unknown} */
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  if (!isLock(lock)) return new Map();
  return new Map(
    Object.entries(lock.packages).map(([folder, { version, integrity }]) => [
      folder,
      `${version} ${integrity}`,
    ]),
  );
}

/**
 * @param {unknown} lock
 * @returns {lock is { readonly packages: Readonly<Record<string, { readonly version?: string, readonly integrity?: string }>> }}
 */
function isLock(lock) {
  return typeof lock === 'object' && lock !== null && 'packages' in lock;
}
