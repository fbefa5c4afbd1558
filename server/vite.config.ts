import path from 'node:path';
import process from 'node:process';
import { publishBuild } from './build-folders.ts';
import { markOf, packageMarks } from './src/cli/program-file.js';
import { PACKAGES_AT_START } from './packages-at-start.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** Of this build alone: other builds and running servers keep their own. */
const DIST = path.join(import.meta.dirname, 'dist', `${Date.now().toString(36)}-${process.pid}`);

/** The files and packages of the program, each with its mark. */
const sources = new Map<string, string>();
const note = (file: string): void => {
  sources.set(path.relative(ROOT, file), markOf(file));
};
const installed = packageMarks(ROOT);
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Lets modules find the files beside their sources, and publishes the build with the list of its sources. */
const placement = {
  name: 'placement',
  buildStart() {
    note(import.meta.filename);
    for (const part of ['build-folders.ts', 'packages-at-start.ts'])
      note(path.join(import.meta.dirname, part));
  },
  /** Before a file is read: a later change gives it another mark. */
  load(file: string) {
    if (!file.startsWith('/')) return;
    const [folder] = PACKAGE.exec(file) ?? [];
    if (folder === undefined) note(file);
    else sources.set(path.relative(ROOT, folder), installed.get(path.relative(ROOT, folder)) ?? '');
  },
  transform(code: string, file: string) {
    if (!file.startsWith(`${import.meta.dirname}/`) || file.includes('/node_modules/')) return undefined;
    const place = `new URL(${JSON.stringify(path.relative(DIST, file))}, import.meta.url).href`;
    return code.includes('import.meta.url') ? code.replaceAll('import.meta.url', place) : undefined;
  },
  writeBundle() {
    // At the end: an interrupted build does not count.
    publishBuild(ROOT, DIST, sources);
  },
};

/** Packages that are loaded on demand stay outside, with the files that they read. */
function isOutside(name: string, importer: string | undefined): boolean {
  if (/^[./\0]/.test(name) || importer === undefined || importer.includes('/node_modules/')) return false;
  return !PACKAGES_AT_START.some((each) => name === each || name.startsWith(`${each}/`));
}

export default {
  plugins: [placement],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/cli/program.ts',
    outDir: DIST,
    emptyOutDir: false,
    target: 'esnext',
    // Stack traces keep their names.
    minify: false,
    rolldownOptions: {
      external: isOutside,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
};
