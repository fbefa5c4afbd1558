import type { Database, DatabaseOptions } from './database.ts';

/**
 * Opens the database named by `location`, loading only the driver of its engine; connects to PostgreSQL lazily, so that
 * a start survives its absence.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (isPostgresLocation(options.location)) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(options);
  }
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(options);
}

export function isPostgresLocation(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}
