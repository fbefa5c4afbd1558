import { type Command, Option } from 'commander';
import { accountContents, deleteAccount } from '../account-deletion.ts';
import { notFound } from '../kernel/problem.ts';
import {
  type Account,
  accountUrl,
  addDomains,
  closeStore,
  removeDomains,
  renameAccount,
  reopenStore,
  setDefaultAccount,
  type StoreClosure,
  terminalContext,
} from '../modules/accounts/index.ts';
import { ask } from './ask.ts';
import { closingText, confirmClosing } from './confirm-closing.ts';
import { movesOfAddition, movesOfNewDefault, movesOfRemoval } from '../modules/licensing/index.ts';
import { CONFIRM_MOVE, confirmMoves } from './confirm-move.ts';
import { printJson } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';
import type { System } from '../platform/system.ts';

/**
 * `latchkey account rename`, `domains`, `set-default` and `delete`, below `latchkey account`, with `close` and
 * `reopen`.
 */
export function addAccountChangeCommands(account: Command): void {
  account
    .command('rename')
    .description(
      "change the vendor's name that customers see; the id stays, because license tokens contain it",
    )
    .argument('<id>', 'the account')
    .argument('<name>', 'the new name')
    .action(renameCommand);
  addDomainCommands(account);
  account
    .command('set-default')
    .description('route hosts that belong to no account to this one')
    .argument('<id>', 'the account')
    .option(...CONFIRM_MOVE)
    .addHelpText(
      'after',
      `
Applications of the account that was the default one until now reach this one by such hosts, which refuses their license
tokens for good, and they delete the licenses of their customers. Give that account a domain of its own before, and let
the applications that are in use know it. While devices have an active activation or a trial of it, the command asks for their number.`,
    )
    .action(setDefaultCommand);
  addClosingCommands(account);
  account
    .command('delete')
    .description(
      'delete an account with everything that belongs to it: customers, licenses, orders, keys, files',
    )
    .argument('<id>', 'the account')
    .option('--confirm <id>', 'the id again; without it the command asks for it')
    .addHelpText(
      'after',
      `
Its applications can no longer renew their license tokens, and only a backup brings it back: make one first
(docs/guide/operating.md). The default account can be deleted when it is the only one; let another be the default
account first ("latchkey account set-default").`,
    )
    .action(deleteCommand);
}

function addClosingCommands(account: Command): void {
  account
    .command('close')
    .description(
      'close the store of an account: it stops selling, and --mode says what happens to its licenses',
    )
    .argument('<id>', 'the account')
    .addOption(
      new Option(
        '--mode <mode>',
        'Closed: shops and applications get "410 StoreClosed". Released: perpetual licenses work without this server for good',
      )
        .choices(['Closed', 'Released'])
        .makeOptionMandatory(),
    )
    .option('--confirm <id>', 'the id again; without it the command asks for the id, then for the mode')
    .addHelpText(
      'after',
      `
With Closed, applications lock once their grace is over. With Released, each application gets a token at its next
validation that it keeps for good: no revocation or refund reaches it after that, also if the store opens again
("latchkey account reopen"). Licenses that expire stay as they are.`,
    )
    .action(closeCommand);
  account
    .command('reopen')
    .description('open a closed store again')
    .argument('<id>', 'the account')
    .action(reopenCommand);
}

async function closeCommand(
  id: string,
  { mode, confirm }: ConfirmOption & { readonly mode: StoreClosure },
): Promise<void> {
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    console.error(closingText(account, mode, await accountContents(terminalContext(system, account))));
    await confirmClosing({ id, mode, confirm });
    await closeStore(terminalContext(system, account), { mode, confirm: account.id });
    console.log(`The store of account ${id} (${account.name}) is closed: ${mode}.`);
  });
}

async function reopenCommand(id: string): Promise<void> {
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    await reopenStore(terminalContext(system, account));
    console.log(`The store of account ${id} (${account.name}) is open.`);
  });
}

