import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { type Context, terminalContext } from '../modules/accounts/index.ts';
import {
  addOperator,
  findOperatorByEmail,
  hasOperators,
  inviteOperator,
  listOperators,
  makeSetUpLink,
  type Operator,
  type OperatorLink,
  removeOperator,
  resetOperator,
  type Role,
  ROLES,
} from '../modules/operators/index.ts';
import { printedTime, printJson, printTable } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

const ACCOUNT_OPTION = ['--account <id>', 'the account; by default the default account'] as const;
const JSON_OPTION = ['--json', 'print JSON'] as const;

/** `latchkey operator …` */
export function addOperatorCommands(program: Command): void {
  const operator = program
    .command('operator')
    .description('the people who sign in to the dashboard: create, list, reset and remove them');
  operator
    .command('link')
    .description('print the link that sets up the first operator of an account; it works once, for an hour')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action(linkCommand);
  operator
    .command('create')
    .description('add an operator, and print the link to choose a password; changes nothing if there is one')
    .argument('<email>', 'what the operator signs in with')
    .option(...ACCOUNT_OPTION)
    .requiredOption('--name <name>', 'how colleagues and the audit log name the operator')
    .addOption(new Option('--role <role>', 'what the operator may do').choices(ROLES).default('Owner'))
    .option('--password-file <path>', 'a file with the password; without it, a link is printed')
    .option(...JSON_OPTION)
    .action(createCommand);
  operator
    .command('list')
    .description('list the operators of an account, newest first')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action(listCommand);
  operator
    .command('reset')
    .description('end all sessions of an operator, and print the link to choose a new password')
    .argument('<email>', 'what the operator signs in with')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action(resetCommand);
  operator
    .command('remove')
    .description('remove an operator; the audit log keeps the name. Changes nothing if there is none')
    .argument('<email>', 'what the operator signs in with')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action(removeCommand);
}

interface AccountOption {
  readonly account?: string;
  readonly json?: true;
}

async function inAccount(id: string | undefined, work: (ctx: Context) => Promise<void>): Promise<void> {
  await withSystem(async (system) => work(terminalContext(system, await accountOrDefault(system, id))));
}

async function linkCommand({ account, json }: AccountOption): Promise<void> {
  await inAccount(account, async (ctx) => {
    if (await hasOperators(ctx))
      throw new Error(
        `Account ${ctx.account.id} has operators already: "latchkey operator create" adds one, and "latchkey operator reset" lets one in again`,
      );
    printLink(await makeSetUpLink(ctx), json);
  });
}

interface CreateOptions extends AccountOption {
  readonly name: string;
  readonly role: Role;
  readonly passwordFile?: string;
}

async function createCommand(
  email: string,
  { account, name, role, passwordFile, json }: CreateOptions,
): Promise<void> {
  await inAccount(account, async (ctx) => {
    const existing = await findOperatorByEmail(ctx, email);
    if (existing !== undefined) {
      if (json === true) return printJson({ operator: existing });
      return console.error(`There is an operator ${email} already, with the role ${existing.role}.`);
    }
    const input = { email, name, role };
    if (passwordFile !== undefined) {
      const password = (await readFile(passwordFile, 'utf8')).replace(/\r?\n$/, '');
      return printOperator(await addOperator(ctx, { ...input, password }), 'Created', json);
    }
    const { operator, link } = await inviteOperator(ctx, input);
    if (json === true) return printJson({ operator, ...link });
    printLink(link, json);
    console.error(`Created operator "${operator.name}" of account ${ctx.account.id}, with the role ${role}.`);
  });
}

async function listCommand({ account, json }: AccountOption): Promise<void> {
  await inAccount(account, async (ctx) => {
    const operators = await listOperators(ctx, { limit: 1_000 });
    if (json === true) return printJson(operators);
    if (operators.length === 0) return console.log(`Account ${ctx.account.id} has no operators.`);
    printTable(operators, [
      ['EMAIL', ({ email }) => email],
      ['NAME', ({ name }) => name],
      ['ROLE', ({ role }) => role],
      ['STATUS', ({ status }) => status],
      ['CREATED', ({ createdAt }) => printedTime(createdAt)],
      ['LAST SIGN-IN', ({ lastSignedInAt }) => printedTime(lastSignedInAt)],
    ]);
  });
}

async function resetCommand(email: string, { account, json }: AccountOption): Promise<void> {
  await inAccount(account, async (ctx) => {
    const operator = await findOperatorByEmail(ctx, email);
    if (operator === undefined) throw new Error(`Account ${ctx.account.id} has no operator ${email}`);
    printLink((await resetOperator(ctx, operator.id)).link, json);
  });
}

async function removeCommand(email: string, { account, json }: AccountOption): Promise<void> {
  await inAccount(account, async (ctx) => {
    const operator = await findOperatorByEmail(ctx, email);
    if (operator === undefined) return console.error(`There is no operator ${email}.`);
    printOperator(await removeOperator(ctx, operator.id), 'Removed', json);
  });
}

function printLink(link: OperatorLink, json: true | undefined): void {
  if (json === true) return printJson(link);
  console.log(link.url);
  console.error(`It works once, until ${printedTime(link.expiresAt)}.`);
}

function printOperator(operator: Operator, done: string, json: true | undefined): void {
  if (json === true) return printJson(operator);
  console.log(`${done} operator "${operator.name}" (${operator.email}).`);
}
