import process from 'node:process';
import type { Duplex } from 'node:stream';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { camelName } from './names.ts';

const MAX_PREPARED = 300;
const READ_ONLY = '25006';

/**
 * Kysely's driver over a pool whose clients were opened with `pipeline`.
 *
 * Every statement with parameters is prepared under a name: PostgreSQL then parses and plans it once per connection. A
 * transaction begins together with its first statement, in one round trip.
 */
export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #names = new Map<string, string>();
  readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const client = await this.#pool.connect();
    const connection =
      this.#connections.get(client) ?? new PostgresConnection(client, (text) => this.#nameOf(text));
    this.#connections.set(client, connection);
    return connection;
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(
    connection: PostgresConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    const mode = accessMode === undefined ? '' : ` ${accessMode}`;
    connection.postpone(CompiledQuery.raw(`begin${level}${mode}`));
  }

  /** If a statement of a transaction failed, PostgreSQL reports its commit as a success, but rolls it back. */
  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const command = await connection.run('commit');
    if (command !== 'COMMIT') throw new Error('a statement of this transaction failed before its commit');
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }

  #nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MAX_PREPARED) return name;
    const next = `latchkey_${this.#names.size}`;
    this.#names.set(text, next);
    return next;
  }
}

/** A client of the pool. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #nameOf: (text: string) => string | undefined;
  readonly #stream: Duplex;
  #isCorked = false;
  /** The responses that nobody has awaited yet. */
  #postponed: Promise<unknown> | undefined;
  #isBroken = false;

  constructor(client: pg.PoolClient, nameOf: (text: string) => string | undefined) {
    if (!(client instanceof pg.Client)) throw new TypeError('a pool of other clients than those of pg');
    this.#client = client;
    this.#stream = client.connection.stream;
    this.#nameOf = nameOf;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rowCount, fields, rows } = await this.#answerTo(this.#statementOf(query));
    return { rows: toObjects(fields, rows) as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
  }

  streamQuery(): never {
    throw new Error('rows are read in pages, not in streams');
  }

  /**
   * Sends a query and does not wait for its response: the next query or the commit raises its failure. Raises
   * immediately what prevents it from being sent, so that no transaction is committed without it.
   */
  postpone(query: CompiledQuery): void {
    const answer = this.#answerTo(this.#statementOf(query));
    answer.catch(() => {});
    this.#postponed = answer;
  }

  /** Runs a statement without parameters and rows, and returns the command that the server ran. */
  async run(text: string): Promise<string> {
    const { command } = await this.#answerTo({ text, values: [] });
    return command;
  }

  /** Regardless of earlier failures. A connection that cannot roll back is not reused. */
  async rollback(): Promise<void> {
    this.#postponed = undefined;
    try {
      await this.run('rollback');
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  /** A statement whose values can all be sent as they are. */
  #statementOf({ sql: text, parameters }: CompiledQuery): pg.QueryConfig {
    const values = parameters.map(toPostgresValue);
    const name = values.length > 0 ? this.#nameOf(text) : undefined;
    return { text, values, ...(name !== undefined && { name }) };
  }

  async #answerTo(statement: pg.QueryConfig): Promise<pg.QueryArrayResult<unknown[]>> {
    const postponed = this.#postponed;
    this.#postponed = undefined;
    this.#cork();
    const sending = this.#client.query<unknown[]>({ ...statement, rowMode: 'array' });
    const [earlier, answer] = await Promise.allSettled([postponed, sending]);
    if (earlier.status === 'rejected') throw this.#noted(earlier.reason);
    if (answer.status === 'rejected') throw this.#noted(answer.reason);
    return answer.value;
  }

  /** A server that accepts no writes has become a replica: the next connection may lead to the new leader. */
  #noted(failure: unknown): unknown {
    if (failure instanceof pg.DatabaseError && failure.code === READ_ONLY) this.#isBroken = true;
    return failure;
  }

  /** Statements that are sent in one turn leave in one packet, for which the server wakes up once. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.#stream.uncork();
    });
  }
}

/** Arrays and objects are JSON, because no column is an SQL array. */
function toPostgresValue(value: unknown): unknown {
  if (value === undefined) throw new TypeError('undefined is not a value of a column');
  if (typeof value !== 'object' || value === null) return value;
  return value instanceof Date || value instanceof Uint8Array ? value : JSON.stringify(value);
}

/** Rows with the names used in code; column names are converted once, not for each row. */
function toObjects(fields: readonly pg.FieldDef[], rows: readonly unknown[][]): Record<string, unknown>[] {
  const names = fields.map(({ name }) => camelName(name));
  return rows.map((row) => {
    const converted: Record<string, unknown> = {};
    names.forEach((name, index) => (converted[name] = row[index]));
    return converted;
  });
}
