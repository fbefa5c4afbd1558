import type { Command } from 'commander';
import { toDecimal } from '../kernel/money.ts';
import type { Context } from '../modules/accounts/index.ts';
import type { ChangedPlan } from '../modules/subscriptions/index.ts';
import { ConfigError } from '../platform/config.ts';
import { numberOf, timeOf } from './arguments.ts';
import { printedTime, printJson } from './output.ts';
import { readPrice } from './shop-commands.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

interface Options {
  readonly account?: string;
}

const ACCOUNT_OPTION = ['--account <id>', 'the account; by default the default account'] as const;
const ID = 'the id that "latchkey subscriptions list" shows';
const MOST_UNITS = 10_000;

/** `latchkey subscriptions show`, `change` and `price` */
export function addSubscriptionPlanCommands(subscriptions: Command): void {
  subscriptions
    .command('show')
    .description('print a subscription as JSON, as the Core API does')
    .argument('<subscription>', ID)
    .option(...ACCOUNT_OPTION)
    .action(showCommand);
  subscriptions
    .command('change')
    .description('change the plan or the number of licenses of a subscription')
    .argument('<subscription>', ID)
    .option('--variation <id>', 'another plan of the same item')
    .option('--quantity <number>', 'the number of licenses')
    .option('--next-period', 'begin it with the next renewal, also if it could begin at once')
    .option('--preview', 'say what would happen, and change nothing')
    .option(...ACCOUNT_OPTION)
    .action(changeCommand);
  subscriptions
    .command('price')
    .description(
      'announce another price to everybody who has subscribed to a variation, by mail; the price that they have takes back what was announced',
    )
    .argument('<variation>', 'the id of the variation')
    .argument('<price>', 'of one unit for one cycle, such as EUR=12.50')
    .requiredOption(
      '--from <time>',
      'ISO-8601 date or time: periods that begin then or later have the new price',
      timeOf,
    )
    .option('--preview', 'only say how many subscriptions it concerns')
    .option(...ACCOUNT_OPTION)
    .action(priceCommand);
}

async function showCommand(id: string, { account }: Options): Promise<void> {
  const { getSubscription } = await import('../modules/subscriptions/index.ts');
  const { subscriptionAnswer } = await import('../api/wire/subscription.ts');
  await inAccount(account, async (ctx) =>
    printJson(await subscriptionAnswer(await getSubscription(ctx, id), ctx)),
  );
}

interface ChangeOptions extends Options {
  readonly variation?: string;
  readonly quantity?: string;
  readonly nextPeriod?: true;
  readonly preview?: true;
}

async function changeCommand(
  id: string,
  { account, variation: variationId, quantity, nextPeriod, preview }: ChangeOptions,
): Promise<void> {
  const { changePlan, planTerms, previewPlan } = await import('../modules/subscriptions/index.ts');
  if (variationId === undefined && quantity === undefined)
    throw new ConfigError(['--variation or --quantity is needed: what shall change?']);
  const plan = {
    variationId,
    quantity: quantity === undefined ? undefined : numberOf(quantity, '--quantity', MOST_UNITS),
    when: nextPeriod === true ? ('NextPeriod' as const) : undefined,
  };
  await inAccount(account, async (ctx) => {
    const terms = await planTerms(ctx, id);
    sayPlan(await (preview === true ? previewPlan : changePlan)(ctx, id, plan, terms));
  });
}

function sayPlan({
  subscription: { currency },
  preview: { when, takesEffectAt, quote, plan, next },
}: ChangedPlan) {
  const money = (minor: number): string => `${currency} ${toDecimal(minor, currency)}`;
  const { variation, quantity } = plan;
  const begins = when === 'Now' ? 'as soon as it is paid' : `on ${printedTime(takesEffectAt)}`;
  console.log(`${variation.id}, quantity ${quantity}, begins ${begins}`);
  for (const line of quote.lines)
    console.log(
      `  ${line.quantity} at ${money(line.unitPriceMinor)}, less ${money(line.discountMinor)}: ${money(line.dueMinor)}`,
    );
  console.log(`due now: ${money(quote.total.dueMinor)}`);
  console.log(`next payment: ${money(next.total.dueMinor)} on ${printedTime(next.at)}`);
}

async function priceCommand(
  variationId: string,
  text: string,
  { account, from, preview }: Options & { readonly from: Date; readonly preview?: true },
): Promise<void> {
  const { fromDecimal, isCurrency } = await import('../kernel/money.ts');
  const { announcePrice } = await import('../modules/subscriptions/index.ts');
  const [currency, amount] = readPrice(text);
  const unitMinor = isCurrency(currency) ? fromDecimal(amount, currency) : undefined;
  if (unitMinor === undefined || unitMinor <= 0)
    throw new ConfigError([`"${text}" is not a price of more than 0, such as EUR=12.50`]);
  const change = { variationId, currency, unitMinor, from };
  await inAccount(account, async (ctx) => {
    const count = await announcePrice(ctx, change, { isPreview: preview === true });
    const concerned = count === 1 ? '1 subscription' : `${count} subscriptions`;
    console.log(preview === true ? `It concerns ${concerned}.` : `It is announced to ${concerned} by mail.`);
  });
}

async function inAccount(account: string | undefined, work: (ctx: Context) => Promise<void>): Promise<void> {
  const { terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => {
    await work(terminalContext(system, await accountOrDefault(system, account)));
  });
}
