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
