import type { Database, DatabaseOptions } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Opens the database named by `location`; connects to PostgreSQL lazily, so that a start survives its absence. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return isPostgresLocation(options.location) ? openPostgres(options) : openSqlite(options);
}

export function isPostgresLocation(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}
