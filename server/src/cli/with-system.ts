import process from 'node:process';
import { notFound } from '../kernel/problem.ts';
import { type Account, findAccount, findDefaultAccount } from '../modules/accounts/index.ts';
import { openSystem } from '../open-system.ts';
import { readConfig } from '../platform/config.ts';
import { openLog } from '../platform/log.ts';
import type { System } from '../platform/system.ts';
import { refuseSecondDatabase, requireDatabase } from './database-place.ts';

/**
 * Runs a command on the system that the environment configures, and always closes it. Only a command with `mayCreate`
 * creates a missing database; otherwise rejects with `ConfigError`.
 */
export async function withSystem<Result>(
  work: (system: System, migrated: readonly string[]) => Promise<Result>,
  { mayCreate = false }: { readonly mayCreate?: boolean } = {},
): Promise<Result> {
  // A command accepts no connections: it also works with a configuration that a server would refuse.
  const config = readConfig(process.env, { isServer: false });
  (mayCreate ? refuseSecondDatabase : requireDatabase)(config, process.env);
  // stdout is reserved for the result of the command.
  const opened = await openSystem(config, await openLog('warn', 2, config.isProduction));
  try {
    return await work(opened.system, opened.migrated);
  } finally {
    await opened.close();
  }
}

/** The account that a command is for: the one with this id, or the default one. Raises `NotFound`. */
export async function accountOrDefault(system: System, id: string | undefined): Promise<Account> {
  const account = id === undefined ? await findDefaultAccount(system) : await findAccount(system, id);
  if (account !== undefined) return account;
  throw notFound({
    detail:
      id === undefined
        ? 'This instance has no default account: choose one with --account, or create one with "latchkey account create"'
        : `This instance has no account "${id}": "latchkey account list" lists the existing ones`,
  });
}
