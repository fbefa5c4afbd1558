import { type Account, type CommandTx, type Context, contextOf } from '../src/modules/accounts/index.ts';
import { inTransaction } from '../src/platform/context/context.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { System } from '../src/platform/system.ts';

/** A context for tests of use cases, like that of a terminal command. */
export function testContext(system: System, account: Account): Context {
  return contextOf(system, account, { kind: 'CommandLine' });
}

/** A transaction that a test has opened, with the context of `testContext`. */
export function testTx(system: System, tx: Tx, account: Account): CommandTx {
  return inTransaction(testContext(system, account), tx);
}

/** A context that counts its transactions, including single statements, and that no other caller shares groups with. */
export function countTransactions(
  system: System,
  account: Account,
): { readonly ctx: Context; readonly transactions: () => number } {
  const { database } = system;
  let transactions = 0;
  const transaction: typeof database.transaction = (work) => {
    transactions += 1;
    return database.transaction(work);
  };
  const statement: typeof database.statement = (run) => {
    transactions += 1;
    return database.statement(run);
  };
  const ctx = testContext({ ...system, database: { ...database, transaction, statement } }, account);
  return { ctx, transactions: () => transactions };
}
