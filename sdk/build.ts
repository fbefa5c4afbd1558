import { execFile } from 'node:child_process';
import { copyFile, glob, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { generateSchema } from './generate.ts';
import { fieldsOf } from './src/fields.ts';

const SDK = import.meta.dirname;
const TSC = path.join(SDK, '../node_modules/typescript/bin/tsc');

/** The fields of `package.json` that the published package copies. */
const PUBLIC_FIELDS = [
  'name',
  'version',
  'description',
  'license',
  'type',
  'sideEffects',
  'engines',
  'dependencies',
] as const;

if (import.meta.main) await buildPackage();

/**
 * Builds the published package into a folder, which is replaced: JavaScript and types of everything in `exports`, the
 * license, the README and a `package.json`. Raises an error if a type is wrong.
 */
export async function buildPackage(folder = path.join(SDK, 'dist')): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await generateSchema();
  const project = path.join(SDK, 'tsconfig.build.json');
  await promisify(execFile)(process.execPath, [TSC, '--project', project, '--outDir', folder]);
  await copyFile(path.join(SDK, 'src/schema.d.ts'), path.join(folder, 'schema.d.ts'));
  await renameImports(folder);
  for (const file of ['README.md', 'LICENSE']) await copyFile(path.join(SDK, file), path.join(folder, file));
  const manifest: unknown = JSON.parse(await readFile(path.join(SDK, 'package.json'), 'utf8'));
  await writeFile(
    path.join(folder, 'package.json'),
    `${JSON.stringify(publicManifest(fieldsOf(manifest)), null, 2)}\n`,
  );
}

/** Types are imported from `.js`, the form that every resolution of TypeScript supports. */
async function renameImports(folder: string): Promise<void> {
  for await (const name of glob('**/*.d.ts', { cwd: folder })) {
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8');
    const next = text.replaceAll(/(from |import\()(['"])(\.{1,2}\/[^'"]+?)(?:\.d)?\.ts\2/g, '$1$2$3.js$2');
    if (next !== text) await writeFile(file, next);
  }
}

function publicManifest(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const sources = Object.entries(manifest['exports'] ?? {}).map(([name, source]) => {
    const base = String(source).replace('./src/', './').replace(/\.ts$/, '');
    return [name, { types: `${base}.d.ts`, default: `${base}.js` }];
  });
  return {
    ...Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, manifest[field]])),
    exports: { ...Object.fromEntries(sources), './package.json': './package.json' },
    publishConfig: { access: 'public' },
  };
}
