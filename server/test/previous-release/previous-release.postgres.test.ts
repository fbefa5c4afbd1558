import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, glob, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { SchemaStep } from '../../src/platform/database/database.ts';
import { openTestDatabase } from '../database.ts';
import { IS_LONG } from '../length.ts';
import { environmentOf } from '../server-process.ts';
import { absenceOf, extract, incompatibilities, latestRelease, ROOT } from './release.ts';

/** The files of the release that the short form runs: an application, a buyer, a vendor and another system. */
const SHORT = [
  'api/client/licenses.test.ts',
  'api/customer/activations.test.ts',
  'api/customer/identity.test.ts',
  'api/customer/orders.test.ts',
  'api/core/refunds.test.ts',
  'api/events/webhooks.test.ts',
];

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
  // Only its code is tested: it runs with the dependencies of today.
  for (const path of ['node_modules', 'server/node_modules'])
    await symlink(join(ROOT, path), join(folder, path));

  const { location, close } = await openTestDatabase();
  context.after(close);
  await run(folder, ['server/src/cli/latchkey.js', 'migrate'], {
    DATABASE_URL: location,
    LATCHKEY_SECRET: 'a secret for tests only, of no value to anyone',
    LATCHKEY_DATA_DIR: join(folder, 'data'),
  });

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
    {
      TEST_DATABASE_URL: process.env['TEST_DATABASE_URL'] ?? '',
    },
  );
  assert.match(output, new RegExp(`test files: ${files.length} on postgres`));
}

/** Runs a program of the release to its end, and rejects with its output if it fails. */
function run(folder: string, parameters: string[], environment: Record<string, string>): Promise<string> {
  const options = { cwd: folder, env: environmentOf(environment), maxBuffer: 2 ** 30 };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, parameters, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${parameters[0]} of ${release.version}:\n${(stderr + stdout).slice(-8_000)}`));
    });
  });
}
