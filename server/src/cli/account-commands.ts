import { relative } from 'node:path';
import process from 'node:process';
import type { Command } from 'commander';
import { type Account, settingChanges } from '../modules/accounts/index.ts';
import type { Config } from '../platform/config.ts';
import { addAccountChangeCommands } from './account-change-commands.ts';
import { movesOfAddition } from '../modules/licensing/index.ts';
import { CONFIRM_MOVE, confirmMoves } from './confirm-move.ts';
import { printedTime, printJson, printTable } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

/** `latchkey account …` */
export function addAccountCommands(program: Command): void {
  const account = program
    .command('account')
    .description('create, list, configure, change and delete the accounts (vendors) of this instance');

  account
    .command('create')
    .description('create an account with its own keys for licenses and access tokens')
    .argument('<id>', 'slug of the account: 2 to 63 lower-case letters, digits, dots or dashes')
    .requiredOption('--name <name>', "the vendor's name, as customers see it")
    .option('--domain <domain...>', 'custom domains that lead to it; links use the first')
    .option(...CONFIRM_MOVE)
    .option('--default', 'route hosts that belong to no account here (as for the first account)')
    .option('--website <url>', "the vendor's site, for links in mails")
    .option('--storefront <url>', "the vendor's shop")
    .option('--origin <origin...>', 'origins whose pages may call the API, such as https://shop.example.com')
    .option('--currency <code...>', 'currencies of the shop; the first is the default one', ['EUR'])
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  latchkey account create acme --name "Acme Audio" --website https://acme.example
  latchkey account create acme --name "Acme Audio" --domain licenses.acme.example --currency EUR USD`,
    )
    .action(createAccountCommand);

  account
    .command('settings')
    .description('show the settings of an account, or change some of them')
    .argument('<id>', 'the account')
    .option('--set <json>', 'the settings to change, as a JSON object; null resets a setting to its default')
    .addHelpText(
      'after',
      `
Examples:
  latchkey account settings acme
  latchkey account settings acme --set '{"origins": ["https://shop.acme.example"], "limits": {"signInPerMinute": 20}}'`,
    )
    .action(accountSettingsCommand);

  account
    .command('list')
    .description('list the accounts, oldest first')
    .option('--json', 'print JSON')
    .action(listAccountsCommand);
  addAccountChangeCommands(account);
}

interface CreateOptions {
  readonly name: string;
  readonly domain?: string[];
  readonly confirm?: string;
  readonly default?: true;
  readonly website?: string;
  readonly storefront?: string;
  readonly origin?: string[];
  readonly currency: string[];
  readonly json?: true;
}

async function createAccountCommand(id: string, options: CreateOptions): Promise<void> {
  const { accountUrl, createAccount } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    await confirmMoves(await movesOfAddition(system, { id }, options.domain ?? []), options.confirm);
    const account = await createAccount(system, {
      id,
      name: options.name,
      ...(options.domain !== undefined && { domains: options.domain }),
      ...(options.default === true && { isDefault: true }),
      settings: {
        currencies: options.currency,
        ...(options.website !== undefined && { websiteUrl: options.website }),
        ...(options.storefront !== undefined && { storefrontUrl: options.storefront }),
        ...(options.origin !== undefined && { origins: options.origin }),
      },
    });
    const { name, isDefault, domains } = account;
    const url = accountUrl(system.config, account);
    if (options.json === true) return printJson({ id, name, isDefault, domains, url });
    console.log(`Created account ${id} (${name}), ${whereReached(system.config, account, url)}.`);
    const next = invocation(`api-key create --account ${id} --name "my first key" --scope '*'`);
    console.log(`Next: ${next}`);
  });
}

/**
 * The URL of the account for clients; an account without a host of its own shares the public URL, which leads to
 * another account.
 */
function whereReached(config: Config, account: Account, url: string): string {
  if (account.isDefault) return `reached at ${url}, the default account`;
  if (hasHost(config, account)) return `reached at ${url}`;
  return (
    `but no host leads to it yet: ${url} is the default account. ` +
    `Set LATCHKEY_PLATFORM_DOMAIN for the server and for this command, so that ${account.id}.{that domain} leads to it`
  );
}

/** Whether any host leads to the account. */
function hasHost(config: Config, account: Account): boolean {
  return account.isDefault || account.domains.length > 0 || config.platformDomain !== undefined;
}

async function accountSettingsCommand(id: string, options: { readonly set?: string }): Promise<void> {
  const { terminalContext, updateAccount } = await import('../modules/accounts/index.ts');
  const { providerSettingErrors } = await import('../modules/payments/index.ts');
  const { notificationIssues } = await import('../modules/webhooks/index.ts');
  const { TYPES } = await import('../api/events/event-types.ts');
  const { taxSettingErrors } = await import('../modules/taxes/index.ts');
  const changes = options.set === undefined ? {} : settingsOf(options.set);
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const change = () =>
      updateAccount(
        terminalContext(system, account),
        { settings: changes },
        {
          issuesOf: async (tx, after, before) => ({
            ...(await providerSettingErrors(tx, after, before)),
            ...(await taxSettingErrors(changes, { after, before, now: tx.clock.now() })),
            ...notificationIssues(changes, TYPES),
          }),
        },
      );
    const { settings } = options.set === undefined ? account : await change();
    printJson(settings);
  });
}

/** Settings as typed; null restores a default. */
function settingsOf(text: string): Record<string, unknown> {
  const input = parsed(text);
  if (!isObject(input)) {
    throw new Error(`--set takes a JSON object such as '{"origins": ["https://shop.example.com"]}'`);
  }
  return settingChanges(input);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function listAccountsCommand(options: { readonly json?: true }): Promise<void> {
  const { accountUrl, listAccounts } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    const entries = (await listAccounts(system)).map((account) => ({
      id: account.id,
      name: account.name,
      isDefault: account.isDefault,
      domains: account.domains,
      isReached: hasHost(system.config, account),
      url: accountUrl(system.config, account),
      createdAt: account.createdAt,
    }));
    if (options.json === true) return printJson(entries);
    if (entries.length === 0)
      return console.log('There are no accounts yet. Create one with "latchkey account create".');
    printTable(entries, [
      ['ID', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ['DEFAULT', ({ isDefault }) => (isDefault ? 'yes' : 'no')],
      ['URL', ({ isReached, url }) => (isReached ? url : '-')],
      ['CREATED', ({ createdAt }) => printedTime(createdAt)],
    ]);
  });
}

/**
 * The command line for a command of the program, in the form of the current call: as the installed command
 * (deploy/latchkey, which gives the process its title), through npm, or with the same Node and path.
 */
function invocation(parameters: string): string {
  const { argv, argv0, env, title } = process;
  if (title === 'latchkey') return `latchkey ${parameters}`;
  if (env['npm_lifecycle_event'] === 'latchkey') return `npm run latchkey -- ${parameters}`;
  return `${argv0} ${relative('', argv[1] ?? '')} ${parameters}`;
}
