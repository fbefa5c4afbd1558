import type { Command } from 'commander';
import { toDecimal } from '../kernel/money.ts';
import type { Context } from '../modules/accounts/index.ts';
import type { Subscription } from '../modules/subscriptions/index.ts';
import { ConfigError } from '../platform/config.ts';
import { numberOf } from './arguments.ts';
import { printedTime, printJson, printTable } from './output.ts';
import { addSubscriptionPlanCommands } from './subscription-plan-commands.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

const ACCOUNT_OPTION = ['--account <id>', 'the account; by default the default account'] as const;
const REASON_OPTION = ['--reason <text>', 'why; it stays in the timeline'] as const;
const ID = 'the id that "latchkey subscriptions list" shows';
const MOST = 100;

interface Options {
  readonly account?: string;
}

/** `latchkey subscriptions …` and `latchkey renewals …` */
export function addSubscriptionCommands(program: Command): void {
  const subscriptions = program
    .command('subscriptions')
    .description('list subscriptions, change, cancel and pause them, and give time away');
  subscriptions
    .command('list')
    .description(`list subscriptions, newest first, at most ${MOST}`)
    .option('--product <id>', 'only to this product')
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action((options: ListOptions) => listCommand(options, {}));
  subscriptions
    .command('cancel')
    .description('cancel a subscription: it ends with the paid period, and can be resumed until then')
    .argument('<subscription>', ID)
    .option('--now', 'end it now, with its licenses')
    .option('--refund-unused', 'with --now: refund what was paid for the rest of the period')
    .option(...ACCOUNT_OPTION)
    .action(cancelCommand);
  subscriptions
    .command('resume')
    .description('take the cancellation of a subscription back, or end its pause')
    .argument('<subscription>', ID)
    .option(...ACCOUNT_OPTION)
    .action(resumeCommand);
  addTimeCommands(subscriptions);
  addSubscriptionPlanCommands(subscriptions);
  addRenewalCommands(program);
}

function addTimeCommands(subscriptions: Command): void {
  subscriptions
    .command('extend')
    .description('make the last period of a subscription longer')
    .argument('<subscription>', ID)
    .argument('<days>', 'from 1 to 3650')
    .requiredOption(...REASON_OPTION)
    .option(...ACCOUNT_OPTION)
    .action(extendCommand);
  subscriptions
    .command('comp')
    .description('give the next periods of a subscription away')
    .argument('<subscription>', ID)
    .argument('<periods>', 'from 1 to 120')
    .requiredOption(...REASON_OPTION)
    .option(...ACCOUNT_OPTION)
    .action(compCommand);
  subscriptions
    .command('pause')
    .description('pause a subscription for some periods, from the next one')
    .argument('<subscription>', ID)
    .argument('<periods>', 'from 1 to 3')
    .option(...ACCOUNT_OPTION)
    .action(pauseCommand);
  subscriptions
    .command('merge')
    .description(
      'let the paid cycles of a subscription count for another one of the same customer and plan; if it runs, it ends with its paid period',
    )
    .argument('<subscription>', 'the id of the one that stays')
    .argument('<other>', 'the id of the one whose payments count for it')
    .requiredOption(...REASON_OPTION)
    .option(...ACCOUNT_OPTION)
    .action(mergeCommand);
}

function addRenewalCommands(program: Command): void {
  const renewals = program
    .command('renewals')
    .description('list, release and skip renewals that are held, and repeat charges');
  renewals
    .command('list')
    .description(`list subscriptions whose renewal is held, newest first, at most ${MOST}`)
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action((options: ListOptions) => listCommand(options, { paymentState: 'Held' }));
  renewals
    .command('release')
    .description('let a held renewal go on: it is charged now')
    .argument('<subscription>', ID)
    .option(...ACCOUNT_OPTION)
    .action(releaseCommand);
  renewals
    .command('retry')
    .description('charge a renewal again, now: one whose charge failed, or that waits for its buyer')
    .argument('<subscription>', ID)
    .option(...ACCOUNT_OPTION)
    .action(retryCommand);
  renewals
    .command('skip')
    .description('give what a held renewal was for: nothing is due until the end of the period that runs')
    .argument('<subscription>', ID)
    .option(...ACCOUNT_OPTION)
    .action(skipCommand);
}

interface ListOptions extends Options {
  readonly product?: string;
  readonly json?: true;
}

