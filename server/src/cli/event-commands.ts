import process from 'node:process';
import { type Command, Option } from 'commander';
import { CommandError, EXIT_USAGE } from './failure.ts';

/** `latchkey events …`, over the Core API of a server: it needs no data folder and no database. */
export function addEventCommands(program: Command): void {
  const events = program.command('events').description('follow the events of a server');
  events
    .command('tail')
    .description('print events as they happen, and forward them to a receiver on this machine')
    .addOption(new Option('--url <url>', 'base URL of the server').env('LATCHKEY_URL'))
    .option('--type <type>', "only this type, or group such as 'order.*'")
    .option('--after <sequence>', 'begin behind this event; by default with the next one')
    .option(
      '--forward <url>',
      'send each event there, signed as a webhook, such as http://127.0.0.1:3000/hook',
    )
    .option('--secret <secret>', 'the secret that signs; by default a new one, which is printed')
    .addHelpText(
      'after',
      `
The API key comes from the environment variable LATCHKEY_API_KEY. It needs the scope events:read, and the scopes for
reading what events show.`,
    )
    .action(tailCommand);
}

interface TailOptions {
  readonly url?: string;
  readonly type?: string;
  readonly after?: string;
  readonly forward?: string;
  readonly secret?: string;
}

async function tailCommand({ url, ...options }: TailOptions): Promise<void> {
  const key = process.env['LATCHKEY_API_KEY'];
  if (url === undefined || key === undefined)
    throw new CommandError(
      'give the server with --url or LATCHKEY_URL, and the key as LATCHKEY_API_KEY',
      EXIT_USAGE,
    );
  const { tailEvents } = await import('./tail-events.ts');
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const print = (line: string): void => console.log(line);
  const say = (line: string): void => console.error(line);
  await tailEvents({ ...options, url, key, signal: ending.signal, print, say });
}
