import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from './run.ts';

const run = promisify(execFile);
const PROGRAM = [
  'package.json',
  'scripts/ensure-built.ts',
  'scripts/reference-build.ts',
  'scripts/run.ts',
  'scripts/server-build.ts',
  'scripts/web-build.ts',
  'server/build-folders.ts',
  'server/src/cli/program-file.js',
];

test('sources that are not built, without the packages of the build, are reported in one sentence', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'latchkey-unbuilt-'));
  try {
    for (const file of PROGRAM) await cp(path.join(ROOT, file), path.join(root, file));
    await mkdir(path.join(root, 'web/src'), { recursive: true });
    await writeFile(path.join(root, 'web/package.json'), '{}');
    await assert.rejects(run(process.execPath, [path.join(root, 'scripts/ensure-built.ts')]), {
      code: 2,
      stdout: '',
      stderr: /^Latchkey is not built from the current sources, .*run "npm ci" and "npm run build"\.\n$/,
    });
  } finally {
    await rm(root, { recursive: true });
  }
});
