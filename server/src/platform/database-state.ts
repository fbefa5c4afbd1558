import { sql } from 'kysely';
import type { Reader } from './database/database.ts';

interface MigrationTables {
  kyselyMigration: { name: string; timestamp: string };
}

/** The size of the database in bytes, and when its schema last changed, by the clock of the server that changed it. */
export async function databaseState(
  reader: Reader,
): Promise<{ readonly bytes: number; readonly migratedAt: Date }> {
  const size =
    reader.engine === 'sqlite'
      ? sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      : sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`;
  const [{ rows }, { timestamp }] = await Promise.all([
    size.execute(reader.tables()),
    reader
      .tables<MigrationTables>()
      .selectFrom('kyselyMigration')
      .select('timestamp')
      .orderBy('name', 'desc')
      .executeTakeFirstOrThrow(),
  ]);
  return { bytes: Number(rows[0]?.bytes ?? 0), migratedAt: new Date(timestamp) };
}
