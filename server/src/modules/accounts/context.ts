import { type Actor, COMMAND_LINE } from '../../platform/context/actor.ts';
import type {
  AccountContextOf,
  CommandContextOf,
  CommandTxOf,
  ContextOf,
  ReadContextOf,
} from '../../platform/context/context.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from './account.ts';

/** The context of a use case: the actor and the account. */
export type Context = ContextOf<Account>;

/** The actor and the account of a command or query, in a transaction or outside one. */
export type AccountContext = AccountContextOf<Account>;

/** The transaction of a command, with its context. */
export type CommandTx = CommandTxOf<Account>;

/** Input of a command that also runs inside others: a context, for a transaction of its own, or an open transaction. */
export type CommandContext = CommandContextOf<Account>;

/** Committed rows or an open transaction, with the context of the reader. */
export type ReadContext = ReadContextOf<Account>;

/** Input of a module's public query: a context, for committed rows, or the transaction of a command. */
export type QueryContext = Context | ReadContext;

/** The context of an actor in an account. */
export function contextOf(
  system: System,
  account: Account,
  actor: Actor,
  request: Pick<
    Context,
    'requestId' | 'addressGroup' | 'visitorCountry' | 'visitorLanguages' | 'userAgent'
  > = {},
): Context {
  return { ...system, account, actor, ...request };
}

/** The context of a terminal command for an account of which only this data is loaded. */
export function terminalContext<Owner>(system: System, account: Owner): ContextOf<Owner> {
  return { ...system, account, actor: COMMAND_LINE };
}
