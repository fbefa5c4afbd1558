import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { readManifests } from './architecture/dependencies.ts';

const ROOT = path.join(import.meta.dirname, '../..');

test('docs/dependencies.md says of every dependency why it was chosen, and of no other', async () => {
  const manifests = await readManifests(ROOT);
  const declared = Object.values(manifests).flatMap(({ dependencies, devDependencies }) => [
    ...Object.keys(dependencies),
    ...Object.keys(devDependencies),
  ]);
  assert.ok(declared.includes('fastify'), 'no dependency was found: the test looks at the wrong files');
  const notes = await readFile(path.join(ROOT, 'docs/dependencies.md'), 'utf8');
  const explained = [...notes.matchAll(/^\| ([@a-z][^|]*) \| ([^|]+) \|$/gm)].flatMap(([, names = '']) =>
    names.split(', '),
  );
  const rows = explained.filter((name) => name !== 'package');
  assert.deepEqual(rows.toSorted(), [...new Set(declared)].toSorted());
});
