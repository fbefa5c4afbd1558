import process from 'node:process';
import { ROOT } from './run.ts';
import { buildServer, isServerCurrent } from './server-build.ts';
import { buildWeb, isWebCurrent } from './web-build.ts';

// Prints nothing when there is nothing to do: `npm start` shows only the server's output.
const isForced = process.argv.includes('--force');
if (isForced || !(await isWebCurrent(ROOT))) process.exitCode = await buildWeb();
if (process.exitCode !== 1 && (isForced || !(await isServerCurrent(ROOT))))
  process.exitCode = await buildServer();
