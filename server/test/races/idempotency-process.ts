import { systemClock } from '../../src/kernel/clock.ts';
import { randomIds } from '../../src/kernel/ids.ts';
import { openVault } from '../../src/platform/crypto/vault.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { beginIdempotent } from '../../src/platform/idempotency/idempotency.ts';
import type { IdempotencyTables } from '../../src/platform/idempotency/tables.ts';
import { parameters, takePart } from '../processes.ts';

const [location = '', variant = '', keys = ''] = await parameters();
const LANES = 2;
const vault = openVault('a secret for tests that is long enough');

async function begins(database: Database, key: string): Promise<boolean> {
  const deps = { database, clock: systemClock, ids: randomIds, vault };
  const request = { accountId: 'demo', caller: 'key:1', key, fingerprint: 'same' };
  return (await beginIdempotent(deps, request)).outcome === 'Started';
}

/** Checks whether the key exists, and takes it if it does not. */
async function naiveBegins(database: Database, key: string): Promise<boolean> {
  const call = await database.reader
    .tables<IdempotencyTables>()
    .selectFrom('idempotencyKeys')
    .select('lockToken')
    .where('idempotencyKey', '=', key)
    .executeTakeFirst();
  if (call !== undefined) return false;
  const now = new Date();
  const row = {
    accountId: 'demo',
    caller: 'key:1',
    idempotencyKey: key,
    fingerprint: 'same',
    lockToken: randomIds.secret(),
    createdAt: now,
    lockedUntil: now,
  };
  await database.transaction((tx) =>
    tx
      .tables<IdempotencyTables>()
      .insertInto('idempotencyKeys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return true;
}

await takePart(location, async (database) => {
  const begin = variant === 'naive' ? naiveBegins : begins;
  const lanes = Array.from({ length: LANES }, async () => {
    const started: string[] = [];
    for (let index = 0; index < Number(keys); index += 1) {
      const key = `key-${index}`;
      if (await begin(database, key)) started.push(key);
    }
    return started;
  });
  return (await Promise.all(lanes)).flat();
});
