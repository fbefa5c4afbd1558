import type { Database, Reader, Tx } from '../database/database.ts';
import type { System } from '../system.ts';
import type { Actor } from './actor.ts';

/** The actor, the account, the request and the services of the machine, without access to the database. */
export interface AccountContextOf<Account> extends Omit<System, 'database'> {
  readonly account: Account;
  readonly actor: Actor;
  /** The id of the request, as in the log. */
  readonly requestId?: string | undefined;
  /** The group of addresses that the request came from. @see addressGroup */
  readonly addressGroup?: (() => string) | undefined;
  /** The country of the visitor's connection, as ISO 3166-1 alpha-2; absent if unknown, and for the vendor's tools. */
  readonly visitorCountry?: (() => string | undefined) | undefined;
  /** What the client calls itself; absent for the vendor's tools. */
  readonly userAgent?: string | undefined;
  /**
   * The languages that the visitor's browser requests, as tags, most preferred first. Absent for the vendor's tools.
   */
  readonly visitorLanguages?: (() => readonly string[]) | undefined;
}

/**
 * The first argument of every use case. Created once at each edge: by the guards for a request, for a job, for a
 * terminal command, and in tests.
 */
export interface ContextOf<Account> extends AccountContextOf<Account> {
  readonly database: Database;
}

/**
 * The transaction of a command, with the context that it runs in. It has no `database`: reads inside a transaction go
 * through the transaction.
 */
export interface CommandTxOf<Account> extends AccountContextOf<Account>, Tx {}

/** The context of a command that opens its own transaction or joins the open one. */
export type CommandContextOf<Account> = ContextOf<Account> | CommandTxOf<Account>;

/**
 * Runs `work` in one transaction of this context: committed when it resolves, rolled back when it rejects, and run
 * again after a deadlock. In the context of an open transaction it joins that one. @see Database.transaction
 */
export function transaction<Account, Result>(
  ctx: CommandContextOf<Account>,
  work: (tx: CommandTxOf<Account>) => Promise<Result>,
): Promise<Result> {
  if (!('database' in ctx)) return work(ctx);
  const { database, ...context } = ctx;
  return database.transaction((tx) => work(inTransaction(context, tx)));
}

/**
 * A transaction opened elsewhere, with the context of the command that continues in it. If the transaction has a
 * context of its own, that is ignored.
 */
export function inTransaction<Account>(context: AccountContextOf<Account>, tx: Tx): CommandTxOf<Account> {
  const { engine, changed, beforeCommit } = tx;
  return { ...context, engine, changed, beforeCommit, tables: <Tables>() => tx.tables<Tables>() };
}

/** A source of committed rows, or an open transaction, with the context of the reader. */
export interface ReadContextOf<Account> extends AccountContextOf<Account>, Reader {}

/** The reader of a query: committed rows, or those that the open transaction sees. */
export function readerOf<Account>(ctx: ContextOf<Account> | ReadContextOf<Account>): Reader {
  return 'database' in ctx ? ctx.database.reader : ctx;
}

/** The committed rows, with this context. */
export function readContext<Account>({ database, ...context }: ContextOf<Account>): ReadContextOf<Account> {
  return { ...context, ...database.reader };
}
