import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Engine, SchemaStatement, SchemaStep } from './database.ts';
import { DatabaseTooNew, DatabaseUnavailable } from './errors.ts';

interface MigrationTable {
  kyselyMigration: { name: string };
}

/**
 * Brings the schema to the newest of these steps and returns the names of the steps that ran.
 *
 * Several processes may start at once: one migrates, the others wait for it. Raises `DatabaseTooNew`, and changes
 * nothing, when the database has a step that this code does not know.
 */
export async function migrate(
  db: Kysely<unknown>,
  engine: Engine,
  migrations: readonly SchemaStep[],
): Promise<readonly string[]> {
  await refuseNewerSchema(db, migrations);
  const steps = Object.fromEntries(migrations.map((step) => [step.name, asMigration(step, engine)]));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** Resolves when the schema has exactly these steps; rejects when it is older, newer or unreachable. */
export async function checkSchema(db: Kysely<unknown>, migrations: readonly SchemaStep[]): Promise<void> {
  const applied = await appliedSteps(db);
  const missing = migrations.filter(({ name }) => !applied.includes(name));
  if (missing.length > 0)
    throw new DatabaseUnavailable(`migrations missing: ${missing.map(({ name }) => name).join(', ')}`);
  refuseUnknown(applied, migrations);
}

/** The name of the newest step: two databases with the same one have the same schema. */
export function schemaName(migrations: readonly SchemaStep[]): string {
  return migrations.at(-1)?.name ?? '';
}

async function refuseNewerSchema(db: Kysely<unknown>, migrations: readonly SchemaStep[]): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.some(({ name }) => name === 'kysely_migration'))
    refuseUnknown(await appliedSteps(db), migrations);
}

function refuseUnknown(applied: readonly string[], migrations: readonly SchemaStep[]): void {
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !names.has(name));
  if (unknown.length > 0) {
    throw new DatabaseTooNew(
      `the database was written by a newer version of Latchkey (it has ${unknown.join(', ')}): start that version, or restore an older backup`,
    );
  }
}

async function appliedSteps(db: Kysely<unknown>): Promise<string[]> {
  const rows = await (db as Kysely<MigrationTable>).selectFrom('kyselyMigration').select('name').execute();
  return rows.map(({ name }) => name);
}

function asMigration(step: SchemaStep, engine: Engine): Migration {
  return {
    async up(db) {
      for (const statement of step.statements) await sql.raw(portableDdl(statement, engine)).execute(db);
    },
  };
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
