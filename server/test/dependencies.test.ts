import assert from 'node:assert/strict';
import { lstat, readdir, readFile } from 'node:fs/promises';
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

/** The lock file, as far as it is read here. */
interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
}

async function readLock(): Promise<Lock> {
  return JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
}

const MEBIBYTE = 1024 * 1024;

test('a production installation takes 350 MB at most', async () => {
  const { packages } = await readLock();
  const folders = Object.entries(packages)
    .filter(([folder, { dev, link }]) => folder.includes('node_modules/') && dev !== true && link !== true)
    .map(([folder]) => folder);
  // The lock file lists each package with its own folder, and those of other systems, which are not installed.
  const sizes = await Promise.all(folders.map((folder) => sizeOf(path.join(ROOT, folder))));
  const size = sizes.reduce((sum, each) => sum + each, 0);
  assert.ok(folders.length > 100 && size > 100 * MEBIBYTE, 'it looks at the wrong folders');
  assert.ok(size <= 350 * MEBIBYTE, `${Math.round(size / MEBIBYTE)} MB`);
});

/** The bytes on disk of a package without those inside it; 0 if it is not installed. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : sizeOf(place);
      return (await lstat(place)).blocks * 512;
    }),
  );
  return sizes.reduce((sum, each) => sum + each, 0);
}

test('a production installation has nothing that only the build needs', async () => {
  const manifests = await readManifests(ROOT);
  for (const folder of ['web', 'dashboard', 'ui'])
    assert.deepEqual(manifests[folder]?.dependencies, {}, folder);
  const lock = await readLock();
  const packages = [
    'vite',
    'rolldown',
    'react',
    'react-dom',
    '@mantine/core',
    '@tabler/icons-react',
    '@scalar/fastify-api-reference',
  ];
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
