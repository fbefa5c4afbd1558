import type { Command } from 'commander';
import { printJson } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';
import { contextOf } from '../modules/accounts/index.ts';
import { COMMAND_LINE } from '../platform/context/actor.ts';

/** `latchkey access-key …` */
export function addAccessKeyCommands(program: Command): void {
  const accessKey = program
    .command('access-key')
    .description('manage the keys that sign access tokens (not license tokens)');

  accessKey
    .command('rotate')
    .description(
      'sign access tokens with a new key; this also happens automatically, every 90 days by default',
    )
    .option('--account <id>', 'the account; by default the default account')
    .option(
      '--drop-old',
      'refuse tokens signed with older keys, for example after a theft: every customer has to sign in again',
    )
    .option('--json', 'print JSON')
    .action(rotateCommand);
}

interface RotateOptions {
  readonly account?: string;
  readonly dropOld?: true;
  readonly json?: true;
}

async function rotateCommand({ account: id, dropOld, json }: RotateOptions): Promise<void> {
  const { rotateAccessKey } = await import('../modules/identity/index.ts');
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, id);
    const dropsOld = dropOld === true;
    const rotation = await rotateAccessKey(contextOf(system, account, COMMAND_LINE), { dropsOld });
    if (rotation === undefined) throw new Error('another process is rotating the key at the moment');
    if (json === true) return printJson({ account: account.id, ...rotation, dropsOld });
    console.log(`Access tokens of account ${account.id} are now signed with the key ${rotation.kid}.`);
    console.log(
      dropsOld
        ? 'Older keys were dropped: every customer has to sign in again.'
        : `Tokens signed with the key ${rotation.retiredKid} stay valid until they expire.`,
    );
  });
}
