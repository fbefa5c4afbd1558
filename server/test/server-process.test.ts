import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { environmentOf } from './server-process.ts';
import { until, within } from './waiting.ts';

const OWNER = `
  import { startLatchkey } from ${JSON.stringify(new URL('server-process.ts', import.meta.url).href)};
  const { baseUrl } = await startLatchkey({ LATCHKEY_DATA_DIR: process.env.FOLDER }, '--no-demo');
  console.log(baseUrl);
`;

test('a server ends with the process that started it, even when that is killed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-owner-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', OWNER], {
    env: environmentOf({ FOLDER: folder }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => owner.kill('SIGKILL'));
  const [baseUrl] = await within('the address of the server', once(createInterface(owner.stdout), 'line'));
  assert.equal((await fetch(`${baseUrl}/healthz`)).status, 200);
  owner.kill('SIGKILL');
  await until('the server to end', () =>
    fetch(`${baseUrl}/healthz`).then(
      () => false,
      () => true,
    ),
  );
});
