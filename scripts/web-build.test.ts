import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { isWebCurrent } from './web-build.ts';

const BUILT_AT = 2_000;

test('a build newer than everything it is made of is current', async (t) => {
  assert.equal(await isWebCurrent(await checkout(t, {})), true);
});

test('a change of any source makes the build outdated', async (t) => {
  for (const source of [
    'web/src/ui/button.tsx',
    'web/index.html',
    'sdk/src/client.ts',
    'package-lock.json',
  ]) {
    assert.equal(await isWebCurrent(await checkout(t, { [source]: BUILT_AT + 1 })), false, source);
  }
});

test('a build that was never finished is not current', async (t) => {
  const root = await checkout(t, { 'web/dist/index.html': BUILT_AT });
  await rm(path.join(root, 'web/dist/.complete'));
  assert.equal(await isWebCurrent(root), false);
});

test('a change elsewhere, or of the build itself, rebuilds nothing', async (t) => {
  const elsewhere = { 'server/src/main.ts': BUILT_AT + 1, 'web/dist/assets/index.js': BUILT_AT + 1 };
  assert.equal(await isWebCurrent(await checkout(t, elsewhere)), true);
});

test('a server packaged without the sources of the web app has nothing to build', async (t) => {
  const root = await checkout(t, {});
  await rm(path.join(root, 'web/src'), { recursive: true });
  await rm(path.join(root, 'web/dist'), { recursive: true });
  assert.equal(await isWebCurrent(root), true);
});

/** Creates a small checkout whose files changed at these seconds. */
async function checkout(t: TestContext, changes: Record<string, number>): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'latchkey-web-'));
  t.after(() => rm(root, { recursive: true }));
  const files = {
    'web/src/main.tsx': 1_000,
    'web/src/ui/button.tsx': 1_000,
    'web/index.html': 1_000,
    'package-lock.json': 1_000,
    'web/dist/.complete': BUILT_AT,
    ...changes,
  };
  for (const [file, seconds] of Object.entries(files)) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    await writeFile(path.join(root, file), '');
    await utimes(path.join(root, file), seconds, seconds);
  }
  return root;
}
