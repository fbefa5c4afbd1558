import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';

// For `--import`: writes the names of the packages that a process has loaded, and of the parts of Node itself, one a line,
// into the file of the query when it ends. JavaScript, so that it loads no compiler itself.

/** @type {Set<string>} */
const packages = new Set();
registerHooks({
  // The built program has packages in its own files.
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
  writeFileSync(file, [...packages, ...Reflect.get(process, 'moduleLoadList')].join('\n'));
});
