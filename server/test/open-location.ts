import process from 'node:process';
import { migrations } from '../migrations/index.ts';
import { systemClock } from '../src/kernel/clock.ts';
import type { Database, DatabaseOptions } from '../src/platform/database/database.ts';
import { openDatabase } from '../src/platform/database/open-database.ts';
import { createLog } from '../src/platform/log.ts';

/** No test depends on data that survives a crash of the machine; `npm test -- --durable` writes durably anyway. */
const IS_DURABLE = process.env['LATCHKEY_TEST_DURABLE'] === '1';

/** Opens the database at a location as tests do: with the system time and without a log, unless options differ. */
export function openLocation(
  location: string,
  options: Partial<Omit<DatabaseOptions, 'location'>> = {},
): Promise<Database> {
  return openDatabase({
    migrations,
    isDurable: IS_DURABLE,
    log: createLog('silent'),
    clock: systemClock,
    ...options,
    location,
  });
}
