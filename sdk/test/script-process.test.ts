import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { startScript } from './script-process.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-script-'));
});
after(() => rm(folder, { recursive: true }));

it('a caller who waits for a message of a process that ends, or has ended, learns of its end', async () => {
  const script = await startScript('storage-writer.ts', path.join(folder, 'license'));
  const waiting = assert.rejects(script.message(), /storage-writer\.ts ended with SIGKILL/);
  await script.end();
  await waiting;
  script.send(1);
  await assert.rejects(script.message(), /ended with SIGKILL/);
});

it('a process that ends before its first message is not waited for', async () => {
  await assert.rejects(startScript('device-world.ts'), /device-world\.ts ended with 0/);
});
