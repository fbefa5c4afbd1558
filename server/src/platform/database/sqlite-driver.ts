import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { DatabaseUnavailable } from './errors.ts';
import { camelName } from './names.ts';

const SQLITE_BUSY = 5;
const MAX_CACHED_STATEMENTS = 500;

/**
 * Kysely's driver over one `node:sqlite` connection.
 *
 * A connection serves one user at a time: the writer's transactions queue for it in this process, and
 * `begin immediate` takes the file's only write lock among processes. While another process holds that
 * lock this one waits without blocking its event loop.
 */
export class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #lockTimeoutMs: number;
  #free: Promise<void> = Promise.resolve();
  readonly #releases = new Map<DatabaseConnection, () => void>();

  constructor(database: DatabaseSync, lockTimeoutMs: number) {
    this.#connection = new SqliteConnection(database);
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = before.then(() => promise);
    await before;
    this.#releases.set(this.#connection, resolve);
    return this.#connection;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const release = this.#releases.get(connection);
    this.#releases.delete(connection);
    release?.();
  }

  async beginTransaction(): Promise<void> {
    const deadline = performance.now() + this.#lockTimeoutMs;
    for (let waitMs = 0.5; ; waitMs = Math.min(waitMs * 1.5, 20)) {
      if (this.#connection.tryBegin()) return;
      if (performance.now() > deadline) throw new DatabaseUnavailable('another process holds the write lock');
      // The jitter keeps two waiting processes from meeting again and again.
      await delay(waitMs * (0.5 + Math.random()));
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.rollback();
  }

  async destroy(): Promise<void> {
    await this.#free;
    this.#connection.close();
  }
}

/** A driver for the read connection: any number of queries share it, for each runs to its end at once. */
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

type Row = Record<string, unknown>;
type Convert = (value: unknown) => unknown;

interface PreparedStatement {
  readonly statement: StatementSync;
  /** Result columns as [name in the row, name in code, conversion]; empty for statements without rows. */
  readonly columns: readonly (readonly [string, string, Convert | undefined])[];
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, columns } = this.#prepare(query.sql);
    const parameters = query.parameters.map(toSqliteValue);
    if (columns.length === 0) {
      const { changes } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    }
    const rows = statement.all(...parameters).map((row) => toRow(row, columns)) as R[];
    return { rows, numAffectedRows: BigInt(rows.length) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const { columns } = this.#prepare(query.sql);
    // A statement of its own: an open iterator must not be reset by the same query run meanwhile.
    const statement = this.#database.prepare(query.sql);
    for (const row of statement.iterate(...query.parameters.map(toSqliteValue))) {
      yield { rows: [toRow(row, columns) as R] };
    }
  }

  tryBegin(): boolean {
    try {
      this.#database.exec('begin immediate');
      return true;
    } catch (error) {
      if (error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === SQLITE_BUSY)
        return false;
      throw error;
    }
  }

  rollback(): void {
    // A failed commit or a full disk may have ended the transaction already.
    if (this.#database.isTransaction) this.#database.exec('rollback');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    const columns = statement
      .columns()
      .map((column) => [column.name, camelName(column.name), CONVERSIONS[column.type ?? '']] as const);
    const prepared = { statement, columns };
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#forgetOldest();
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #forgetOldest(): void {
    const oldest = this.#statements.keys().next();
    if (!oldest.done) this.#statements.delete(oldest.value);
  }
}

/** From the declared type of a column (see columns.ts) to what the code above works with. */
const CONVERSIONS: Record<string, Convert> = {
  TIMESTAMP: (value) => (typeof value === 'number' ? new Date(value) : value),
  BOOLEAN: (value) => (value === null ? null : value === 1),
  JSON: (value) => (typeof value === 'string' ? JSON.parse(value) : value),
};

function toRow(row: Row, columns: PreparedStatement['columns']): Row {
  const converted: Row = {};
  for (const [name, property, convert] of columns) {
    const value = row[name];
    converted[property] = convert === undefined ? value : convert(value);
  }
  return converted;
}

function toSqliteValue(value: unknown): SQLInputValue {
  if (value === undefined) throw new TypeError('undefined is not a value of a column');
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
    return JSON.stringify(value);
  return value as SQLInputValue;
}
