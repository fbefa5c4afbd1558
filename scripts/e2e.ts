import { glob } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { findChromium, NO_CHROMIUM } from '../e2e/browser.ts';
import { buildReference, isReferenceCurrent } from './reference-build.ts';
import { processesAtOnce, ROOT, runNode } from './run.ts';
import { buildServer, isServerCurrent } from './server-build.ts';
import { buildWeb, isWebCurrent, WEB_APPS } from './web-build.ts';

const USAGE = `npm run e2e -- [options] [part of a file's path …]

  --name <pattern>           only tests whose name matches
  --reporter spec|dot|tap    default spec
  --long                     each page in a wide window, too, not only in a narrow one
  --screenshots              saves what the pages look like in e2e/screenshots, as --long does
  --headed                   show the browser (LATCHKEY_E2E_HEADED=1)

CHROMIUM_PATH names the browser to use.`;

/** More than a file, its browser and its server have needed together, in bytes. */
const FILE_MEMORY = 2 ** 30;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) return 2;
  if (findChromium() === undefined) {
    console.error(NO_CHROMIUM);
    return 1;
  }
  const all = (await Array.fromAsync(glob('e2e/**/*.test.ts', { cwd: ROOT }))).toSorted();
  const files = all.filter(
    (file) => options.filters.length === 0 || options.filters.some((filter) => file.includes(filter)),
  );
  if (files.length === 0) {
    console.error('No browser test matches.');
    return 1;
  }
  if (!(await isReferenceCurrent(ROOT))) await buildReference();
  for (const app of WEB_APPS) if (!(await isWebCurrent(ROOT, app)) && (await buildWeb(app)) !== 0) return 1;
  if (!(await isServerCurrent(ROOT)) && (await buildServer()) !== 0) return 1;
  return runNode([...options.flags, ...files], { environment: options.environment });
}

function readOptions():
  | { filters: readonly string[]; flags: readonly string[]; environment: NodeJS.ProcessEnv }
  | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        reporter: { type: 'string', default: 'spec' },
        long: { type: 'boolean', default: false },
        screenshots: { type: 'boolean', default: false },
        headed: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) throw new Error('Runs the tests in a browser.');
    const flags = [
      '--test',
      `--test-reporter=${values.reporter}`,
      `--test-concurrency=${processesAtOnce(FILE_MEMORY)}`,
      '--test-timeout=300000',
    ];
    if (values.name !== undefined) flags.push(`--test-name-pattern=${values.name}`);
    const environment = {
      NODE_ENV: 'test',
      // Each file has its own process, which reuses code that another one has compiled.
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/latchkey'),
      ...(values.long && { LATCHKEY_E2E_LONG: '1' }),
      ...((values.long || values.screenshots) && { LATCHKEY_E2E_SCREENSHOTS: '1' }),
      ...(values.headed && { LATCHKEY_E2E_HEADED: '1' }),
    };
    return { filters: positionals, flags, environment };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return undefined;
  }
}
