import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { parse } from 'yaml';
import { ROOT } from '../../scripts/run.ts';
import { readContainerFile, type Stage } from './container-file.ts';

interface Service {
  readonly image?: string;
  readonly profiles?: readonly string[];
  readonly user?: string;
  readonly env_file?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

let services: Readonly<Record<'latchkey' | 'database' | 'backup', Service>>;
let image: Stage;
before(async () => {
  ({ services } = parse(await readFile(join(ROOT, 'deploy/compose.yaml'), 'utf8')));
  image = (await readContainerFile(join(ROOT, 'deploy/Dockerfile'))).at(-1) ?? assert.fail('no stage');
});

const textOf = (keyword: string): string => image.steps.find((step) => step.keyword === keyword)?.text ?? '';

/** The volumes of a service, by their place in it. */
const volumesOf = ({ volumes }: Service) =>
  new Map(volumes.map((volume) => volume.split(/:(?=\/)/)).map(([from, place = '']) => [place, from]));

test('the backup in containers reads what the server writes, as the same user', () => {
  const { latchkey, backup } = services;
  const folder = textOf('VOLUME');
  assert.equal(backup.user, textOf('USER'));
  assert.equal(backup.environment['LATCHKEY_DATA_DIR'], folder);
  assert.equal(volumesOf(backup).get(folder), volumesOf(latchkey).get(folder));
  assert.equal(backup.environment['DATABASE_URL'], latchkey.environment['DATABASE_URL']);
});

test('the backup in containers runs the program of every other backup, with the pg_dump of the database', async () => {
  const { database, backup } = services;
  assert.equal(backup.image, database.image);
  const [shell, program = '', to = ''] = backup.command ?? [];
  assert.equal(shell, 'sh');
  const source = volumesOf(backup).get(`${program}:ro`) ?? assert.fail(`nothing is mounted at ${program}`);
  assert.ok((await stat(join(ROOT, 'deploy', source))).isFile());
  assert.match(await readFile(join(ROOT, 'deploy', source), 'utf8'), /^#!\/bin\/sh\n/);
  assert.equal(volumesOf(backup).get(to), '${BACKUP_FOLDER:-/var/lib/latchkey-backup}');
  assert.deepEqual(backup.profiles, ['backup'], 'it does not run with the others');
});

test('containers get every setting of the file beside them, write only where they must, and are reached only from this machine', () => {
  const { latchkey, backup } = services;
  assert.equal(latchkey.env_file, '.env');
  for (const service of [latchkey, backup]) {
    assert.equal(service.read_only, true);
    assert.deepEqual(service.cap_drop, ['ALL']);
  }
  for (const port of latchkey.ports ?? []) assert.match(port, /^127\.0\.0\.1:/);
});
