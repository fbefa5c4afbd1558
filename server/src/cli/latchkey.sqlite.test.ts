import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runCommand } from '../../test/commands.ts';

const run = promisify(execFile);

const PROGRAM = fileURLToPath(new URL('latchkey.js', import.meta.url));
const TOO_OLD = /^Latchkey needs Node 26 or newer, and this is Node \d+\.\d+\.\d+: run it with npm, .+\.\n$/;
/** Makes Node report an older version. */
const DISGUISE = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.1.0"})';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-program-'));
});
after(() => rm(dataDir, { recursive: true, force: true }));

test('on an older Node one sentence says what to do', async () => {
  const commands = [[process.execPath, '--import', DISGUISE], ...(await olderNodes()).map((node) => [node])];
  for (const [node = '', ...flags] of commands) {
    await assert.rejects(run(node, [...flags, PROGRAM, '--version']), {
      code: 2,
      stdout: '',
      stderr: TOO_OLD,
    });
  }
});

test('the next command printed for a new account works where this one did, with npm or without', async () => {
  const environment = { LATCHKEY_DATA_DIR: dataDir };
  await runCommand(environment, 'migrate');
  const { stdout } = await runCommand(environment, 'account', 'create', 'acme', '--name', 'Acme');
  const next = nextOf(stdout);
  assert.doesNotMatch(next, /npm/);
  const result = await run('sh', ['-c', next], { env: environment });
  assert.match(result.stdout, /lk_/);

  const inNpm = { ...environment, npm_lifecycle_event: 'latchkey' };
  const other = await runCommand(inNpm, 'account', 'create', 'beta', '--name', 'Beta');
  assert.match(nextOf(other.stdout), /^npm run latchkey -- api-key create --account beta /);
});

function nextOf(stdout: string): string {
  return /^Next: (.+)$/m.exec(stdout)?.[1] ?? assert.fail(stdout);
}

/** Other programs called `node` on the path that are too old for Latchkey. */
async function olderNodes(): Promise<string[]> {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const versions = await Promise.all(
    places.map(async (node) => ({
      node,
      version: await run(node, ['--version']).then(
        ({ stdout }) => stdout,
        () => undefined,
      ),
    })),
  );
  return versions.flatMap(({ node, version }) =>
    version !== undefined && Number.parseInt(version.slice(1), 10) < 26 ? [node] : [],
  );
}
