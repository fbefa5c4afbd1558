import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { migrations } from '../../migrations/index.ts';
import type { SchemaStep } from '../../src/platform/database/database.ts';
import { environmentOf } from '../server-process.ts';
import { absenceOf, extract, hashesOf, incompatibilities, latestRelease, type Release } from './release.ts';

test('the steps of the latest release are as they were, and later ones work beside its servers', () => {
  assert.deepEqual(incompatibilities(latestRelease(), migrations), []);
});

const FIRST: SchemaStep = { name: '0001-labels', statements: ['create table labels (id TEXT)'] };
const SECOND: SchemaStep = { name: '0002-notes', statements: ['create table notes (id TEXT)'] };
const RELEASE = releaseOf(FIRST, SECOND);

function releaseOf(...steps: SchemaStep[]): Release {
  return { version: '1.0.0', commit: 'HEAD', steps: Object.fromEntries(hashesOf(steps)) };
}

test('a step that was changed, removed or moved after its release is named', () => {
  const changed = (...steps: SchemaStep[]) =>
    incompatibilities(RELEASE, steps).map((text) => text.split(' ', 1)[0]);
  assert.deepEqual(changed(FIRST, SECOND), []);
  assert.deepEqual(changed({ ...FIRST, statements: ['create table labels (id TEXT) '] }, SECOND), [
    FIRST.name,
  ]);
  assert.deepEqual(changed(FIRST, { ...SECOND, indexes: ['create index a on notes (id)'] }), [SECOND.name]);
  assert.deepEqual(changed(FIRST, { ...SECOND, worksWith: FIRST.name }), [SECOND.name]);
  assert.deepEqual(changed(FIRST), [SECOND.name]);
  assert.deepEqual(changed(SECOND, FIRST), [FIRST.name, SECOND.name]);
});

test('a step after a release names one of its steps as worksWith; before the first release, none has to', () => {
  const third: SchemaStep = { name: '0003-colors', statements: ['alter table labels add column color TEXT'] };
  const later = (worksWith?: string) =>
    incompatibilities(RELEASE, [FIRST, SECOND, { ...third, ...(worksWith !== undefined && { worksWith }) }]);
  assert.deepEqual(later(SECOND.name), []);
  assert.deepEqual(later(FIRST.name), [], 'servers that are still older may run beside it, too');
  for (const worksWith of [undefined, third.name, 'toString'])
    assert.deepEqual(later(worksWith), ['0003-colors names no step of 1.0.0 as worksWith']);
  assert.deepEqual(incompatibilities(releaseOf(), [FIRST, third]), []);
});

test('sources without a history and a shallow clone say what is missing, and that is no mistake', async (context) => {
  const { folder, git, commit } = await openHistory(context);
  const release = { ...RELEASE, commit: commit('released') };
  commit('later');
  assert.deepEqual(absenceOf(release, folder), {
    reason: 'there is no git history to take 1.0.0 from',
    isMistake: false,
  });
  git('clone', '--quiet', '--depth', '1', `file://${folder}/origin`, 'shallow');
  const shallow = join(folder, 'shallow');
  const absence = absenceOf(release, shallow);
  assert.match(absence?.reason ?? '', /is shallow and lacks 1\.0\.0 .*"git fetch --unshallow"/);
  assert.equal(absence?.isMistake, false);
  git('-C', shallow, 'fetch', '--quiet', '--unshallow');
  assert.equal(absenceOf(release, shallow), undefined);
});

test('a recorded commit that is not in the whole history is a mistake, even if a rebase left it in this clone', async (context) => {
  const { folder, git, commit } = await openHistory(context);
  commit('first');
  const rebased = commit('released');
  const origin = join(folder, 'origin');
  assert.equal(absenceOf({ ...RELEASE, commit: rebased }, origin), undefined);
  git('-C', origin, 'reset', '--quiet', '--hard', 'HEAD~1');
  commit('released after a rebase');
  for (const missing of [rebased, 'a'.repeat(40)]) {
    const absence = absenceOf({ ...RELEASE, commit: missing }, origin);
    assert.match(absence?.reason ?? '', /recorded as 1\.0\.0, is no ancestor of this code/);
    assert.equal(absence?.isMistake, true);
  }
});

test('the sources of a release are those of its commit', async (context) => {
  const { folder, commit } = await openHistory(context);
  const release = { ...RELEASE, commit: commit('released') };
  commit('later');
  await mkdir(join(folder, 'sources'));
  extract(release, join(folder, 'sources'), join(folder, 'origin'));
  assert.equal(await readFile(join(folder, 'sources/file'), 'utf8'), 'released');
});

const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];

/** A repository `origin` in a folder of its own, and what commits a text to it and returns the commit. */
async function openHistory(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-history-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const git = (...parameters: string[]): string =>
    execFileSync('git', parameters, { cwd: folder, encoding: 'utf8', env: environmentOf({ HOME: folder }) });
  git('init', '--quiet', 'origin');
  const origin = join(folder, 'origin');
  const commit = (text: string): string => {
    writeFileSync(join(origin, 'file'), text);
    git('-C', origin, 'add', 'file');
    git('-C', origin, ...AUTHOR, 'commit', '--quiet', '--message', text);
    return git('-C', origin, 'rev-parse', 'HEAD').trim();
  };
  return { folder, git, commit };
}
