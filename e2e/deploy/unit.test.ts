import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/run.ts';

const run = promisify(execFile);
/**
 * The maximum exposure that `systemd-analyze security` may report: 0 is a process that may do nothing, 100 one that may
 * do everything.
 */
const MOST_EXPOSURE = '20';

let folder: string;
let unit: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-unit-'));
  unit = await readFile(join(ROOT, 'deploy/latchkey.service'), 'utf8');
});
after(() => rm(folder, { recursive: true }));

/** The unit with the program of this checkout. */
async function installedUnit(): Promise<string> {
  const file = join(folder, 'latchkey.service');
  await writeFile(file, unit.replaceAll('/opt/latchkey', ROOT.replace(/\/$/, '')));
  return file;
}

test('systemd finds no mistake in the unit', async () => {
  const { stderr } = await run('systemd-analyze', ['verify', await installedUnit()]);
  assert.equal(
    stderr
      .split('\n')
      .filter((line) => line.includes('latchkey.service'))
      .join('\n'),
    '',
  );
});

test('systemd finds no mistake in the backup and its timer', async () => {
  const names = ['latchkey-backup.service', 'latchkey-backup.timer'];
  const files = names.map((name) => join(folder, name));
  for (const [index, name] of names.entries()) {
    const text = await readFile(join(ROOT, 'deploy', name), 'utf8');
    await writeFile(files[index] ?? '', text.replaceAll('/opt/latchkey', ROOT.replace(/\/$/, '')));
  }
  const { stderr } = await run('systemd-analyze', ['verify', ...files]);
  assert.deepEqual(
    stderr.split('\n').filter((line) => line.includes('latchkey-backup')),
    [],
  );
});

test('the unit lets the service do little beside its work', async () => {
  const { stdout } = await run('systemd-analyze', [
    'security',
    '--offline=true',
    `--threshold=${MOST_EXPOSURE}`,
    '--no-pager',
    await installedUnit(),
  ]);
  assert.match(stdout, /Overall exposure level/);
});

test('the unit and the container start the server as npm start does', async () => {
  const manifest: { scripts: { start: string } } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  );
  const [variables = '', start = ''] = manifest.scripts.start.split(' exec ');
  assert.match(start, /^node .*serve$/);
  assert.ok(unit.includes(`\nEnvironment=${variables}\n`), variables);
  assert.ok(unit.includes(`\nExecStart=/opt/latchkey/node_modules/.bin/${start}\n`), start);
  const dockerfile = await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8');
  const command = /^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '';
  assert.deepEqual(JSON.parse(command), start.split(' '));
  for (const variable of variables.split(' ')) assert.ok(dockerfile.includes(` ${variable} `), variable);
});

test('a service is given longer to stop than the server takes', () => {
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  assert.ok(seconds > 25 + 5, 'LATCHKEY_STOP_TIMEOUT_SECONDS is 25');
});
