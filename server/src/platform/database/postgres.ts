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
import type { Database, DatabaseOptions, Measure, Reader } from './database.ts';
import { DatabaseUnavailable } from './errors.ts';
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
/**
 * A statement without a response this long after the server's own limit no longer has a server: its machine is frozen
 * or gone, or the network drops packets silently. The driver then closes the connection, which fails everything on it.
 */
const SILENCE_MS = 2_000;
/** For a step that rewrites a large table, or waits for another process that runs it. */
const LONGEST_MIGRATION_MS = 6 * 60 * 60 * 1_000;
/** For a statement that counts the rows of a large account, or waits for a busy disk. */
const LONGEST_SNAPSHOT_STATEMENT_MS = 10 * 60 * 1_000;
const IN_UTC = '-c timezone=UTC';

/** Opens a pool of PostgreSQL connections. Lost connections are logged and replaced; they never end the process. */
export async function openPostgres(options: DatabaseOptions): Promise<Database> {
  const config = configOf(options);
  const pool = createPool(config, options.log);
  const db = overPool(pool);
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
    snapshot: (work) => snapshotOf(config, options.log, work),
    measures: measuresOf(pool, db, changes),
    risks: async () => ((await replication(db)).isAtRisk ? [ASYNCHRONOUS] : []),
    schema: schemaName(options.migrations),
    migrate: async () => {
      await changes.ready();
      return migrateWithoutLimit(config, options);
    },
    ready: async () => {
      await refuseReadOnly(db);
      await changes.ready();
      await checkSchema(db, options.migrations);
    },
    close: async () => {
      await changes.close();
      await db.destroy();
    },
  };
}

function configOf({
  location,
  poolSize = 10,
  statementTimeoutMs = 15_000,
  lockTimeoutMs = 5_000,
}: DatabaseOptions): pg.PoolConfig {
  return {
    connectionString: location,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'latchkey',
    options: `${PLANNING} ${IN_UTC}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    types: { getTypeParser: typeParser },
  };
}

function createPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool(config);
  const report = (error: Error): void => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}

function overPool(pool: pg.Pool): Kysely<unknown> {
  return new Kysely<unknown>({ dialect: new SnakeCasePostgresDialect(pool) });
}

const ASYNCHRONOUS =
  'PostgreSQL has replicas, but none is synchronous: if its leader is lost, so are orders that buyers have paid. Set synchronous_standby_names, or synchronous_mode of Patroni.';

interface Replication {
  readonly replicas: number;
  /** Whether a failover can lose commits that were reported as durable. */
  readonly isAtRisk: boolean;
}

async function replication(db: Kysely<unknown>): Promise<Replication> {
  const { rows } = await sql<Replication>`
    select count(*) as replicas,
      count(*) > 0 and (current_setting('synchronous_standby_names') = ''
        or current_setting('synchronous_commit') in ('off', 'local')) as is_at_risk
    from pg_stat_replication`.execute(db);
  return rows[0] ?? { replicas: 0, isAtRisk: false };
}

function measuresOf(pool: pg.Pool, db: Kysely<unknown>, changes: ListeningChangeFeed): readonly Measure[] {
  return [
    {
      name: 'free_connections',
      help: 'Connections of the pool that are idle or can still be opened.',
      read: async () => pool.options.max - pool.totalCount + pool.idleCount,
    },
    {
      name: 'waiting_requests',
      help: 'Callers that wait for a connection of the pool.',
      read: async () => pool.waitingCount,
    },
    {
      name: 'change_feed_heartbeat_age_seconds',
      help: 'Seconds since a notification of the change feed came back; it sends one every 5 seconds.',
      read: async () => changes.heartbeatAge(),
    },
    {
      name: 'replicas',
      help: 'Replicas that stream from the server.',
      read: async () => (await replication(db)).replicas,
    },
    {
      name: 'asynchronous',
      help: '1 if there are replicas, and none is synchronous: a failover can lose acknowledged writes.',
      read: async () => Number((await replication(db)).isAtRisk),
    },
  ];
}

async function refuseReadOnly(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    isReadOnly: boolean;
  }>`select current_setting('transaction_read_only')::boolean as is_read_only`.execute(db);
  if (rows[0]?.isReadOnly !== false)
    throw new DatabaseUnavailable('The database is read-only: it is a replica, or was made so.');
}

/** The time limits of commands do not apply. */
function migrateWithoutLimit(
  config: pg.PoolConfig,
  { log, migrations }: DatabaseOptions,
): Promise<readonly string[]> {
  const limits = { statement_timeout: 0, query_timeout: LONGEST_MIGRATION_MS };
  return withOwnPool({ ...config, ...limits }, log, (db) => migrate(db, 'postgres', migrations));
}

/**
 * Reads in a transaction that may pause, and whose statements may run, for longer than those of commands; on a connection
 * of its own, so that no command waits for it.
 */
function snapshotOf<Result>(
  config: pg.PoolConfig,
  log: Log,
  work: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  const limits = {
    statement_timeout: LONGEST_SNAPSHOT_STATEMENT_MS,
    query_timeout: LONGEST_SNAPSHOT_STATEMENT_MS + SILENCE_MS,
  };
  return withOwnPool({ ...config, ...limits, max: 1 }, log, (db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
        return work({ engine: 'postgres', tables: <Tables>() => tx as unknown as Kysely<Tables> });
      }),
  );
}

async function withOwnPool<Result>(
  config: pg.PoolConfig,
  log: Log,
  work: (db: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const db = overPool(createPool(config, log));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
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
