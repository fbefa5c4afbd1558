import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import manifest from '../package.json' with { type: 'json' };
import { migrations } from '../server/migrations/index.ts';
import { hashesOf, RELEASE_FILE, type Release } from '../server/test/previous-release/release.ts';
import { ROOT } from './run.ts';

// `npm run record-release`, at the commit of a release, makes it the one that later changes have to work beside.
const git = (...parameters: string[]): string =>
  execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8' }).trim();
const changes = git('status', '--porcelain');
if (changes === '') {
  const release: Release = {
    version: manifest.version,
    commit: git('rev-parse', 'HEAD'),
    steps: Object.fromEntries(hashesOf(migrations)),
  };
  writeFileSync(RELEASE_FILE, `${JSON.stringify(release, undefined, 2)}\n`);
  console.log(
    `Recorded ${release.version} as ${release.commit}. Commit ${path.relative(ROOT, RELEASE_FILE)}.`,
  );
} else {
  console.error(`A release is a commit, but there are changes that are not committed:\n${changes}`);
  process.exitCode = 1;
}
