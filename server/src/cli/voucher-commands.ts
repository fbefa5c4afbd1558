import type { Command } from 'commander';
import type { Context } from '../modules/accounts/index.ts';
import type { VoucherBatch } from '../modules/vouchers/index.ts';
import { printedTime, printJson, printTable } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

const ACCOUNT_OPTION = ['--account <id>', 'the account; by default the default account'] as const;
const MOST_BATCHES = 100;

interface BatchOptions {
  readonly account?: string;
  readonly json?: true;
}

/** `latchkey voucher-batches …` */
export function addVoucherCommands(program: Command): void {
  const batches = program
    .command('voucher-batches')
    .description('list batches of voucher codes, take them back, and restore them');

  batches
    .command('list')
    .description(`list the newest ${MOST_BATCHES} batches`)
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(listCommand);

  batches
    .command('revoke')
    .description('revoke the codes of a batch that nobody has redeemed')
    .argument('<batch>')
    .option(
      '--licenses',
      'also revoke the licenses of the redeemed codes, such as those of an unpaid reseller',
    )
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(revokeCommand);

  batches
    .command('restore')
    .description('undo the revocation of a batch, its codes and its licenses')
    .argument('<batch>')
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print JSON')
    .action(restoreCommand);
}

async function listCommand({ account, json }: BatchOptions): Promise<void> {
  const { listBatches } = await import('../modules/vouchers/index.ts');
  await inAccount(account, async (ctx) => {
    const rows = await listBatches(ctx, { limit: MOST_BATCHES });
    if (json === true) return printJson(rows);
    printTable(rows, [
      ['ID', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ['CODES', ({ quantity }) => String(quantity)],
      ['CREATED', ({ createdAt }) => printedTime(createdAt)],
      ['REVOKED', ({ revokedAt }) => (revokedAt === null ? '' : printedTime(revokedAt))],
      ['LICENSES', ({ revokesLicenses }) => (revokesLicenses ? 'revoked' : '')],
    ]);
  });
}

async function revokeCommand(
  batchId: string,
  { licenses, account, json }: BatchOptions & { readonly licenses?: true },
): Promise<void> {
  const { revokeVoucherBatch } = await import('../modules/vouchers/index.ts');
  await inAccount(account, async (ctx) => {
    const batch = await revokeVoucherBatch(ctx, batchId, { revokesLicenses: licenses === true });
    if (json === true) return printJson(batch);
    console.log(`Revoked the codes of ${nameOf(batch)} that nobody has redeemed.`);
    if (batch.revokesLicenses)
      console.log('A running server also revokes the licenses of the others, in the background.');
  });
}

async function restoreCommand(batchId: string, { account, json }: BatchOptions): Promise<void> {
  const { restoreVoucherBatch } = await import('../modules/vouchers/index.ts');
  await inAccount(account, async (ctx) => {
    const batch = await restoreVoucherBatch(ctx, batchId);
    if (json === true) return printJson(batch);
    console.log(`Restored ${nameOf(batch)}: its codes can be redeemed again.`);
    console.log('A running server restores the licenses that were revoked with it, in the background.');
  });
}

async function inAccount(id: string | undefined, work: (ctx: Context) => Promise<void>): Promise<void> {
  const { terminalContext } = await import('../modules/accounts/index.ts');
  await withSystem(async (system) => work(terminalContext(system, await accountOrDefault(system, id))));
}

function nameOf({ id, name }: VoucherBatch): string {
  return `the batch ${id} (${name})`;
}
