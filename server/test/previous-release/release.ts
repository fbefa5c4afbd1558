import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SchemaStep } from '../../src/platform/database/database.ts';
import { environmentOf } from '../server-process.ts';

/** The latest release, whose servers work beside those of this code. `npm run record-release` writes it. */
export interface Release {
  readonly version: string;
  /** What was released; `HEAD` until the first release is recorded. */
  readonly commit: string;
  /** The hash of each step of its schema, in order. */
  readonly steps: Readonly<Record<string, string>>;
}

export const ROOT = join(import.meta.dirname, '../../..');
export const RELEASE_FILE = join(import.meta.dirname, 'release.json');

export function latestRelease(): Release {
  const release: Release = JSON.parse(readFileSync(RELEASE_FILE, 'utf8'));
  return release;
}

/** The hash of each step, of all that it does to a database. */
export function hashesOf(steps: readonly SchemaStep[]): [name: string, hash: string][] {
  return steps.map(({ name, statements, worksWith = null, indexes = [] }) => [
    name,
    createHash('sha256')
      .update(JSON.stringify([name, statements, worksWith, indexes]))
      .digest('hex'),
  ]);
}

/** What is wrong with `steps` if servers of `release` run beside them; one sentence for each step. */
export function incompatibilities(release: Release, steps: readonly SchemaStep[]): string[] {
  const released = Object.entries(release.steps);
  const hashes = hashesOf(steps);
  const changes = released
    .filter(([name, hash], index) => hashes[index]?.[0] !== name || hashes[index]?.[1] !== hash)
    .map(
      ([name]) => `${name} is not what ${release.version} has: restore it, and add a step for what is new`,
    );
  const strict = steps
    .slice(released.length)
    .filter(({ worksWith }) => released.length > 0 && !Object.hasOwn(release.steps, worksWith ?? ''))
    .map(({ name }) => `${name} names no step of ${release.version} as worksWith`);
  return [...changes, ...strict];
}

/** Why the sources of a release are not available. */
export interface Absence {
  readonly reason: string;
  /** The whole history is there, so the release should be, too. */
  readonly isMistake: boolean;
}

/** `undefined` if the history below `root` has the release. */
export function absenceOf({ version, commit }: Release, root = ROOT): Absence | undefined {
  const git = (...parameters: string[]) =>
    spawnSync('git', [...gitAt(root), ...parameters], { env: ENVIRONMENT, encoding: 'utf8' });
  // A source archive may lie in a folder that another repository contains.
  const depth = existsSync(join(root, '.git')) ? git('rev-parse', '--is-shallow-repository') : undefined;
  if (depth?.status !== 0)
    return { reason: `there is no git history to take ${version} from`, isMistake: false };
  if (depth.stdout.trim() === 'true') {
    if (git('cat-file', '-e', `${commit}^{commit}`).status === 0) return undefined;
    const reason = `the git history is shallow and lacks ${version} (${commit}): "git fetch --unshallow" gets it`;
    return { reason, isMistake: false };
  }
  // A commit that was rebased may still be there, but not in the next clone.
  if (git('merge-base', '--is-ancestor', commit, 'HEAD').status === 0) return undefined;
  return {
    reason: `${commit}, recorded as ${version}, is no ancestor of this code: record the release again from the commit that was merged`,
    isMistake: true,
  };
}

/** Without the variables that git sets for its hooks, which may run the tests. */
const ENVIRONMENT = environmentOf({});

/** Writes the sources of a release into a folder that exists. */
export function extract({ commit }: Release, folder: string, root = ROOT): void {
  const archive = execFileSync('git', [...gitAt(root), 'archive', '--format=tar', commit], {
    env: ENVIRONMENT,
    maxBuffer: 2 ** 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

/** In a container, the folder often belongs to another user, which git refuses otherwise. */
function gitAt(root: string): string[] {
  return ['-c', 'safe.directory=*', '-C', root];
}
