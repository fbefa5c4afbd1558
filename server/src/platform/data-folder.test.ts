import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ConfigError } from './config.ts';
import { prepareDataFolder } from './data-folder.ts';

let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'latchkey-folder-'));
});
after(() => rm(root, { recursive: true }));

test('a data folder is made with what leads to it, for its owner alone, and one that is there is taken', async () => {
  const folder = join(root, 'srv/latchkey/data');
  await prepareDataFolder(folder);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  await prepareDataFolder(folder);
});

test('a data folder that cannot be made is refused with its name', async () => {
  await writeFile(join(root, 'file'), '', { mode: 0o755 });
  const impossible = [join(root, 'file'), join(root, 'file/data'), '/proc/latchkey', '/proc/latchkey/data'];
  for (const folder of impossible) {
    await assert.rejects(
      prepareDataFolder(folder),
      (error) => error instanceof ConfigError && error.message.includes(`the data folder ${folder} cannot`),
    );
  }
});
