import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import { fileChangeFeed } from './change-feed-sqlite.ts';
import type { Database, DatabaseOptions, Reader } from './database.ts';
import { checkSchema, migrate, schemaName } from './migrate.ts';
import { snakeName } from './names.ts';
import { SqliteDriver, SqliteReadDriver } from './sqlite-driver.ts';
import { commitListeners, runTransaction } from './transaction.ts';

/** Opens an SQLite file (created if missing) with one connection that writes and one that reads. */
export async function openSqlite(options: DatabaseOptions): Promise<Database> {
  mkdirSync(dirname(options.location), { recursive: true, mode: 0o700 });
  const lockTimeoutMs = options.lockTimeoutMs ?? 5_000;
  const writeFile = openFile(options.location, lockTimeoutMs);
  if (options.isDurable === false) writeFile.exec('pragma synchronous = off');
  const writer = kyselyOver(new SqliteDriver(writeFile, lockTimeoutMs));
  const readFile = openFile(options.location, lockTimeoutMs);
  readFile.exec('pragma query_only = on');
  const readConnection = kyselyOver(new SqliteReadDriver(readFile));
  const reader: Reader = {
    engine: 'sqlite',
    tables: <Tables>() => readConnection as unknown as Kysely<Tables>,
  };
  const changes = fileChangeFeed(writeFile, readFile);
  const listeners = commitListeners();
  return {
    engine: 'sqlite',
    reader,
    changes,
    transaction: (work) =>
      runTransaction('sqlite', writer, work, (changed) => {
        changes.forget(changed);
        listeners.tell(changed);
      }),
    listen: listeners.listen,
    snapshot: (work) => snapshotOf(options.location, lockTimeoutMs, work),
    measures: [],
    risks: async () => [],
    schema: schemaName(options.migrations),
    migrate: async () => {
      const names = await migrateFile(options);
      // Both connections have read the schema as it was: the columns of a `select *` would stay those of then.
      for (const file of [writeFile, readFile]) file.exec('select 1 from sqlite_master');
      return names;
    },
    ready: () => checkSchema(readConnection, options.migrations),
    close: async () => {
      await writer.destroy();
      await readConnection.destroy();
      // Kysely does not close connections that it never used.
      for (const file of [writeFile, readFile]) if (file.isOpen) file.close();
    },
  };
}

/** Reads on its own connection, in a transaction that begins with its first query. */
async function snapshotOf<Result>(
  location: string,
  lockTimeoutMs: number,
  work: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  const file = openFile(location, lockTimeoutMs);
  file.exec('pragma query_only = on');
  file.exec('begin');
  const db = kyselyOver(new SqliteReadDriver(file));
  try {
    return await work({ engine: 'sqlite', tables: <Tables>() => db as unknown as Kysely<Tables> });
  } finally {
    await db.destroy();
    // Kysely does not close what it never used.
    if (file.isOpen) file.close();
  }
}

const MIGRATION_LOCK_TIMEOUT_MS = 60_000;

/** Migrates on its own connection, which waits for another process's migration. */
async function migrateFile({ location, migrations }: DatabaseOptions): Promise<readonly string[]> {
  const file = openFile(location, MIGRATION_LOCK_TIMEOUT_MS);
  file.exec(`pragma busy_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}`);
  const db = kyselyOver(new SqliteDriver(file, MIGRATION_LOCK_TIMEOUT_MS));
  try {
    return await migrate(db, 'sqlite', migrations);
  } finally {
    await db.destroy();
  }
}

function openFile(location: string, lockTimeoutMs: number): DatabaseSync {
  if (location !== ':memory:') makeFile(location);
  const database = new DatabaseSync(location);
  // Switching to WAL briefly needs exclusive access to the file; afterwards only the writer's begin can find it busy.
  database.exec(`pragma busy_timeout = ${lockTimeoutMs}`);
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  database.exec('pragma trusted_schema = off');
  database.exec('pragma cache_size = -8192');
  database.exec('pragma busy_timeout = 0');
  return database;
}

/**
 * It contains hashes of passwords, and mails: a new file, like the files that SQLite puts beside it, is readable by its
 * owner only.
 *
 * A file that exists is not even opened: closing any descriptor of it would drop every lock that this process holds on
 * it (POSIX), and another program that closes the database would then delete the log under the running server.
 */
function makeFile(location: string): void {
  try {
    closeSync(openSync(location, 'ax', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function kyselyOver(driver: Driver): Kysely<unknown> {
  const dialect: Dialect = {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db),
    createQueryCompiler: (): QueryCompiler => new SnakeCaseSqliteCompiler(),
  };
  return new Kysely<unknown>({ dialect });
}

/** SQLite's schema changes are transactional: all migrations of a start run in one transaction, under one lock. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  /** The driver decides which transaction waits for which; otherwise Kysely would pass it one transaction at a time. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

type SelectModifier = Parameters<SqliteQueryCompiler['visitSelectModifier']>[0];
type Limit = Parameters<SqliteQueryCompiler['visitLimit']>[0];

class SnakeCaseSqliteCompiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(snakeName(identifier));
  }

  /** `for update` means nothing here: a transaction holds the write lock of the whole file from its start. */
  protected override visitSelectModifier(node: SelectModifier): void {
    if (node.modifier !== 'ForUpdate') super.visitSelectModifier(node);
  }

  /** SQLite plans a statement again each time a limit is bound to it, which takes longer than running most of ours. */
  protected override visitLimit({ limit }: Limit): void {
    const count = ValueNode.is(limit) ? limit.value : undefined;
    if (!Number.isSafeInteger(count)) throw new TypeError('a limit is a whole number');
    this.append(`limit ${String(count)}`);
  }
}
