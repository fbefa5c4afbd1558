import process from 'node:process';
import { ROOT } from './run.ts';
import { buildWeb, isWebCurrent } from './web-build.ts';

// Prints nothing when there is nothing to do: `npm start` shows only the server's output.
if (process.argv.includes('--force') || !(await isWebCurrent(ROOT))) process.exitCode = await buildWeb();
