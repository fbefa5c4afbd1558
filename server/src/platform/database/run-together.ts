import type { CompiledQuery, DatabaseConnection } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Runs queries whose results nobody needs, in their order; on PostgreSQL all of them in one round trip. Raises the
 * failure of the first one that fails, and the transaction must then end, as after any failed query.
 */
export async function runTogether(tx: Tx, queries: readonly CompiledQuery[]): Promise<void> {
  const run = tx.engine === 'postgres' ? runInOneRoundTrip : runInTurn;
  await tx
    .tables()
    .getExecutor()
    .provideConnection((connection) => run(connection, queries));
}

/** The connection sends queries as they come, and is free for others when all have been answered. */
async function runInOneRoundTrip(
  connection: DatabaseConnection,
  queries: readonly CompiledQuery[],
): Promise<void> {
  const results = await Promise.allSettled(queries.map((query) => connection.executeQuery(query)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function runInTurn(connection: DatabaseConnection, queries: readonly CompiledQuery[]): Promise<void> {
  for (const query of queries) await connection.executeQuery(query);
}
