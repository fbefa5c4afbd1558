import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { DatabaseUnavailable } from './errors.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** The maximum number of transactions that share a commit: a long queue must not block everything else. */
const MOST_MEMBERS = 256;

/**
 * Kysely's driver for the transactions of one process, over one `node:sqlite` connection.
 *
 * Transactions take turns. Those of one turn of the event loop are committed together: each is a savepoint in one
 * transaction of the file, which waits for the disk once. A member's commit resolves with that of the file, so no
 * success is reported that a power cut could undo; a member that fails loses only its own changes.
 *
 * `begin immediate` takes the file's only write lock among processes. While another process holds it, this one waits
 * without blocking its event loop.
 */
export class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #lockTimeoutMs: number;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #group: CommitGroup | undefined;

  constructor(database: DatabaseSync, lockTimeoutMs: number) {
    this.#connection = new SqliteConnection(database);
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Turn> {
    const deadline = performance.now() + this.#lockTimeoutMs;
    if (this.#isTaken) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      await promise;
    }
    this.#isTaken = true;
    return new Turn(this.#connection, deadline);
  }

  async releaseConnection(turn: Turn): Promise<void> {
    this.#end(turn);
  }

  async beginTransaction(turn: Turn): Promise<void> {
    if (this.#group === undefined) {
      await this.#takeWriteLock(turn);
      this.#group = new CommitGroup();
      setImmediate(this.#closeGroup, this.#group);
      turn.transaction = 'file';
    } else {
      this.#connection.run('savepoint member');
      turn.transaction = 'member';
    }
  }

  async commitTransaction(turn: Turn): Promise<void> {
    turn.refuseWhenOver();
    const group = this.#group;
    if (group === undefined) throw new Error('there is no transaction to commit');
    if (turn.transaction === 'member') this.#connection.run('release member');
    const committed = group.join();
    this.#end(turn);
    return committed;
  }

  async rollbackTransaction(turn: Turn): Promise<void> {
    const group = this.#group;
    // The turn has ended if the commit of its group was what failed.
    if (turn.hasEnded || group === undefined) return;
    if (turn.transaction === 'file') {
      this.#group = undefined;
      this.#connection.rollback();
    } else if (!this.#undoMember()) {
      this.#group = undefined;
      this.#connection.rollback();
      group.fail(lostTransaction());
    }
  }

  /** False when a member's changes can no longer be distinguished from those of the others. */
  #undoMember(): boolean {
    if (!this.#connection.isInTransaction) return false;
    try {
      this.#connection.run('rollback to member');
      this.#connection.run('release member');
      return true;
    } catch {
      return false;
    }
  }

  async destroy(): Promise<void> {
    const last = await this.acquireConnection();
    if (this.#group !== undefined) this.#commit(this.#group);
    this.#connection.close();
    this.#end(last);
  }

  async #takeWriteLock({ deadline }: Turn): Promise<void> {
    for (let waitMs = 0.5; ; waitMs = Math.min(waitMs * 1.5, 20)) {
      if (this.#connection.tryBegin()) return;
      if (performance.now() > deadline) throw new DatabaseUnavailable('another process holds the write lock');
      // The jitter prevents two waiting processes from colliding repeatedly.
      await delay(waitMs * (0.5 + Math.random()));
    }
  }

  /** When this turn of the event loop has ended; a transaction that still runs then is the group's last one. */
  readonly #closeGroup = (group: CommitGroup): void => {
    group.isClosed = true;
    if (!this.#isTaken && this.#group === group) this.#commit(group);
  };

  #commit(group: CommitGroup): void {
    this.#group = undefined;
    try {
      this.#connection.run('commit');
    } catch (error) {
      group.fail(error);
      this.#connection.rollback();
      return;
    }
    group.succeed();
  }

  /** Passes the turn to the transaction that has waited longest. */
  #end(turn: Turn): void {
    if (turn.hasEnded) return;
    turn.hasEnded = true;
    if (this.#group?.isClosed === true) this.#commit(this.#group);
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    // Between two groups, other processes can use the file, and responses are sent.
    else if (this.#group === undefined) setImmediate(next);
    else next();
  }
}

/** The connection during one transaction. */
class Turn implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  /** The deadline for getting the file's lock; time spent waiting for others of this process counts. */
  readonly deadline: number;
  /** Whether this is the transaction of the file, or a savepoint in it. */
  transaction: 'none' | 'file' | 'member' = 'none';
  hasEnded = false;

  constructor(connection: SqliteConnection, deadline: number) {
    this.#connection = connection;
    this.deadline = deadline;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.refuseWhenOver();
    return this.#connection.executeQuery(query);
  }

  streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    this.refuseWhenOver();
    return this.#connection.streamQuery(query);
  }

  /**
   * A full disk ends a transaction immediately: later statements would be committed one by one. And a query that its
   * transaction did not wait for would become part of the next one.
   */
  refuseWhenOver(): void {
    if (this.hasEnded) throw new Error('the transaction of this query has ended');
    if (this.transaction !== 'none' && !this.#connection.isInTransaction) throw lostTransaction();
  }
}

function lostTransaction(): DatabaseUnavailable {
  return new DatabaseUnavailable('the database ended the transaction');
}

/** Transactions that have run and wait for the commit of the file's transaction. */
class CommitGroup {
  /** Accepts no more members. */
  isClosed = false;
  readonly #members: PromiseWithResolvers<void>[] = [];

  join(): Promise<void> {
    const member = Promise.withResolvers<void>();
    this.#members.push(member);
    if (this.#members.length >= MOST_MEMBERS) this.isClosed = true;
    return member.promise;
  }

  succeed(): void {
    for (const { resolve } of this.#members) resolve();
  }

  fail(reason: unknown): void {
    for (const { reject } of this.#members) reject(reason);
  }
}

/** A driver for the read connection: any number of queries share it, because each runs to its end synchronously. */
export class SqliteReadDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(database: DatabaseSync) {
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('the read connection has no transactions');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}