async function listCommand(
  { account, product, json }: ListOptions,
  filter: { readonly paymentState?: 'Held' },
): Promise<void> {
  const { listSubscriptions } = await import('../modules/subscriptions/index.ts');
  const { subscriptionPresenter } = await import('../api/wire/subscription.ts');
  await inAccount(account, async (ctx) => {
    const all = await listSubscriptions(ctx, { ...filter, productId: product, limit: MOST });
    const rows = all.slice(0, MOST);
    if (json === true) return printJson(rows.map(await subscriptionPresenter(rows, ctx)));
    if (rows.length === 0) return console.log('There are no such subscriptions.');
    printTable(rows, [
      ['ID', ({ id }) => id],
      ['ITEM', ({ productId, bundleId }) => productId ?? bundleId ?? ''],
      ['STATUS', ({ status }) => status],
      ['PAYMENT', paymentText],
      ['PAID UNTIL', ({ paidUntil }) => printedTime(paidUntil)],
      ['NEXT', ({ total, currency }) => `${toDecimal(total.dueMinor, currency).toString()} ${currency}`],
    ]);
  });
}

function paymentText({ paymentState, holdReason }: Subscription): string {
  return holdReason === null ? paymentState : `${paymentState}: ${holdReason}`;
}

async function cancelCommand(
  id: string,
  { account, now, refundUnused }: Options & { readonly now?: true; readonly refundUnused?: true },
): Promise<void> {
  const { cancelSubscription, endSubscription } = await import('../modules/subscriptions/index.ts');
  if (refundUnused === true && now !== true) throw new ConfigError(['--refund-unused needs --now']);
  await inAccount(account, async (ctx) => {
    if (now !== true) return say(await cancelSubscription(ctx, id));
    const refund = refundUnused === true ? 'Unused' : 'None';
    return say(await endSubscription(ctx, id, { refund }));
  });
}

async function resumeCommand(id: string, { account }: Options): Promise<void> {
  const { resumeSubscription } = await import('../modules/subscriptions/index.ts');
  await inAccount(account, async (ctx) => say(await resumeSubscription(ctx, id)));
}

interface Reason extends Options {
  readonly reason: string;
}

async function extendCommand(id: string, days: string, { account, reason }: Reason): Promise<void> {
  const { extendSubscription } = await import('../modules/subscriptions/index.ts');
  const time = { days: numberOf(days, '<days>', 3_650), reason };
  await inAccount(account, async (ctx) => say(await extendSubscription(ctx, id, time)));
}

async function compCommand(id: string, periods: string, { account, reason }: Reason): Promise<void> {
  const { compSubscription } = await import('../modules/subscriptions/index.ts');
  const time = { periods: numberOf(periods, '<periods>', 120), reason };
  await inAccount(account, async (ctx) => say(await compSubscription(ctx, id, time)));
}

async function pauseCommand(id: string, periods: string, { account }: Options): Promise<void> {
  const { pauseSubscription } = await import('../modules/subscriptions/index.ts');
  const count = numberOf(periods, '<periods>', 3);
  await inAccount(account, async (ctx) => say(await pauseSubscription(ctx, id, count)));
}

async function mergeCommand(id: string, other: string, { account, reason }: Reason): Promise<void> {
  const { mergeSubscriptions } = await import('../modules/subscriptions/index.ts');
  const merge = { subscriptionId: other, reason };
  await inAccount(account, async (ctx) => say(await mergeSubscriptions(ctx, id, merge)));
}

async function releaseCommand(id: string, { account }: Options): Promise<void> {
  const { releaseRenewal } = await import('../modules/subscriptions/index.ts');
  await inAccount(account, async (ctx) => say(await releaseRenewal(ctx, id)));
}

async function retryCommand(id: string, { account }: Options): Promise<void> {
  const { retryRenewal } = await import('../modules/subscriptions/index.ts');
  await inAccount(account, async (ctx) => say(await retryRenewal(ctx, id)));
}

async function skipCommand(id: string, { account }: Options): Promise<void> {
  const { skipRenewal } = await import('../modules/subscriptions/index.ts');
  await inAccount(account, async (ctx) => say(await skipRenewal(ctx, id)));
}

function say({ id, status, paymentState, paidUntil }: Subscription): void {
  console.log(`${id}: ${status}, ${paymentState}, paid until ${printedTime(paidUntil)}`);
}

async function inAccount(
  account: string | undefined,
  work: (ctx: Context) => Promise<void> | void,
): Promise<void> {
  const { terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    await work(terminalContext(system, await accountOrDefault(system, account)));
  });
}
