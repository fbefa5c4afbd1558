import {
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  sql,
} from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { ListeningChangeFeed } from './change-feed-postgres.ts';
import type { Database, DatabaseOptions, Reader } from './database.ts';
import { checkSchema, migrate, schemaName } from './migrate.ts';
import { snakeName } from './names.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { commitListeners, runTransaction } from './transaction.ts';

/**
 * Statements here touch few rows by their keys. The server's default cost of a random page read is that of a spinning
 * disk: it makes the planner read whole tables of ten thousand rows for thirty of them. Compiling a plan takes longer
 * than running any of our statements.
 */
const PLANNING = '-c random_page_cost=1.1 -c jit=off';
const IN_UTC = '-c timezone=UTC';

/** Opens a pool of PostgreSQL connections. Lost connections are logged and replaced; they never end the process. */
export async function openPostgres(options: DatabaseOptions): Promise<Database> {
  const config: pg.PoolConfig = {
    connectionString: options.location,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    lock_timeout: options.lockTimeoutMs ?? 5_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'latchkey',
    options: `${PLANNING} ${IN_UTC}`,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser: typeParser },
  };
  const db = openPool(config, options.log);
  const reader: Reader = { engine: 'postgres', tables: <Tables>() => db as unknown as Kysely<Tables> };
  const changes = new ListeningChangeFeed(reader, config, options.log);
  const listeners = commitListeners();
  return {
    engine: 'postgres',
    reader,
    changes,
    transaction: (work) =>
      runTransaction('postgres', db, work, (changed) => {
        changes.forget(changed);
        listeners.tell(changed);
      }),
    listen: listeners.listen,
    snapshot: (work) => snapshotOf(db, work),
    schema: schemaName(options.migrations),
    migrate: () => migrateWithoutLimit(config, options),
    ready: () => checkSchema(db, options.migrations),
    close: async () => {
      await changes.close();
      await db.destroy();
    },
  };
}

function openPool(config: pg.PoolConfig, log: Log): Kysely<unknown> {
  const pool = new pg.Pool(config);
  const report = (error: Error): void => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return new Kysely<unknown>({ dialect: new SnakeCasePostgresDialect(pool) });
}

/** A step that rewrites a large table, or the wait for another process that runs it, takes longer than any command. */
async function migrateWithoutLimit(
  config: pg.PoolConfig,
  { log, migrations }: DatabaseOptions,
): Promise<readonly string[]> {
  const db = openPool({ ...config, statement_timeout: 0 }, log);
  try {
    return await migrate(db, 'postgres', migrations);
  } finally {
    await db.destroy();
  }
}

/** Reads in a transaction that may pause for longer than those of commands. */
function snapshotOf<Result>(db: Kysely<unknown>, work: (reader: Reader) => Promise<Result>): Promise<Result> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    return work({ engine: 'postgres', tables: <Tables>() => tx as unknown as Kysely<Tables> });
  });
}

/** Row ids and counters are far below 2^53, and sums of them too: numbers, not strings. */
function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
  if (oid === pg.types.builtins.TIMESTAMPTZ) return toDate;
  return pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format) as (value: string) => unknown;
}

const anyDate = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
const UTC = '+00';

/** `2026-11-21 20:59:26.123+00` is nearly a form that JavaScript parses, far faster than a regular expression. */
function toDate(text: string): unknown {
  const isPlain = text.endsWith(UTC) && text[4] === '-' && text[10] === ' ';
  return isPlain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -UTC.length)}Z`) : anyDate(text);
}

class SnakeCasePostgresDialect implements Dialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  createDriver(): Driver {
    return new PostgresDriver(this.#pool);
  }

  createQueryCompiler(): QueryCompiler {
    return new SnakeCasePostgresCompiler();
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}

class SnakeCasePostgresCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(snakeName(identifier));
  }
}
