import type { PostgresPool, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { camelName } from './names.ts';

const MAX_PREPARED = 300;
const BEGIN = 'begin';

type Result = PostgresQueryResult<Record<string, unknown>>;

const NOTHING: Result = { command: 'SELECT', rowCount: 0, rows: [] };

/**
 * The pool as Kysely uses it. Its clients must have been opened with `pipeline`.
 *
 * Every statement with parameters is prepared under a name: PostgreSQL then parses and plans it once per connection.
 */
export function connectionsOf(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const name = names.get(text);
    if (name !== undefined || names.size >= MAX_PREPARED) return name;
    const next = `latchkey_${names.size}`;
    names.set(text, next);
    return next;
  };
  const connections = new WeakMap<pg.PoolClient, Connection>();
  return {
    async connect() {
      const client = await pool.connect();
      const connection = connections.get(client) ?? new Connection(client, nameOf);
      connections.set(client, connection);
      // Kysely's type has cursors too, which nothing here uses.
      return connection as never;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** A client of the pool. A transaction begins together with its first statement, in one round trip. */
class Connection {
  readonly #client: pg.PoolClient;
  readonly #nameOf: (text: string) => string | undefined;
  #begin: Promise<unknown> | undefined;

  constructor(client: pg.PoolClient, nameOf: (text: string) => string | undefined) {
    this.#client = client;
    this.#nameOf = nameOf;
  }

  async query(text: string, values: readonly unknown[] = []): Promise<Result> {
    if (text === BEGIN) return this.#sendBegin();
    const begin = this.#begin;
    this.#begin = undefined;
    const [result] = await Promise.all([this.#send(text, values), begin]);
    return result;
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  /** Does not wait for the response: the first statement of the transaction fails if this one does. */
  #sendBegin(): Result {
    this.#begin = this.#client.query(BEGIN);
    this.#begin.catch(() => {});
    return NOTHING;
  }

  async #send(text: string, values: readonly unknown[]): Promise<Result> {
    const name = values.length > 0 ? this.#nameOf(text) : undefined;
    const { command, rowCount, fields, rows } = await this.#client.query<unknown[]>({
      text,
      values: values.map(toPostgresValue),
      rowMode: 'array',
      ...(name !== undefined && { name }),
    });
    return { command: command as Result['command'], rowCount: rowCount ?? 0, rows: toObjects(fields, rows) };
  }
}

/** Arrays are JSON here, because no column is an SQL array; `pg` would treat them as SQL arrays. */
function toPostgresValue(value: unknown): unknown {
  if (value === undefined) throw new TypeError('undefined is not a value of a column');
  return Array.isArray(value) ? JSON.stringify(value) : value;
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
