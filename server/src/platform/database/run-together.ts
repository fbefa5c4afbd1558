import type { CompiledQuery, DatabaseConnection } from 'kysely';
import type { Tx } from './database.ts';
import type { PostgresConnection } from './postgres-driver.ts';

/**
 * Runs queries whose results nobody needs, in their order. Raises the failure of the first one that fails, and the
 * transaction must then end, as after any failed query.
 *
 * On PostgreSQL they are sent together with the transaction's next query or its commit, which raises their failure.
 */
export async function runTogether(tx: Tx, queries: readonly CompiledQuery[]): Promise<void> {
  await tx
    .tables()
    .getExecutor()
    .provideConnection(async (connection) => {
      for (const query of queries) {
        if (canPostpone(connection)) connection.postpone(query);
        else await connection.executeQuery(query);
      }
    });
}

/** By a property: the class would load `pg`, also into servers on SQLite. */
function canPostpone(connection: DatabaseConnection): connection is PostgresConnection {
  return 'postpone' in connection;
}
