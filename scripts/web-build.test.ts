import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { isWebCurrent, listSources, publishWeb } from './web-build.ts';

const SOURCES = ['ui/src/button.tsx', 'web/index.html', 'sdk/src/client.ts', 'package-lock.json'];

test('a build of the current sources is up to date', async (t) => {
  assert.equal(await isWebCurrent(await checkout(t)), true);
});

const CHANGES: Record<string, (file: string) => Promise<void>> = {
  'has another content': (file) => writeFile(file, 'something else'),
  'was written later': (file) => utimes(file, 4_000_000_000, 4_000_000_000),
  'is that of an older version': (file) => utimes(file, 1_000, 1_000),
  'is gone': (file) => rm(file),
};

for (const [change, make] of Object.entries(CHANGES)) {
  test(`a build is outdated when one of its sources ${change}`, async (t) => {
    for (const source of SOURCES) {
      const root = await checkout(t);
      await make(path.join(root, source));
      assert.equal(await isWebCurrent(root), false, source);
    }
  });
}

test('a new source makes the build outdated', async (t) => {
  const root = await checkout(t);
  await write(root, 'ui/src/new-button.tsx');
  assert.equal(await isWebCurrent(root), false);
});

test('a build that was never finished is not current', async (t) => {
  const root = await checkout(t);
  await rm(path.join(root, 'web/dist/.complete'));
  assert.equal(await isWebCurrent(root), false);
});

test('a change elsewhere, or of the build itself, rebuilds nothing', async (t) => {
  const root = await checkout(t);
  for (const file of ['server/src/main.ts', 'web/dist/assets/index.js']) await write(root, file);
  assert.equal(await isWebCurrent(root), true);
});

test('a server packaged without the sources of the web app has nothing to build', async (t) => {
  const root = await checkout(t);
  await rm(path.join(root, 'web/src'), { recursive: true });
  await rm(path.join(root, 'web/dist'), { recursive: true });
  assert.equal(await isWebCurrent(root), true);
});

test('the assets of the previous build stay, those of earlier ones do not, and shared ones are the new ones', async (t) => {
  const root = await checkout(t);
  for (const name of ['a', 'b', 'c']) {
    await write(root, `web/.vite/${name}/index.html`, name);
    await write(root, `web/.vite/${name}/assets/${name}.js`);
    await write(root, `web/.vite/${name}/assets/shared.js`, name);
    await publishWeb(root, path.join(root, 'web/.vite', name), await listSources(root));
  }
  const assets = path.join(root, 'web/dist/assets');
  assert.deepEqual((await readdir(assets)).toSorted(), ['b.js', 'c.js', 'shared.js']);
  assert.equal(await readFile(path.join(assets, 'shared.js'), 'utf8'), 'c');
});

test('of concurrent builds, one is complete, and nothing remains of the others', async (t) => {
  const root = await checkout(t);
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(
    names.map(async (name) => {
      await write(root, `web/.vite/${name}/index.html`, name);
      await write(root, `web/.vite/${name}/assets/${name}.js`);
      await publishWeb(root, path.join(root, 'web/.vite', name), await listSources(root));
    }),
  );
  const winner = await readFile(path.join(root, 'web/dist/index.html'), 'utf8');
  assert.ok(names.includes(winner));
  assert.ok((await readdir(path.join(root, 'web/dist/assets'))).includes(`${winner}.js`));
  assert.deepEqual(await readdir(path.join(root, 'web/.vite')), []);
  assert.equal(await isWebCurrent(root), true);
});

/** A small checkout with a build of its sources. */
async function checkout(t: TestContext): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'latchkey-web-'));
  t.after(() => rm(root, { recursive: true }));
  const build = ['web/.vite/first/index.html', 'web/.vite/first/assets/first.js'];
  for (const file of [...SOURCES, 'web/src/main.tsx', ...build]) await write(root, file);
  await publishWeb(root, path.join(root, 'web/.vite/first'), await listSources(root));
  return root;
}

async function write(root: string, file: string, content = ''): Promise<void> {
  const target = path.join(root, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
}
