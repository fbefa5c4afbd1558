import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Engine, SchemaStatement, SchemaStep } from './database.ts';
import { DatabaseTooNew, DatabaseUnavailable } from './errors.ts';

interface MigrationTables {
  kyselyMigration: { name: string };
  schemaSteps: { step: string; worksWith: string };
}

/**
 * Brings the schema to the newest of these steps and returns the names of the steps that ran.
 *
 * Several processes may start at once: one migrates, the others wait for it. A newer release may have migrated the
 * database already; if its steps work with this code, nothing is left to do. Otherwise raises `DatabaseTooNew`, and
 * changes nothing.
 */
export async function migrate(
  db: Kysely<unknown>,
  engine: Engine,
  migrations: readonly SchemaStep[],
): Promise<readonly string[]> {
  const ran = (await hasNewerSteps(db, migrations)) ? [] : await runSteps(db, engine, migrations);
  await buildIndexes(db, engine, migrations);
  return ran;
}

async function runSteps(
  db: Kysely<unknown>,
  engine: Engine,
  migrations: readonly SchemaStep[],
): Promise<readonly string[]> {
  const steps = Object.fromEntries(migrations.map((step) => [step.name, asMigration(step, engine)]));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/**
 * Resolves when the schema has these steps, and no others but those of newer releases that work with this code. Rejects
 * otherwise, and when the database cannot be reached.
 */
export async function checkSchema(db: Kysely<unknown>, migrations: readonly SchemaStep[]): Promise<void> {
  const applied = await appliedSteps(db);
  const missing = migrations.filter(({ name }) => !applied.includes(name));
  if (missing.length > 0) {
    throw new DatabaseUnavailable(
      `The schema of the database lacks migrations (${missing.map(({ name }) => name).join(', ')}).`,
    );
  }
  await refuseUnknown(db, applied, migrations);
}

/** The name of the newest step: two databases with the same one have the same schema. */
export function schemaName(migrations: readonly SchemaStep[]): string {
  return migrations.at(-1)?.name ?? '';
}

/**
 * Whether the database has steps that this code does not know, but can work with; raises `DatabaseTooNew` if it cannot.
 */
async function hasNewerSteps(db: Kysely<unknown>, migrations: readonly SchemaStep[]): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return false;
  return refuseUnknown(db, await appliedSteps(db), migrations);
}

/** Returns whether there are unknown steps; raises `DatabaseTooNew` if this code cannot work with one of them. */
async function refuseUnknown(
  db: Kysely<unknown>,
  applied: readonly string[],
  migrations: readonly SchemaStep[],
): Promise<boolean> {
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !names.has(name));
  if (unknown.length === 0) return false;
  const rows = await tablesOf(db)
    .selectFrom('schemaSteps')
    .selectAll()
    .where('step', 'in', unknown)
    .where('worksWith', 'in', [...names])
    .execute();
  const isComplete = migrations.every(({ name }) => applied.includes(name));
  const refused = unknown.filter((name) => !isComplete || !rows.some(({ step }) => step === name));
  if (refused.length === 0) return true;
  throw new DatabaseTooNew(
    `the database was written by a newer version of Latchkey (it has ${refused.join(', ')}): start that version, or restore an older backup`,
  );
}

async function appliedSteps(db: Kysely<unknown>): Promise<string[]> {
  const rows = await tablesOf(db).selectFrom('kyselyMigration').select('name').execute();
  return rows.map(({ name }) => name);
}

function tablesOf(db: Kysely<unknown>): Kysely<MigrationTables> {
  return db;
}

function asMigration({ name, statements, worksWith }: SchemaStep, engine: Engine): Migration {
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(portableDdl(statement, engine)).execute(db);
      if (worksWith !== undefined)
        await tablesOf(db).insertInto('schemaSteps').values({ step: name, worksWith }).execute();
    },
  };
}

const INDEX_LOCK = 4_242_002;
const INDEX_LOCK_RETRY_MS = 500;

/**
 * Builds the indexes that are missing, one process at a time. A build that was interrupted leaves an invalid index,
 * which is built again.
 */
async function buildIndexes(
  db: Kysely<unknown>,
  engine: Engine,
  migrations: readonly SchemaStep[],
): Promise<void> {
  const statements = migrations.flatMap(({ indexes = [] }) => indexes);
  if (statements.length === 0) return;
  if (engine === 'sqlite') {
    for (const statement of statements)
      await sql.raw(statement.replace(/\bindex\b/, 'index if not exists')).execute(db);
    return;
  }
  await db.connection().execute(async (connection) => {
    await takeIndexLock(connection);
    try {
      for (const statement of statements) await buildIndex(connection, statement);
    } finally {
      await sql`select pg_advisory_unlock(${INDEX_LOCK})`.execute(connection);
    }
  });
}

/**
 * Asks again and again: a statement that waits for the lock would hold up the build, which waits for every statement.
 */
async function takeIndexLock(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      isTaken: boolean;
    }>`select pg_try_advisory_lock(${INDEX_LOCK}) as is_taken`.execute(db);
    if (rows[0]?.isTaken === true) return;
    await delay(INDEX_LOCK_RETRY_MS);
  }
}

async function buildIndex(db: Kysely<unknown>, statement: string): Promise<void> {
  const name = /\bindex (\w+)/.exec(statement)?.[1] ?? '';
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.isValid === true) return;
  if (rows[0] !== undefined) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
  await sql.raw(statement.replace(/\bindex\b/, 'index concurrently')).execute(db);
}

const POSTGRES_TYPES: Record<string, string> = {
  TEXT: 'text collate "C"',
  INTEGER: 'bigint',
  BOOLEAN: 'boolean',
  JSON: 'jsonb',
  TIMESTAMP: 'timestamptz(3)',
};

/**
 * Schema statements name five portable types in capitals, and nothing else in capitals: TEXT, INTEGER, BOOLEAN,
 * JSON, TIMESTAMP. SQLite stores them as declared (the driver reads the declaration to convert values);
 * PostgreSQL gets types of its own, with text compared by bytes as SQLite does, so that both sort alike.
 */
export function portableDdl(statement: SchemaStatement, engine: Engine): string {
  const text = typeof statement === 'string' ? statement : statement[engine];
  if (engine === 'sqlite') return text;
  return text.replace(/\b(TEXT|INTEGER|BOOLEAN|JSON|TIMESTAMP)\b/g, (type) => POSTGRES_TYPES[type] ?? type);
}
