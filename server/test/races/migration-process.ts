import { once } from 'node:events';
import process from 'node:process';
import { sql } from 'kysely';
import { migrations } from '../../migrations/index.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { openLocation } from '../open-location.ts';
import { portableDdl } from '../../src/platform/database/migrate.ts';
import { createLog } from '../../src/platform/log.ts';
import { parameters, tell } from '../processes.ts';

/** Arguments: an empty database, and how it is migrated. Reports the steps that this process ran. */
const [location = '', variant = ''] = await parameters();

const database = await openLocation(location, { log: createLog('warn') });
// A naive migration reads the state of the database before it takes any lock.
const result = await database.ready().then(
  () => 'Migrated',
  () => 'Empty',
);
const go = once(process, 'message');
tell('ready');
await go;
const outcome = await (variant === 'naive' ? migrateOldState() : migrateSafely(database));
await database.close();
tell(outcome);

async function migrateSafely({ migrate }: Database): Promise<unknown> {
  return { ran: await migrate() };
}

async function migrateOldState(): Promise<unknown> {
  if (result === 'Migrated') return { ran: [] };
  try {
    await database.transaction(async (tx) => {
      const statements = migrations.flatMap((step) => step.statements);
      for (const statement of statements) {
        await sql.raw(portableDdl(statement, database.engine)).execute(tx.tables());
      }
    });
    return { ran: migrations.map(({ name }) => name) };
  } catch {
    return { failed: true };
  }
}
