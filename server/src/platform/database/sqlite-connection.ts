import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { camelName } from './names.ts';

const SQLITE_BUSY = 5;
const MAX_CACHED_STATEMENTS = 500;

type Row = Record<string, unknown>;
type Convert = (value: unknown) => unknown;

interface PreparedStatement {
  readonly statement: StatementSync;
  /** Result columns as [name in the row, name in code, conversion]; empty for statements without rows. */
  readonly columns: readonly (readonly [string, string, Convert | undefined])[];
}

/**
 * A `node:sqlite` connection: prepares each statement once, and converts values according to the declared types of
 * columns.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new LRUCache<string, PreparedStatement>({ max: MAX_CACHED_STATEMENTS });

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
    // A separate statement: the same query must not reset an open iterator meanwhile.
    const statement = this.#database.prepare(query.sql);
    for (const row of statement.iterate(...query.parameters.map(toSqliteValue))) {
      yield { rows: [toRow(row, columns) as R] };
    }
  }

  /** False while another process is writing. */
  tryBegin(): boolean {
    try {
      this.run('begin immediate');
      return true;
    } catch (error) {
      if (error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === SQLITE_BUSY)
        return false;
      throw error;
    }
  }

  /** False also when a full disk or a failed commit has ended the transaction. */
  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs a statement that has neither parameters nor rows. */
  run(sql: string): void {
    this.#prepare(sql).statement.run();
  }

  rollback(): void {
    if (this.isInTransaction) this.run('rollback');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): PreparedStatement {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.#database.prepare(sql);
    const columns = statement
      .columns()
      .map((column) => [column.name, camelName(column.name), CONVERSIONS[column.type ?? '']] as const);
    const prepared = { statement, columns };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** From the declared type of a column (see columns.ts) to the values that the code uses. */
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