function addDomainCommands(account: Command): void {
  const domains = account.command('domains').description('custom domains that lead to an account');
  domains
    .command('add')
    .description('route domains to the account; links use its first domain')
    .argument('<id>', 'the account')
    .argument('<domain...>', 'host names such as licenses.example.com')
    .option('--first', 'put them before the other domains of the account, so that links use them')
    .option(...CONFIRM_MOVE)
    .option('--json', 'print JSON')
    .action(addDomainsCommand);
  domains
    .command('remove')
    .description('remove domains from the account')
    .argument('<id>', 'the account')
    .argument('<domain...>', 'as "latchkey account domains list" shows them')
    .option(...CONFIRM_MOVE)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Applications that were built with such a domain reach the default account then, which refuses their license tokens for
good, and they delete the licenses of their customers. While devices have an active activation or a trial of the account, the command asks for
their number.`,
    )
    .action(removeDomainsCommand);
  domains
    .command('list')
    .description('list the domains of the account; links use the first')
    .argument('<id>', 'the account')
    .option('--json', 'print JSON')
    .action(listDomainsCommand);
}

async function renameCommand(id: string, name: string): Promise<void> {
  await withSystem(async (system) => {
    const before = await accountOrDefault(system, id);
    const after = await renameAccount(terminalContext(system, before), name);
    console.log(`Renamed account ${id} from ${before.name} to ${after.name}.`);
  });
}

interface ConfirmOption {
  readonly confirm?: string;
}

interface DomainOptions extends ConfirmOption {
  readonly first?: true;
  readonly json?: true;
}

async function addDomainsCommand(
  id: string,
  names: string[],
  { first, confirm, json }: DomainOptions,
): Promise<void> {
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    await confirmMoves(await movesOfAddition(system, account, names), confirm);
    const changed = await addDomains(terminalContext(system, account), names, { isFirst: first === true });
    printDomains(system, changed, json);
  });
}

async function removeDomainsCommand(
  id: string,
  names: string[],
  { confirm, json }: DomainOptions,
): Promise<void> {
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    await confirmMoves(await movesOfRemoval(system, account, names), confirm);
    printDomains(system, await removeDomains(terminalContext(system, account), names), json);
  });
}

async function listDomainsCommand(id: string, { json }: { readonly json?: true }): Promise<void> {
  await withSystem(async (system) => printDomains(system, await accountOrDefault(system, id), json));
}

function printDomains({ config }: System, account: Account, json: true | undefined): void {
  const { id, domains } = account;
  const url = accountUrl(config, account);
  if (json === true) return printJson({ id, domains, url });
  if (domains.length === 0) return console.log(`No custom domain leads to account ${id}.`);
  for (const domain of domains) console.log(domain);
  console.log(`Links use ${url}.`);
}

async function setDefaultCommand(id: string, { confirm }: ConfirmOption): Promise<void> {
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    await confirmMoves(await movesOfNewDefault(system, account), confirm);
    const { name } = await setDefaultAccount(terminalContext(system, account));
    console.log(`Hosts that belong to no account now lead to ${id} (${name}).`);
  });
}

async function deleteCommand(id: string, { confirm }: ConfirmOption): Promise<void> {
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const ctx = terminalContext(system, account);
    const { customers, licenses, orders } = await accountContents(ctx);
    console.log(
      `Account ${id} (${account.name}) has ${customers} customers, ${licenses} licenses and ${orders} orders. ` +
        'Only a backup can restore them, and applications can no longer renew their license tokens.',
    );
    const typed =
      confirm ?? (await ask('Enter the id of the account to delete it: ', 'repeat the id with --confirm'));
    if (typed !== id) throw notFound({ detail: `"${typed}" is not ${id}: nothing was deleted` });
    const { rows, files } = await deleteAccount(ctx);
    console.log(`Deleted account ${id}: ${rows} rows and ${files} files.`);
  });
}
