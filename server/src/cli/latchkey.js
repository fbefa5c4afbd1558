import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

// Everything that an older Node lacks is imported below this line: it would end with a SyntaxError instead.
const OLDEST_NODE = 26;
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  console.error(
    `Latchkey needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}: run it with npm, which uses the right one (npm run latchkey -- --help).`,
  );
  // The same code as for a wrong configuration: a service manager need not try again.
  process.exit(2);
}

// A later start reads compiled code from here instead of TypeScript: from the program folder or, if that is read-only,
// as in the container, from the data folder. This file is JavaScript because nothing is cached yet when it is read:
// Node would load its TypeScript compiler for these few lines, 20 MB that then stay in memory.
const { cacheCompiledCode } = await import('./compile-cache.js');
const dataDir = process.env.LATCHKEY_DATA_DIR || 'data';
cacheCompiledCode([
  fileURLToPath(new URL('../../../node_modules/.cache/latchkey', import.meta.url)),
  ...(existsSync(dataDir) ? [path.join(dataDir, 'cache')] : []),
]);
const { importProgram } = await import('./program-file.js');
const root = fileURLToPath(new URL('../../..', import.meta.url));
// Watch mode runs the sources.
const isWatched = process.env.WATCH_REPORT_DEPENDENCIES !== undefined;
const { runProgram } = isWatched ? await import('./program.ts') : await importProgram(root);

process.exitCode = await runProgram(process.argv);
