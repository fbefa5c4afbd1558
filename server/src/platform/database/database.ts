import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../log.ts';

/** The two engines every query runs on. */
export type Engine = 'sqlite' | 'postgres';

/** One step of the schema: SQL in the portable types below, run once, in order, on both engines. */
export interface SchemaStep {
  readonly name: string;
  readonly statements: readonly SchemaStatement[];
  /**
   * The newest step of the oldest release whose servers may run beside this step; absent: none may. Each step after the
   * first release has it: it only adds what those servers ignore, and a later release removes what they needed.
   */
  readonly worksWith?: string;
  /**
   * `create index` statements for tables that may be large: PostgreSQL builds them without holding up writers, once all
   * steps have run.
   */
  readonly indexes?: readonly string[];
}

/** The SQL of both engines, or that of each where they differ. */
export type SchemaStatement = string | Readonly<Record<Engine, string>>;

/** The operations of a reader on a set of tables: only select. */
type ReadQueries<Tables> = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'getExecutor'
>;

/** A source of committed rows. Stores that only read take this; a `Tx` is also one. */
export interface Reader {
  readonly engine: Engine;
  /** Typed select queries over the tables that the calling module declares in its `tables.ts`. */
  tables<Tables>(): ReadQueries<Tables>;
}

/** An open transaction. Stores that write take this, so the compiler refuses the root database. */
export interface Tx extends Reader {
  /** Typed queries, reading and writing, inside this transaction. */
  tables<Tables>(): Transaction<Tables>;
  /**
   * The topics that its commit changes. This process then drops its cached values of them, and calls the listeners.
   * @see recordChange, Database.listen
   */
  readonly changed: Set<string>;
  /** Runs `write` in this transaction once its work is done, before it commits. */
  readonly beforeCommit: (write: (tx: Tx) => Promise<void>) => void;
}

/**
 * Detects whether cached facts still match the database.
 *
 * A command that changes such facts calls `recordChange` in its transaction; a cache checks the version before it
 * returns a value, and drops values of another version.
 */
export interface ChangeFeed {
  /** The version of a topic of an account; 0 before its first change, another number after each one. */
  version(accountId: string, topic: string): Promise<number>;
  /** The same, synchronously, if that needs no waiting; `undefined` otherwise. */
  peek(accountId: string, topic: string): number | undefined;
}

/** A number for operators, such as the connections that are free. */
export interface Measure {
  /** As Prometheus names it, without the prefix `latchkey_database_`. */
  readonly name: string;
  readonly help: string;
  readonly read: () => Promise<number>;
}

/** A database, independent of the engine. */
export interface Database {
  readonly engine: Engine;
  /** Reads outside a transaction; always the last committed state. */
  readonly reader: Reader;
  /** Tells which cached facts of an account have changed, in any process. */
  readonly changes: ChangeFeed;
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects.
   *
   * Deadlocks and serialization failures run `work` again, so it must have no effect outside `tx`.
   * On SQLite the transaction holds the only write lock from its start; on PostgreSQL it is
   * "read committed", and commands lock the rows they check.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` on one state of the database, that of its first query, however long it takes and whatever is committed
   * meanwhile. It holds up no writer, but the database keeps what it replaces until `work` ends.
   */
  snapshot<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result>;
  /**
   * Calls `listener` after each commit of this process that changed the topic, until the result is called. Nobody may
   * depend on it: what other processes commit is found by polling.
   */
  listen(topic: string, listener: () => void): () => void;
  /** What operators watch. */
  readonly measures: readonly Measure[];
  /** A sentence about each setting of the database server that puts acknowledged writes at risk. */
  risks(): Promise<readonly string[]>;
  /** The name of the newest of its migrations. */
  readonly schema: string;
  /**
   * Runs the migrations that it does not have yet, and returns their names. Rejects with `DatabaseUnavailable` where
   * changes of other processes are not reported. @see migrate.ts
   */
  migrate(): Promise<readonly string[]>;
  /**
   * Resolves when the database responds, accepts writes, reports changes of other processes, and has a schema that this
   * code can use. Rejects with `DatabaseUnavailable`, whose message says in one sentence what is wrong, or with the
   * failure of the query.
   */
  ready(): Promise<void>;
  /** Waits for running transactions and closes every connection. */
  close(): Promise<void>;
}

/** The location of the database, and the time limits of commands. */
export interface DatabaseOptions {
  /** `postgres://…`, or the path of an SQLite file. */
  readonly location: string;
  /** The steps of the schema, in order. */
  readonly migrations: readonly SchemaStep[];
  readonly log: Log;
  readonly clock: Clock;
  /** PostgreSQL connections of this process. */
  readonly poolSize?: number;
  /** The time a writer waits for a lock before it fails (503), in milliseconds. */
  readonly lockTimeoutMs?: number;
  /** The time limit of one statement on PostgreSQL, in milliseconds. Migrations have none. */
  readonly statementTimeoutMs?: number;
  /**
   * Whether SQLite writes a commit to the disk before it reports it, so that it survives a crash of the machine and not
   * only of the process. Default true: only tests do without.
   */
  readonly isDurable?: boolean;
}
