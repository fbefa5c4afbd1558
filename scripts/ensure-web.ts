import process from 'node:process';
import { ROOT } from './run.ts';
import { buildWeb, isWebCurrent } from './web-build.ts';

// Nothing is said when nothing is done: `npm start` prints what the server has to say.
if (process.argv.includes('--force') || !(await isWebCurrent(ROOT))) process.exitCode = await buildWeb();
