import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALLED = fileURLToPath(new URL('../../deploy/latchkey', import.meta.url));
const SECRET = 'a "secret" of #tests, with $signs and a \\';

let folder: string;
let command: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-service-'));
  command = join(folder, 'latchkey');
  await symlink(INSTALLED, command);
});
after(() => rm(folder, { recursive: true, force: true }));

/** Writes the files of a service with this user, like the guide, and returns the path of the unit. */
async function serviceOf(user: string, name: string): Promise<string> {
  const unit = join(folder, `${name}.service`);
  const dataDir = join(folder, name);
  await writeFile(
    unit,
    `# A comment.
[Service]
User=${user}
Group=${user === 'nobody' ? 'nogroup' : user}
Environment=NODE_ENV=production LATCHKEY_DATA_DIR=/nowhere
Environment="LATCHKEY_DATA_DIR=${dataDir}" MALLOC_ARENA_MAX=2
EnvironmentFile=${join(folder, `${name}.env`)}
EnvironmentFile=-${join(folder, 'absent.env')}
UMask=0077
`,
  );
  const secret = SECRET.replaceAll(/["\\$]/g, String.raw`\$&`);
  const lines = ['# The settings.', `LATCHKEY_SECRET="${secret}"`, 'SMTP_URL= smtp://u:p%231$&x@localhost '];
  await writeFile(join(folder, `${name}.env`), `${lines.join('\n')}\n`, { mode: 0o600 });
  await mkdir(`${unit}.d`);
  await writeFile(
    join(`${unit}.d`, 'override.conf'),
    '[Service]\nEnvironment=LATCHKEY_PUBLIC_URL=https://a.example\n',
  );
  return unit;
}

function latchkey(unit: string, cwd: string, ...parameters: string[]) {
  // The caller's own settings do not count.
  const env = { PATH: process.env['PATH'], LATCHKEY_UNIT: unit, LATCHKEY_SECRET: 'short', DATABASE_URL: 'x' };
  return run(command, parameters, { cwd, env });
}

test('the installed command has the settings of the service and the files of its caller', async () => {
  const unit = await serviceOf(userInfo().username, 'own');
  const cwd = join(folder, 'callers');
  await mkdir(cwd, { mode: 0o700 });
  await latchkey(unit, cwd, 'migrate');
  const created = await latchkey(unit, cwd, 'account', 'create', 'acme', '--name', 'Acme');
  assert.match(created.stdout, /reached at https:\/\/a\.example,/);
  assert.match(created.stdout, /^Next: latchkey api-key create --account acme /m);
  const withSecret = { LATCHKEY_SECRET: SECRET, LATCHKEY_DATA_DIR: join(folder, 'own') };
  const program = fileURLToPath(new URL('../src/cli/latchkey.js', import.meta.url));
  const list = await run(process.execPath, [program, 'account', 'list'], { cwd, env: withSecret });
  assert.match(list.stdout, /^acme +Acme/m, 'the secret is read as systemd reads it');

  await writeFile(join(cwd, 'list.csv'), 'Email\nada@example.com\n', { mode: 0o600 });
  await writeFile(join(cwd, 'map.json'), '{"fields": {"email": "Email"}}', { mode: 0o600 });
  const source = ['import', '--from', 'csv', '--kind', 'customers', '--map', 'map.json'];
  await latchkey(unit, cwd, ...source, '--report', 'report.json', 'list.csv');
  assert.match(await readFile(join(cwd, 'report.json'), 'utf8'), /"created": 1/);
});

test('without the unit the command says what installs it', async () => {
  await assert.rejects(latchkey('/no/such.service', folder, 'account', 'list'), {
    code: 2,
    stderr: /^latchkey: \/no\/such\.service is missing: docs\/guide\/going-live\.md installs it\n$/,
  });
});

test('whoever is neither root nor the user of the service asks sudo, which gets no secrets and passes its outcome on', async () => {
  const unit = await serviceOf('root', 'asking');
  await chmod(folder, 0o711);
  const programs = join(folder, 'programs');
  await mkdir(programs);
  const sudo = '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 7\n';
  await writeFile(join(programs, 'sudo'), sudo, { mode: 0o755 });
  const env = {
    PATH: `${programs}:${process.env['PATH']}`,
    LATCHKEY_UNIT: unit,
    LATCHKEY_URL: 'https://a.example',
    LATCHKEY_SECRET: SECRET,
  };
  // As root, the test is somebody else meanwhile, who can read the files of the project wherever they are.
  const somebody = ['setpriv', '--reuid=nobody', '--clear-groups', '--inh-caps=+dac_override'];
  const caller = userInfo().uid === 0 ? [...somebody, '--ambient-caps=+dac_override'] : [];
  const parameters = [...caller, command, 'account', 'list'];
  await assert.rejects(run('env', parameters, { cwd: folder, env }), {
    code: 7,
    stdout:
      /^--preserve-env=LATCHKEY_UNIT,LATCHKEY_URL\n\/.+\/node\n\/.+\/deploy\/service-command\.mjs\naccount\nlist\n$/,
  });
});

// Only root can become the user of a service.
if (userInfo().uid === 0)
  test('root becomes the user of the service, who can use the files of root for the command', async () => {
    const unit = await serviceOf('nobody', 'other');
    const cwd = join(folder, 'roots');
    await mkdir(cwd, { mode: 0o700 });
    await chmod(folder, 0o711);
    await mkdir(join(folder, 'other'), { mode: 0o700 });
    await run('chown', ['nobody', join(folder, 'other')]);
    await latchkey(unit, cwd, 'migrate');
    const { uid } = await stat(join(folder, 'other/latchkey.db'));
    assert.notEqual(uid, 0, 'the service could not write to a database of root');
    await latchkey(unit, cwd, 'account', 'create', 'acme', '--name', 'Acme');
    await latchkey(unit, cwd, 'export', '--account', 'acme', '--to', 'acme-export', '--without-keys');
    assert.ok((await stat(join(cwd, 'acme-export'))).isDirectory());
  });
