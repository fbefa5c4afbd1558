import process from 'node:process';
import { buildReference, isReferenceCurrent } from './reference-build.ts';
import { packageFile, ROOT, runNode } from './run.ts';

if (!(await isReferenceCurrent(ROOT))) await buildReference();

// The server restarts when its files change; Vite serves the web apps and forwards /api to the server.
const either = new AbortController();
const programs = [
  ['--watch', 'server/src/cli/latchkey.js', 'serve'],
  ...['web', 'dashboard'].map((app) => [
    packageFile(app, 'vite', 'bin/vite.js'),
    app,
    '--clearScreen',
    'false',
  ]),
];
const codes = await Promise.all(
  programs.map(async (parameters) => {
    const code = await runNode(parameters, { signal: either.signal });
    either.abort();
    return code;
  }),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
