import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { buildPackage } from './build.ts';

const ROOT = path.join(import.meta.dirname, '..');
const run = promisify(execFile);

let folder: string;
let consumer: string;
/** The files of the archive to publish. */
let packed: readonly string[];
let unpacked: string;

// A project that has installed the archive, without a network: the dependencies are those of this repository.
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-sdk-'));
  const build = path.join(folder, 'build');
  await buildPackage(build);
  const { stdout } = await run('npm', ['pack', build, '--json', '--pack-destination', folder], {
    cwd: folder,
  });
  const [archive]: { filename: string; files: { path: string }[] }[] = JSON.parse(stdout);
  packed = archive?.files.map((file) => file.path) ?? [];
  await run('tar', ['-xzf', path.join(folder, archive?.filename ?? '')], { cwd: folder });
  consumer = path.join(folder, 'consumer');
  const modules = path.join(consumer, 'node_modules');
  unpacked = path.join(modules, '@latchkey/sdk');
  await mkdir(path.join(modules, '@latchkey'), { recursive: true });
  await cp(path.join(folder, 'package'), unpacked, { recursive: true });
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    await symlink(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  }
  await writeFile(path.join(consumer, 'package.json'), '{"type":"module"}');
});
after(() => rm(folder, { recursive: true, force: true }));

test('the archive has code, types, license and README, and nothing of this repository', async () => {
  const others = packed.filter((file) => !/^[\w/-]+(?:\.d\.ts|\.js)$/.test(file));
  assert.deepEqual(others.toSorted(), ['LICENSE', 'README.md', 'package.json']);
  assert.deepEqual(
    packed.filter((file) => file.includes('.test.')),
    [],
  );
  const manifest = await readFile(path.join(unpacked, 'package.json'), 'utf8');
  const { license, type, sideEffects, engines, exports, ...fields } = JSON.parse(manifest);
  assert.deepEqual([license, type, sideEffects, Object.keys(engines)], ['MIT', 'module', false, ['node']]);
  assert.deepEqual(
    ['private', 'scripts', 'devDependencies'].filter((field) => field in fields),
    [],
  );
  const { exports: sources }: { exports: object } = JSON.parse(
    await readFile(path.join(import.meta.dirname, 'package.json'), 'utf8'),
  );
  assert.deepEqual(Object.keys(exports), [...Object.keys(sources), './package.json']);
  for (const [, file = ''] of JSON.stringify(exports).matchAll(/"\.\/([^"]+\.\w+)"/g)) {
    assert.ok(packed.includes(file), file);
  }
  for await (const file of glob('**/*', { cwd: unpacked, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const text = await readFile(path.join(file.parentPath, file.name), 'utf8');
    assert.doesNotMatch(text, /sourceMappingURL|registry\.|lk_[\w-]{20}/, file.name);
    assert.ok(!text.includes(ROOT), `${file.name} has a path of the machine that built it`);
  }
});

test('only the build can be published, never the sources', async () => {
  const { private: isPrivate } = JSON.parse(
    await readFile(path.join(import.meta.dirname, 'package.json'), 'utf8'),
  );
  assert.equal(isPrivate, true);
});

test('plain Node runs every entry', async () => {
  const { exports } = JSON.parse(await readFile(path.join(unpacked, 'package.json'), 'utf8'));
  const entries = Object.keys(exports).filter((name) => !name.endsWith('.json'));
  const imports = entries.map((name) => `await import('@latchkey/sdk${name.slice(1)}');`);
  const program = `${imports.join('\n')}
    const { createStorefront, isProblem } = await import('@latchkey/sdk');
    const refusal = { title: 'Gone', errorType: 'NotFound' };
    const shop = createStorefront({
      baseUrl: 'https://demo.example.com',
      fetch: async (request) => Response.json({ url: request.url, ...refusal }, { status: 404 }),
    });
    console.log(await shop.catalog().catch((failure) => isProblem(failure, 'NotFound') && failure.body.url));`;
  const file = path.join(consumer, 'program.js');
  await writeFile(file, program);
  const { stdout } = await run(process.execPath, ['--no-strip-types', file], { cwd: consumer });
  assert.equal(stdout, 'https://demo.example.com/api/customer/storefront\n');
});

test('the types work with the resolutions of Node and of bundlers', async () => {
  await writeFile(
    path.join(consumer, 'shop.ts'),
    `import { createStorefront, itemsOf, type Order } from '@latchkey/sdk';
    const shop = createStorefront({ baseUrl: 'https://demo.example.com', storage: sessionStorage });
    const { products } = await shop.catalog();
    export const names: string[] = products.map(({ name }) => name);
    export const order: Order = await shop.cart.add({ type: 'Product', productId: 'a', variationId: 'b', quantity: 1 });
    // @ts-expect-error: a path that the API does not have
    shop.client.GET('/api/customer/unknown');
    // @ts-expect-error: a number is not a name
    export const wrong: number = names[0] ?? '';
    for await (const { id } of itemsOf((page) =>
      shop.client.GET('/api/customer/inventory/licenses', { params: { query: { ...page } } }))) console.log(id.length);`,
  );
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      lib: ['es2023', 'dom'],
      types: [],
      strict: true,
      noEmit: true,
      // One resolution reads all types of the package.
      skipLibCheck: module !== 'nodenext',
    };
    const project = path.join(consumer, `tsconfig.${module}.json`);
    await writeFile(project, JSON.stringify({ compilerOptions, include: ['shop.ts'] }));
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '--project', project]).catch((failure: unknown) => {
      assert.ok(typeof failure === 'object' && failure !== null && 'stdout' in failure);
      return { stdout: failure.stdout };
    });
    assert.equal(stdout, '', moduleResolution);
  }
});
