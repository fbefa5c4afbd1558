import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { readManifests, undeclaredImports, unpinnedDependencies } from './architecture/dependencies.ts';
import { parseSource, readModules } from './architecture/source.ts';

const ROOT = path.join(import.meta.dirname, '../..');

test('every package that the code imports is declared by its workspace', async () => {
  const [tree, manifests] = await Promise.all([readModules(ROOT), readManifests(ROOT)]);
  const imported = tree.flatMap(({ imports }) => imports.map(({ specifier }) => specifier));
  assert(imported.includes('fastify'), 'no import was found: the test looks at the wrong folders');
  assert.deepEqual(undeclaredImports(tree, manifests), []);
});

test('every dependency has one exact version', async () => {
  const manifests = await readManifests(ROOT);
  assert(
    Object.keys(manifests['server']?.dependencies ?? {}).length > 0,
    'no dependency of the server was found',
  );
  assert.deepEqual(unpinnedDependencies(manifests), []);
});

test('a production installation has nothing that only the build of the web apps needs', async () => {
  const manifests = await readManifests(ROOT);
  for (const folder of ['web', 'ui']) assert.deepEqual(manifests[folder]?.dependencies, {}, folder);
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'),
  );
  const packages = ['vite', 'rolldown', 'react', 'react-dom', '@mantine/core', '@tabler/icons-react'];
  assert.deepEqual(
    packages.filter((name) => lock.packages[`node_modules/${name}`]?.dev !== true),
    [],
  );
});

test('a package that only development installs is refused to the product and granted to tests', () => {
  const manifests = {
    server: { dependencies: { pg: '8.23.1' }, devDependencies: { 'fast-check': '4.10.2' } },
  };
  const text = `import fc from 'fast-check'; import pg from 'pg'; import 'node:fs'; import '@scope/name/file.js';`;
  const files = ['server/src/a.ts', 'server/src/a.test.ts'].map((file) => parseSource(file, text));
  assert.deepEqual(undeclaredImports(files, manifests), [
    'server/src/a.ts:1 fast-check',
    'server/src/a.ts:1 @scope/name/file.js',
    'server/src/a.test.ts:1 @scope/name/file.js',
  ]);
});

test('ranges, tags and addresses are not exact versions', () => {
  const dependencies = { a: '1.2.3', b: '^1.2.3', c: 'latest', d: '1.x', e: '1.2.3-rc.1', f: 'file:../f' };
  const names = unpinnedDependencies({ server: { dependencies, devDependencies: {} } });
  assert.deepEqual(names, ['server: b ^1.2.3', 'server: c latest', 'server: d 1.x', 'server: f file:../f']);
});
