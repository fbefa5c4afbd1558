import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { buildReference, isReferenceCurrent } from './reference-build.ts';

/** A checkout whose server names this version of the package. */
async function checkout(t: TestContext): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'latchkey-reference-'));
  t.after(() => rm(root, { recursive: true }));
  await mkdir(path.join(root, 'web/src'), { recursive: true });
  await name(root, '1.0.0');
  return root;
}

async function name(root: string, version: string): Promise<void> {
  await mkdir(path.join(root, 'server'), { recursive: true });
  const devDependencies = { '@scalar/fastify-api-reference': version };
  await writeFile(path.join(root, 'server/package.json'), JSON.stringify({ devDependencies }, null, 2));
}

test('the program of the API reference is built once for each version, with its license, and nothing else is left', async (t) => {
  const root = await checkout(t);
  t.mock.method(console, 'log', () => undefined);
  assert.equal(await isReferenceCurrent(root), false);
  await buildReference(root);
  assert.equal(await isReferenceCurrent(root), true);
  const folder = path.join(root, 'server/dist/reference');
  assert.deepEqual((await readdir(folder)).toSorted(), ['scalar.js', 'version']);
  const program = await readFile(path.join(folder, 'scalar.js'), 'utf8');
  assert.match(
    program,
    /^\/\*! @scalar\/fastify-api-reference 1\.0\.0\n\nMIT License\n\nCopyright [^*]+\*\/\n/,
  );
  assert.match(program, /createApiReference/);
  await name(root, '1.0.1');
  assert.equal(await isReferenceCurrent(root), false);
});

test('a server packaged without the sources of the web app builds no API reference', async (t) => {
  const root = await checkout(t);
  await rm(path.join(root, 'web/src'), { recursive: true });
  assert.equal(await isReferenceCurrent(root), true);
});
