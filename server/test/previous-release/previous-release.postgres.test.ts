import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, glob, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { migrations } from '../../migrations/index.ts';
import type { SchemaStep } from '../../src/platform/database/database.ts';
import { openTestDatabase } from '../database.ts';
import { IS_LONG } from '../length.ts';
import { environmentOf } from '../server-process.ts';
import { absenceOf, extract, incompatibilities, latestRelease, ROOT } from './release.ts';

/** The files that the short form runs: an application, a buyer, a payment and a vendor. */
const SHORT = [
  'api/client/licenses.test.ts',
  'api/customer/orders.test.ts',
  'api/checkout/charged-order.test.ts',
  'api/core/licenses.test.ts',
];

/** Ends what hangs before the test itself is ended, which would not say where. */
const LONGEST_RUN_MS = IS_LONG ? 3_600_000 : 240_000;

const release = latestRelease();
const absence = absenceOf(release);

if (absence === undefined)
  test(`servers of ${release.version} start beside this schema and pass their API tests on it`, runBeside);
else
  test(`NOT TESTED: servers of ${release.version} beside this schema, because ${absence.reason}`, () =>
    assert.ok(!absence.isMistake, absence.reason));

async function runBeside(context: TestContext): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-release-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  extract(release, folder);
  const released: { migrations: readonly SchemaStep[] } = await import(
    pathToFileURL(join(folder, 'server/migrations/index.ts')).href
  );
  assert.deepEqual(incompatibilities(release, released.migrations), [], 'release.json is of another commit');
  await linkPackages(folder);

  const { location, close } = await openTestDatabase();
  context.after(close);
  await run(
    folder,
    ['server/src/cli/latchkey.js', 'migrate'],
    {
      DATABASE_URL: location,
      LATCHKEY_SECRET: 'a secret for tests only, of no value to anyone',
      LATCHKEY_DATA_DIR: join(folder, 'data'),
    },
    `Servers of ${release.version} do not start beside the schema of this code (${laterSteps()}).`,
  );

  await rm(join(folder, 'server/migrations'), { recursive: true });
  await cp(join(ROOT, 'server/migrations'), join(folder, 'server/migrations'), { recursive: true });
  const all = await Array.fromAsync(glob('server/src/api/**/*.test.ts', { cwd: folder }));
  const files = all.filter(
    (file) => !file.endsWith('.sqlite.test.ts') && (IS_LONG || SHORT.some((end) => file.endsWith(end))),
  );
  assert.ok(files.length >= SHORT.length, `${release.version} has other files: ${files.join()}`);
  const output = await run(
    folder,
    ['scripts/test.ts', '--engine', 'postgres', '--processes', '1', ...files],
    { TEST_DATABASE_URL: process.env['TEST_DATABASE_URL'] ?? '' },
    `Servers of ${release.version} fail on the schema of this code: one of its later steps (${laterSteps()}) changes what they need. Add in a step, and remove in one of a later release.`,
  );
  assert.match(output, new RegExp(`test files: ${files.length} on postgres`));
}

function laterSteps(): string {
  return migrations
    .map(({ name }) => name)
    .filter((name) => !Object.hasOwn(release.steps, name))
    .join(', ');
}

/** Only its code is tested: it runs with the packages of today, but leaves nothing in their cache. */
async function linkPackages(folder: string): Promise<void> {
  for (const path of ['node_modules', 'server/node_modules']) {
    const packages = await readdir(join(ROOT, path)).catch(() => []);
    await mkdir(join(folder, path));
    for (const name of packages.filter((entry) => entry !== '.cache'))
      await symlink(join(ROOT, path, name), join(folder, path, name));
  }
}

/** Runs a program of the release to its end, and rejects with `mistake` and its output if it fails. */
function run(
  folder: string,
  parameters: string[],
  environment: Record<string, string>,
  mistake: string,
): Promise<string> {
  const options = {
    cwd: folder,
    env: environmentOf(environment),
    maxBuffer: 2 ** 30,
    timeout: LONGEST_RUN_MS,
  };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, parameters, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${mistake}\n${(stderr + stdout).slice(-8_000)}`));
    });
  });
}
