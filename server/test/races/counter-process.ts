import { systemClock } from '../../src/kernel/clock.ts';
import { hitCounter } from '../../src/platform/counters/rate-counters.ts';
import type { CounterTables } from '../../src/platform/counters/tables.ts';
import { openVault } from '../../src/platform/crypto/vault.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { parameters, takePart } from '../processes.ts';

const [location = '', variant = '', hits = ''] = await parameters();
const LIMIT = 100;
const vault = openVault('a secret for tests that is long enough');

/** Reads the counter, then writes it plus one: the wrong implementation of the guaranteed counter. */
async function naiveHit(database: Database, key: string): Promise<boolean> {
  const counterKey = vault.sign('rate-counters', key);
  const counter = await database.reader
    .tables<CounterTables>()
    .selectFrom('rateCounters')
    .select('hits')
    .where('counterKey', '=', counterKey)
    .executeTakeFirst();
  const count = (counter?.hits ?? 0) + 1;
  const row = { counterKey, hits: count, resetsAt: new Date(Date.now() + 3_600_000) };
  await database.transaction((tx) =>
    tx
      .tables<CounterTables>()
      .insertInto('rateCounters')
      .values(row)
      .onConflict((conflict) => conflict.column('counterKey').doUpdateSet({ hits: count }))
      .execute(),
  );
  return count <= LIMIT;
}

await takePart(location, async (database) => {
  const allowance = { limit: LIMIT, windowSeconds: 3600 };
  const hit = async (): Promise<boolean> => {
    if (variant === 'naive') return naiveHit(database, 'race');
    return (await hitCounter({ clock: systemClock, vault }, database, 'race', allowance)).allowed;
  };
  // Several lanes in each process, so that hits coincide within a process as well as between two.
  const lanes = Array.from({ length: 4 }, async () => {
    let allowed = 0;
    for (let count = 0; count < Number(hits); count += 1) if (await hit()) allowed += 1;
    return allowed;
  });
  return (await Promise.all(lanes)).reduce((sum, allowed) => sum + allowed, 0);
});
