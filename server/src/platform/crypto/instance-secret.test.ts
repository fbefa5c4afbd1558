import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readOrMakeSecret, SECRET_FILE } from './instance-secret.ts';

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-secret-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('makes a secret that only its owner can read, and keeps it', () =>
  withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const secret = await readOrMakeSecret(dataDir);
    assert.match(secret, /^[\w-]{43}$/);
    assert.equal((await stat(join(dataDir, SECRET_FILE))).mode & 0o777, 0o600);
    assert.equal(await readOrMakeSecret(dataDir), secret);
    assert.deepEqual(await readdir(dataDir), [SECRET_FILE]);
  }));

test('gives one secret to all concurrent callers', () =>
  withFolder(async (folder) => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => readOrMakeSecret(folder)));
    assert.equal(new Set(secrets).size, 1);
    assert.deepEqual(await readdir(folder), [SECRET_FILE]);
  }));

test('refuses a file that was cut off instead of making another secret', () =>
  withFolder(async (folder) => {
    await writeFile(join(folder, SECRET_FILE), 'short\n');
    await assert.rejects(readOrMakeSecret(folder), /does not hold an instance secret/);
  }));
