import type { Command } from 'commander';
import type { Context } from '../modules/accounts/index.ts';
import type { WithdrawalView } from '../modules/withdrawals/index.ts';
import { printedTime, printJson, printTable } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

const ACCOUNT_OPTION = ['--account <id>', 'the account; by default the default account'] as const;
const LINE_OPTION = ['--line <id...>', 'only these lines; by default all that are undecided'] as const;
const MOST = 100;

interface Options {
  readonly account?: string;
  readonly line?: readonly string[];
}

/** `latchkey withdrawal …` */
export function addWithdrawalCommands(program: Command): void {
  const withdrawal = program
    .command('withdrawal')
    .description('list, grant and decline withdrawals of buyers from a purchase');

  withdrawal
    .command('list')
    .description(`list withdrawals, newest first, at most ${MOST}`)
    .option('--open', 'only those with lines that nobody has decided on')
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(listCommand);

  withdrawal
    .command('grant')
    .description('refund the lines of a withdrawal')
    .argument('<withdrawal>', 'the id that "latchkey withdrawal list" shows')
    .option(...LINE_OPTION)
    .option(...ACCOUNT_OPTION)
    .action(grantCommand);

  withdrawal
    .command('decline')
    .description('decline the lines of a withdrawal; the buyer gets a mail with the reason')
    .argument('<withdrawal>', 'the id that "latchkey withdrawal list" shows')
    .requiredOption('--reason <text>', 'why, for the buyer')
    .option(...LINE_OPTION)
    .option(...ACCOUNT_OPTION)
    .action(declineCommand);
}

async function listCommand({
  account,
  open,
  json,
}: Options & { readonly open?: true; readonly json?: true }): Promise<void> {
  const { linesOfWithdrawals, listWithdrawals } = await import('../modules/withdrawals/index.ts');
  const { withdrawalBody } = await import('../api/wire/withdrawal.ts');
  await inAccount(account, async (ctx) => {
    const all = await listWithdrawals(ctx, { limit: MOST, isOpen: open === true });
    const rows = all.slice(0, MOST);
    const lines = await linesOfWithdrawals(ctx, rows);
    const views = rows.map((withdrawal) => ({
      withdrawal,
      lines: lines.filter(({ withdrawalId }) => withdrawalId === withdrawal.id),
    }));
    if (json === true) return printJson(views.map(withdrawalBody));
    if (views.length === 0) return console.log('There are no such withdrawals.');
    printTable(views, [
      ['ID', ({ withdrawal }) => withdrawal.id],
      ['ORDER', ({ withdrawal }) => withdrawal.orderNumber],
      ['RECEIVED', ({ withdrawal }) => printedTime(withdrawal.createdAt)],
      ['LINES', linesText],
    ]);
  });
}

function linesText({ lines }: WithdrawalView): string {
  return lines
    .map(({ title, lineId, entitlement, status }) => `${title} (${lineId}): ${entitlement}, ${status}`)
    .join('; ');
}

async function grantCommand(withdrawalId: string, { account, line }: Options): Promise<void> {
  const { grantWithdrawal } = await import('../modules/withdrawals/index.ts');
  const { performOrderRefund } = await import('../modules/orders/index.ts');
  const { transaction } = await import('../platform/context/context.ts');
  await inAccount(account, async (ctx) => {
    const refund = await transaction(ctx, (tx) => grantWithdrawal(tx, { withdrawalId, lineIds: line }));
    const refundId = refund?.id;
    if (refundId === undefined) return console.log('Granted; nothing was left to refund.');
    await performOrderRefund(ctx, refundId);
    console.log(`Granted with the refund ${refundId}.`);
  });
}

async function declineCommand(
  withdrawalId: string,
  { account, line, reason }: Options & { readonly reason: string },
): Promise<void> {
  const { declineWithdrawal } = await import('../modules/withdrawals/index.ts');
  const { transaction } = await import('../platform/context/context.ts');
  await inAccount(account, async (ctx) => {
    await transaction(ctx, (tx) => declineWithdrawal(tx, { withdrawalId, lineIds: line, reason }));
    console.log('Declined; the buyer gets a mail with the reason.');
  });
}

async function inAccount(
  id: string | undefined,
  work: (ctx: Context) => Promise<void> | void,
): Promise<void> {
  const { terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => work(terminalContext(system, await accountOrDefault(system, id))));
}
