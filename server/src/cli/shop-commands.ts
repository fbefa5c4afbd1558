import type { Command } from 'commander';
import { toDecimal } from '../kernel/money.ts';
import { notFound } from '../kernel/problem.ts';
import { terminalContext } from '../modules/accounts/index.ts';
import type { Order } from '../modules/orders/index.ts';
import { ConfigError } from '../platform/config.ts';
import { printedTime, printJson, printTable } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

interface AccountOption {
  readonly account?: string;
}

const MOST_ORDERS = 100;

/** `latchkey price set` and `latchkey order list` */
export function addShopCommands(program: Command): void {
  program
    .command('price')
    .description('change prices')
    .command('set')
    .description('change the price of a variation in some currencies; those in others stay')
    .argument('<variation>', 'the id of the variation')
    .argument('<prices...>', 'the new prices, such as EUR=59 USD=65')
    .option('--account <id>', 'the account; by default the default account')
    .action(priceCommand);
  program
    .command('order')
    .description('list orders')
    .command('list')
    .description(`list orders and carts, newest first, at most ${MOST_ORDERS}`)
    .option('--email <address>', 'only of the customer with this address, and of guests who entered it')
    .option('--number <number>', 'only the order with this number, such as K7QM-4T2P')
    .option('--account <id>', 'the account; by default the default account')
    .option('--json', 'print JSON')
    .action(ordersCommand);
}

async function priceCommand(id: string, texts: readonly string[], options: AccountOption): Promise<void> {
  const { findVariation, minorAmounts, updateVariation } = await import('../modules/catalog/index.ts');
  const prices = minorAmounts(Object.fromEntries(texts.map(readPrice)));
  await withSystem(async (system) => {
    const ctx = terminalContext(system, await accountOrDefault(system, options.account));
    const variation = await findVariation(ctx, id);
    if (variation === undefined) throw notFound({ detail: `The account has no variation ${id}.` });
    const { productId, bundleId } = variation;
    const item =
      productId === null
        ? { type: 'Bundle' as const, id: bundleId ?? '' }
        : { type: 'Product' as const, id: productId };
    const after = await updateVariation(ctx, item, id, { prices });
    const list = Object.entries(after.prices).map(([currency, minor]) => printedAmount(minor, currency));
    console.log(`${id}: ${list.join(', ')}`);
  });
}

/** A price such as `EUR=59.90`: the currency and the decimal amount. Raises `ConfigError`. */
export function readPrice(text: string): [currency: string, amount: number] {
  const [, currency = '', amount = ''] = /^([A-Z]{3})=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (currency === '') throw new ConfigError([`"${text}" is not a price such as EUR=59.90`]);
  return [currency, Number(amount)];
}

interface OrdersOptions extends AccountOption {
  readonly email?: string;
  readonly number?: string;
  readonly json?: true;
}

async function ordersCommand({ email, number: typed, account, json }: OrdersOptions): Promise<void> {
  const { customerOf } = await import('../api/core/customer-filter.ts');
  const { guestOrdersOf, listOrders, readOrderNumber } = await import('../modules/orders/index.ts');
  const number = typed === undefined ? undefined : readOrderNumber(typed);
  if (typed !== undefined && number === undefined)
    throw new ConfigError([`"${typed}" is not an order number such as K7QM-4T2P`]);
  await withSystem(async (system) => {
    const ctx = terminalContext(system, await accountOrDefault(system, account));
    const customerId = await customerOf(ctx, { id: undefined, email });
    const orphanIds = email === undefined ? [] : await guestOrdersOf(ctx, email);
    const orders = await listOrders(ctx, { customerId, orphanIds, number, limit: MOST_ORDERS });
    const some = orders.slice(0, MOST_ORDERS);
    if (json === true) return printJson(some.map(summaryOf));
    if (some.length === 0) return console.log('There are no such orders.');
    printTable(some.map(summaryOf), [
      ['ID', ({ id }) => id],
      ['NUMBER', (order) => order.number],
      ['STATUS', ({ status }) => status],
      ['CREATED', ({ createdAt }) => createdAt],
      ['PAID', ({ paidAt }) => paidAt],
      ['TOTAL', ({ total }) => total],
      ['LAST FAILURE', ({ failure }) => failure],
    ]);
  });
}

function summaryOf(order: Order) {
  const { id, number, status, createdAt, paidAt, content, lastPaymentFailure } = order;
  return {
    number: number ?? '-',
    id,
    status,
    createdAt: printedTime(createdAt),
    paidAt: printedTime(paidAt),
    total: content === null ? '-' : printedAmount(content.quote.total.dueMinor, content.quote.currency),
    failure: lastPaymentFailure ?? '-',
  };
}

function printedAmount(amountMinor: number, currency: string): string {
  return `${currency} ${toDecimal(amountMinor, currency)}`;
}
