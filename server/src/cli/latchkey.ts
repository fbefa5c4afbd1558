import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

// A later start reads compiled code from this folder instead of TypeScript; without write access it compiles again.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/latchkey', import.meta.url)));
const { runProgram } = await import('./program.ts');

process.exitCode = await runProgram(process.argv);
