import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { REFERENCE_FOLDER } from '../server/build-folders.ts';
import { ROOT, stopwatch } from './run.ts';

const PACKAGE = '@scalar/fastify-api-reference';
/** The version of the package that the program is from. */
const VERSION = 'version';

/**
 * Whether the program of the API reference below `root` is from the version of its package that the server names. A
 * packaged server without the sources of the web app has no builder, and counts as current.
 */
export async function isReferenceCurrent(root: string): Promise<boolean> {
  if (!existsSync(path.join(root, 'web/src'))) return true;
  const built = await readFile(path.join(root, REFERENCE_FOLDER, VERSION), 'utf8').catch(() => undefined);
  return built !== undefined && built === (await expectedVersion(root));
}

/**
 * Writes the program of the API reference, with its license in front, into `server/dist` below `root`: a production
 * installation has this file, and not the package with everything that it depends on.
 */
export async function buildReference(root = ROOT): Promise<void> {
  const took = stopwatch();
  const version = await expectedVersion(root);
  const license = await readFile(new URL('../LICENSE', import.meta.resolve(PACKAGE)), 'utf8');
  const folder = path.join(root, REFERENCE_FOLDER);
  await mkdir(folder, { recursive: true });
  await replace(
    path.join(folder, 'scalar.js'),
    `/*! ${PACKAGE} ${version}\n\n${license}*/\n${await program()}`,
  );
  // At the end: an interrupted build does not count.
  await replace(path.join(folder, VERSION), version);
  console.log(`Built the API reference in ${took()}.`);
}

/** The program, from the plugin of Fastify that contains it. */
async function program(): Promise<string> {
  const [{ fastify }, { default: reference }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ]);
  const carrier = fastify();
  try {
    await carrier.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
    const answer = await carrier.inject({ method: 'GET', url: '/docs/js/scalar.js' });
    if (answer.statusCode !== 200) throw new Error('the API reference has no program at its place');
    return answer.body;
  } finally {
    await carrier.close();
  }
}

/** The exact version in the manifest of the server. */
async function expectedVersion(root: string): Promise<string> {
  const manifest = await readFile(path.join(root, 'server/package.json'), 'utf8');
  const [, version] = /"@scalar\/fastify-api-reference": "([^"]+)"/.exec(manifest) ?? [];
  if (version === undefined) throw new Error(`the server does not name ${PACKAGE}`);
  return version;
}

/** Atomically: a server that runs, or another build, finds a complete file. */
async function replace(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, content);
  await rename(draft, file);
}
