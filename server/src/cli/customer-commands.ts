import type { Command } from 'commander';
import { ConfigError } from '../platform/config.ts';
import { type Context, terminalContext } from '../modules/accounts/index.ts';
import { mergeCustomers, previewMerge } from '../modules/customer-merge/index.ts';
import {
  type Customer,
  findCustomer,
  findCustomerByEmail,
  type MovedThings,
} from '../modules/customers/index.ts';
import { notFound } from '../kernel/problem.ts';
import { transaction } from '../platform/context/context.ts';
import { printedTime } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

/** `latchkey customers …` */
export function addCustomerCommands(program: Command): void {
  program
    .command('customers')
    .description('make two customers one')
    .command('merge')
    .description(
      'show what a merge would move; with --apply, merge the first customer into the second, for good',
    )
    .argument('<from>', 'the id or the email of the customer who goes')
    .argument('<into>', 'the id or the email of the customer who stays')
    .requiredOption('--reason <text>', 'how you know that both are one person, for the audit log')
    .option('--apply', 'do it; somebody who has a password or has proven their email is asked by mail first')
    .option('--account <id>', 'the account; by default the default account')
    .action(mergeCommand);
}

interface MergeOptions {
  readonly reason: string;
  readonly apply?: true;
  readonly account?: string;
}

async function mergeCommand(from: string, into: string, options: MergeOptions): Promise<void> {
  const reason = options.reason.trim();
  if (reason === '') throw new ConfigError(['--reason must not be blank']);
  await withSystem(async (system) => {
    const ctx = terminalContext(system, await accountOrDefault(system, options.account));
    const one = await customerOf(ctx, from);
    const other = await customerOf(ctx, into);
    const input = { fromId: one.id, intoId: other.id, reason };
    const arrow = `${one.email} (${one.id}) into ${other.email} (${other.id})`;
    if (options.apply !== true) {
      const preview = await previewMerge(ctx, input, async (_tx, result) => result);
      console.log(`Would merge ${arrow}: ${countsOf(preview.moved)}.`);
      if (preview.state === 'Asked')
        console.log(`${one.email} is asked by mail first: nothing moves until they agree.`);
      console.log('Nothing has changed; add --apply to do it.');
      return;
    }
    const outcome = await transaction(ctx, (tx) => mergeCustomers(tx, input));
    console.log(
      outcome.state === 'Asked'
        ? `Asked ${one.email} by mail. Nothing moves until they agree, which they can until ${printedTime(outcome.consentUntil)}.`
        : `Merged ${arrow}: ${countsOf(outcome.moved)}.`,
    );
  });
}

async function customerOf(ctx: Context, idOrEmail: string): Promise<Customer> {
  const customer = idOrEmail.includes('@')
    ? await findCustomerByEmail(ctx, idOrEmail)
    : await findCustomer(ctx, idOrEmail.toLowerCase());
  if (customer === undefined) throw notFound({ detail: `There is no customer ${idOrEmail}.` });
  return customer;
}

function countsOf(moved: MovedThings): string {
  const { orders, licenses, subscriptions, trials, vouchers } = moved;
  return `orders: ${orders}, licenses: ${licenses}, subscriptions: ${subscriptions}, trials: ${trials}, vouchers: ${vouchers}`;
}
