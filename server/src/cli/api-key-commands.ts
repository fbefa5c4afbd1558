import { type Command, InvalidArgumentError } from 'commander';
import { type ApiKey, API_SCOPES, MAX_OVERLAP_HOURS, OPERATOR_SCOPES } from '../modules/accounts/index.ts';
import { timeOf } from './arguments.ts';
import { printedTime, printJson, printTable } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

const ACCOUNT_OPTION = ['--account <id>', 'the account; by default the default account'] as const;

/** `latchkey api-key …` */
export function addApiKeyCommands(program: Command): void {
  const apiKey = program
    .command('api-key')
    .description('create, list, change, rotate and revoke keys for the Core API');

  apiKey
    .command('create')
    .description('create an API key and print it; it is shown only once and stored as a hash')
    .option(...ACCOUNT_OPTION)
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--scope <scope...>', "what it may do, '*' for everything")
    .option('--expires <time>', 'ISO-8601 date or time at which it expires', timeOf)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Scopes:
  ${API_SCOPES.map(scopeLine).join('\n  ')}

Examples:
  latchkey api-key create --name "web shop" --scope licenses:read licenses:write
  latchkey api-key create --account acme --name import --scope '*' --expires 2030-01-31`,
    )
    .action(createCommand);

  apiKey
    .command('list')
    .description('list the API keys of an account, newest first')
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(listCommand);

  addChangeCommands(apiKey);

  apiKey
    .command('revoke')
    .description('revoke an API key permanently and immediately in every process')
    .argument('<key-id>', 'the id that "latchkey api-key list" shows')
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(revokeCommand);
}

function addChangeCommands(apiKey: Command): void {
  apiKey
    .command('update')
    .description('change the name or the expiry of an API key; scopes never change')
    .argument('<key-id>', 'the id that "latchkey api-key list" shows')
    .option(...ACCOUNT_OPTION)
    .option('--name <name>', 'what the key is for')
    .option('--expires <time>', "ISO-8601 date or time at which it expires, or 'never'", parseExpiry)
    .option('--json', 'print JSON')
    .action(updateCommand);

  apiKey
    .command('rotate')
    .description('give an API key a new secret and print it; the old one works until the overlap ends')
    .argument('<key-id>', 'the id that "latchkey api-key list" shows')
    .option(...ACCOUNT_OPTION)
    .option('--overlap-hours <hours>', 'how long the old secret works; 0 ends it immediately', parseHours, 24)
    .option('--json', 'print JSON')
    .action(rotateCommand);
}

function scopeLine(scope: (typeof API_SCOPES)[number]): string {
  return OPERATOR_SCOPES.includes(scope)
    ? `${scope.padEnd(16)} (for operators; an API key needs subscriptions:write)`
    : scope;
}

interface AccountOption {
  readonly account?: string;
  readonly json?: true;
}

interface CreateOptions extends AccountOption {
  readonly name: string;
  readonly scope: string[];
  readonly expires?: Date;
}

async function createCommand({
  account: accountId,
  name,
  scope,
  expires,
  json,
}: CreateOptions): Promise<void> {
  const { createApiKey, terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, accountId);
    const { apiKey, key } = await createApiKey(terminalContext(system, account), {
      name,
      scopes: scope,
      expiresAt: expires,
    });
    if (json === true) return printJson({ accountId: account.id, key, ...apiKey });
    console.log(key);
    console.error(
      `Created API key "${apiKey.name}" (${apiKey.id}) of account ${account.id}. It will not be shown again.`,
    );
  });
}

async function listCommand({ account: accountId, json }: AccountOption): Promise<void> {
  const { listApiKeys, terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, accountId);
    const keys = await listApiKeys(terminalContext(system, account));
    if (json === true) return printJson(keys);
    if (keys.length === 0) return console.log(`Account ${account.id} has no API keys.`);
    const now = system.clock.now();
    printTable(keys, [
      ['ID', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ['PREFIX', ({ prefix }) => prefix ?? '-'],
      ['STATUS', (key) => statusOf(key, now)],
      ['SCOPES', ({ scopes }) => scopes.join(',')],
      ['CREATED', ({ createdAt }) => printedTime(createdAt)],
      ['EXPIRES', ({ expiresAt }) => printedTime(expiresAt)],
      ['LAST USED', ({ lastUsedAt }) => printedTime(lastUsedAt)],
    ]);
  });
}

interface UpdateOptions extends AccountOption {
  readonly name?: string;
  readonly expires?: Date | 'never';
}

async function updateCommand(
  id: string,
  { account: accountId, name, expires, json }: UpdateOptions,
): Promise<void> {
  const { terminalContext, updateApiKey } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, accountId);
    const changes = { name, expiresAt: expires === 'never' ? null : expires };
    const apiKey = await updateApiKey(terminalContext(system, account), id, changes);
    if (json === true) return printJson(apiKey);
    const end = apiKey.expiresAt === null ? 'never expires' : `expires at ${printedTime(apiKey.expiresAt)}`;
    console.log(`API key "${apiKey.name}" (${apiKey.id}) ${end}.`);
  });
}

interface RotateOptions extends AccountOption {
  readonly overlapHours: number;
}

async function rotateCommand(
  id: string,
  { account: accountId, overlapHours, json }: RotateOptions,
): Promise<void> {
  const { rotateApiKey, terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, accountId);
    const { apiKey, key } = await rotateApiKey(terminalContext(system, account), id, { overlapHours });
    if (json === true) return printJson({ accountId: account.id, key, ...apiKey });
    console.log(key);
    console.error(
      `Rotated API key "${apiKey.name}" (${apiKey.id}). The new secret will not be shown again; ` +
        `the old one works until ${printedTime(apiKey.previousExpiresAt)}.`,
    );
  });
}

async function revokeCommand(id: string, { account: accountId, json }: AccountOption): Promise<void> {
  const { revokeApiKey, terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, accountId);
    const apiKey = await revokeApiKey(terminalContext(system, account), id);
    if (json === true) return printJson(apiKey);
    console.log(`API key "${apiKey.name}" (${apiKey.id}) was revoked at ${printedTime(apiKey.revokedAt)}.`);
  });
}

function statusOf({ revokedAt, expiresAt }: ApiKey, now: Date): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

function parseExpiry(text: string): Date | 'never' {
  return text === 'never' ? text : timeOf(text);
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (!/^\d+$/.test(text) || hours > MAX_OVERLAP_HOURS) {
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAX_OVERLAP_HOURS}.`);
  }
  return hours;
}
