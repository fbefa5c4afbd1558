import { statSync } from 'node:fs';
import { glob, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { findChromium, NO_CHROMIUM } from '../e2e/browser.ts';
import { makeDemoTemplate } from '../e2e/demo-template.ts';
import { buildReference, isReferenceCurrent } from './reference-build.ts';
import { type GroupOptions, runGroups } from './run-groups.ts';
import { processesAtOnce, ROOT } from './run.ts';
import { buildServer, isServerCurrent } from './server-build.ts';
import { buildWeb, isWebCurrent, WEB_APPS } from './web-build.ts';

const USAGE = `npm run e2e -- [options] [part of a file's path …]

  --name <pattern>           only tests whose name matches
  --reporter spec|dot|tap    default spec
  --long                     each page in a wide window, too, not only in a narrow one, and in rare states
  --screenshots              saves what the pages look like in e2e/screenshots, as --long does
  --headed                   show the browser (LATCHKEY_E2E_HEADED=1)

CHROMIUM_PATH names the browser to use.`;

/**
 * What pages look like in states and shops that are rare, with answers that the test makes: a tenth of the time of all. They
 * run with `--long` and by their names.
 */
const RARE = /(-states|shop-sizes)\.test\.ts$/;
/**
 * Browsers and servers share the machine with other things, and a fault of the moment must not keep a change from landing:
 * in a run of all files, as many as this may pass when they run again. More than that is no chance.
 */
const REPEATABLE = 2;
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
  const files = all.filter((file) =>
    options.filters.length === 0
      ? options.isLong || !RARE.test(file)
      : options.filters.some((filter) => file.includes(filter)),
  );
  if (files.length === 0) {
    console.error('No browser test matches.');
    return 1;
  }
  if (!(await isReferenceCurrent(ROOT))) await buildReference();
  for (const app of WEB_APPS) if (!(await isWebCurrent(ROOT, app)) && (await buildWeb(app)) !== 0) return 1;
  if (!(await isServerCurrent(ROOT)) && (await buildServer()) !== 0) return 1;
  const template = await makeDemoTemplate();
  try {
    return await runGroups(
      largestFirst(files).map((file) => [{ engine: 'sqlite', file }]),
      { ...options, environment: { ...options.environment, LATCHKEY_E2E_DEMO: template } },
    );
  } finally {
    await rm(template, { recursive: true });
  }
}

/** Large files take long: the others fill the time in which a process would work alone in the end. */
function largestFirst(files: readonly string[]): string[] {
  const sizes = new Map(files.map((file) => [file, statSync(path.join(ROOT, file)).size]));
  return files.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0));
}

interface Options extends GroupOptions {
  readonly filters: readonly string[];
  readonly isLong: boolean;
}

function readOptions(): Options | undefined {
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
    return {
      filters: positionals,
      isLong: values.long,
      name: values.name,
      reporter: values.reporter,
      processes: processesAtOnce(FILE_MEMORY),
      files: 1_000,
      timeout: 300_000,
      repeatable: positionals.length === 0 ? REPEATABLE : 0,
      environment: {
        ...(values.long && { LATCHKEY_E2E_LONG: '1' }),
        ...((values.long || values.screenshots) && { LATCHKEY_E2E_SCREENSHOTS: '1' }),
        ...(values.headed && { LATCHKEY_E2E_HEADED: '1' }),
      },
      // A browser of its own for each file took a fifth of the time.
      around: { module: new URL('../e2e/browser.ts', import.meta.url), name: 'withBrowser' },
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return undefined;
  }
}
