import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

// A later start reads compiled code from this folder instead of TypeScript; without write access it compiles again.
// This file is JavaScript because nothing is cached yet when it is read: Node would load its compiler of TypeScript for
// these few lines, 20 MB that then stay.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/latchkey', import.meta.url)));
const { runProgram } = await import('./program.ts');

process.exitCode = await runProgram(process.argv);
