import process from 'node:process';
import { type Command, Option } from 'commander';
import { withoutEnd } from '../kernel/cut-text.ts';
import { ConfigError } from '../platform/config.ts';

interface ClockAnswer {
  readonly now: string;
  readonly renewals: number;
  readonly mails: number;
  readonly failures: number;
}

/** `latchkey dev clock advance`, over the API of a running server. */
export function addDevCommands(program: Command): void {
  program
    .command('dev')
    .description('for development: let time pass on a running server')
    .command('clock')
    .description('the clock of the server')
    .command('advance')
    .description('move the clock forward from due time to due time, until nothing is due any more')
    .argument('<duration>', 'such as P31D, P1Y or PT12H')
    .addOption(
      new Option('--url <url>', 'base URL of the server')
        .env('LATCHKEY_URL')
        .default('http://localhost:4242'),
    )
    .addHelpText(
      'after',
      `
The API key comes from the environment variable LATCHKEY_API_KEY. It needs the scope subscriptions:write. The server must
not run in production.`,
    )
    .action(advanceCommand);
}

async function advanceCommand(duration: string, { url }: { readonly url: string }): Promise<void> {
  const { LATCHKEY_API_KEY: apiKey } = process.env;
  if (apiKey === undefined || apiKey === '')
    throw new ConfigError(['LATCHKEY_API_KEY is missing: put the API key into this environment variable']);
  const { CLIENT_ENVIRONMENT, coreClient } = await import('./release/core-client.ts');
  const client = coreClient(
    { baseUrl: withoutEnd(url, '/'), apiKey },
    { ...CLIENT_ENVIRONMENT, say: (line) => console.error(line) },
  );
  const body = { advance: duration };
  const answer = await client.call('POST', '/api/dev/clock', isClockAnswer, { body });
  const { now, renewals, mails, failures } = answer;
  console.log(`It is ${now}: ${renewals} renewals, ${failures} failed charges, ${mails} mails.`);
}

function isClockAnswer(body: unknown): body is ClockAnswer {
  return typeof body === 'object' && body !== null && 'now' in body && 'renewals' in body;
}
