import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { COMPUTED_NAME, isTestCode, type Module } from './source.ts';

/** The dependencies in the `package.json` of a workspace: names and versions. */
export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The manifests of the root (`.`) and of every workspace, by folder. */
export type Manifests = Readonly<Record<string, Manifest>>;

/** Reads the manifest of the root and those of the workspaces it names. */
export async function readManifests(root: string): Promise<Manifests> {
  const top = await readJson(path.join(root, 'package.json'));
  const workspaces = Array.isArray(top['workspaces']) ? top['workspaces'].map(String) : [];
  const manifests: Record<string, Manifest> = { '.': manifestOf(top) };
  for (const folder of workspaces) {
    manifests[folder] = manifestOf(await readJson(path.join(root, folder, 'package.json')));
  }
  return manifests;
}

/**
 * They load no package: two load the files that the test runner and the tests name, two a module of the web, whose types
 * are those of browsers, and one the schema of the previous release.
 */
const LOADERS = new Set([
  'server/test/run-files.ts',
  'server/test/script-host.ts',
  'server/src/api/customer/inventory-activate.test.ts',
  'server/src/modules/taxes/domain/region-codes.test.ts',
  'server/test/previous-release/previous-release.postgres.test.ts',
]);

/**
 * Imports of undeclared packages: the server and the SDK may use the dependencies of their own workspace, which an
 * installation without development dependencies has, and the web apps, which are built, also the development
 * dependencies of theirs; tests and scripts may use everything.
 */
export function undeclaredImports(tree: readonly Module[], manifests: Manifests): string[] {
  const everything = new Set(Object.values(manifests).flatMap((manifest) => [...namesOf(manifest)]));
  return tree.flatMap((file) => {
    const own = manifests[file.path.split('/')[0] ?? ''];
    const declared = isTestCode(file.path) ? everything : declaredFor(file.path, own, everything);
    return file.imports
      .filter(({ specifier }) => !specifier.startsWith('.') && !isBuiltin(specifier))
      .filter(({ specifier }) => !declared.has(packageOf(specifier)))
      .filter(({ specifier }) => specifier !== COMPUTED_NAME || !LOADERS.has(file.path))
      .map(({ specifier, line }) => `${file.path}:${line} ${specifier}`);
  });
}

function declaredFor(
  file: string,
  own: Manifest | undefined,
  everything: ReadonlySet<string>,
): ReadonlySet<string> {
  if (/^(server|sdk)\/(src|migrations)\//.test(file)) return new Set(Object.keys(own?.dependencies ?? {}));
  return /^(web|dashboard|ui)\/src\//.test(file)
    ? new Set(own === undefined ? [] : namesOf(own))
    : everything;
}

/** Dependencies without one exact version: the tested version must be the installed one. */
export function unpinnedDependencies(manifests: Manifests): string[] {
  return Object.entries(manifests).flatMap(([folder, { dependencies, devDependencies }]) =>
    Object.entries({ ...dependencies, ...devDependencies })
      .filter(
        ([name, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && !name.startsWith('@latchkey/'),
      )
      .map(([name, version]) => `${folder}: ${name} ${version}`),
  );
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function namesOf({ dependencies, devDependencies }: Manifest): string[] {
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)];
}

async function readJson(file: string): Promise<Record<string, unknown>> {
  const content: unknown = JSON.parse(await readFile(file, 'utf8'));
  return isRecord(content) ? content : {};
}

function manifestOf(content: Record<string, unknown>): Manifest {
  return {
    dependencies: versionsOf(content['dependencies']),
    devDependencies: versionsOf(content['devDependencies']),
  };
}

function versionsOf(content: unknown): Record<string, string> {
  if (!isRecord(content)) return {};
  return Object.fromEntries(Object.entries(content).map(([name, version]) => [name, String(version)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
