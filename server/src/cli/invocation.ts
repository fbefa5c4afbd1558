import { relative } from 'node:path';
import process from 'node:process';

/**
 * The command line for a command of the program, in the form of the current call: as the installed command
 * (deploy/latchkey, which gives the process its title), through npm, or with the same Node and path.
 */
export function invocation(parameters: string): string {
  const { argv, argv0, env, title } = process;
  if (title === 'latchkey') return `latchkey ${parameters}`;
  if (env['npm_lifecycle_event'] === 'latchkey') return `npm run latchkey -- ${parameters}`;
  return `${argv0} ${relative('', argv[1] ?? '')} ${parameters}`;
}
