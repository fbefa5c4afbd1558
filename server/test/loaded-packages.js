import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';

// For `--import`: when the process ends, writes the names of the packages that it has loaded, one a line, into the file
// named in the query. JavaScript, so that it loads no compiler itself.

/** @type {Set<string>} */
const packages = new Set();
registerHooks({
  // The built program contains its packages in its own files.
  resolve: (specifier, context, next) =>
    next(specifier.replace(/dist\/[^/]+\/program\.js$/, 'src/cli/program.ts'), context),
  load(url, context, next) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
    if (name !== undefined) packages.add(name);
    return next(url, context);
  },
});
const file = new URL(import.meta.url).searchParams.get('to');
process.on('exit', () => {
  if (file === null) return;
  writeFileSync(file, [...packages].join('\n'));
});
