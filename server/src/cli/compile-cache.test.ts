import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const CACHE = new URL('compile-cache.js', import.meta.url).href;
const PROGRAM = new URL('../kernel/clock.ts', import.meta.url).href;

test('compiled code is in the first folder that can be written to', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-compiled-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const folders = ['/dev/null/cache', join(folder, 'second'), join(folder, 'third')];
  const script = `import { cacheCompiledCode } from '${CACHE}'; cacheCompiledCode(${JSON.stringify(folders)}); await import('${PROGRAM}');`;
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env });
  assert.deepEqual(await readdir(folder), ['second']);
  const [version = ''] = await readdir(join(folder, 'second'));
  assert.notDeepEqual(await readdir(join(folder, 'second', version)), []);
});
