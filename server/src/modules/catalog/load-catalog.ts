import type { Context } from '../accounts/index.ts';
import { readVersion } from '../../platform/database/record-change.ts';
import { versionedCache } from '../../platform/database/versioned-cache.ts';
import type { System } from '../../platform/system.ts';
import { assembleCatalog, type Catalog } from './catalog.ts';
import { readCatalogRows } from './store.ts';

/** The change feed topic of an account's catalogue; every command that changes it records a change. */
export const CATALOG_TOPIC = 'catalog';

/**
 * Everything the account sells. The snapshot is shared by all callers and cached until a change of the catalogue is
 * committed, in this process or another.
 */
export function loadCatalog(ctx: Context): Promise<Catalog> {
  return catalogs.get(ctx, ctx.account.id);
}

/** The same snapshot, synchronously, if it is cached and certainly current; `undefined` otherwise. */
export function peekCatalog(ctx: Context): Catalog | undefined {
  return catalogs.peek(ctx, ctx.account.id);
}

const MOST_ATTEMPTS = 5;
const MAX_CATALOGS = 1_000;

const catalogs = versionedCache<Catalog>({
  topic: CATALOG_TOPIC,
  load: readConsistently,
  capacity: MAX_CATALOGS,
});

/** Several queries see one moment if no change was committed between the first and the last of them. */
async function readConsistently(system: System, accountId: string): Promise<Catalog> {
  const { reader } = system.database;
  for (let attempt = 1; ; attempt += 1) {
    const version = await readVersion(reader, accountId, CATALOG_TOPIC);
    const rows = await readCatalogRows(reader, accountId);
    const versionAfter = await readVersion(reader, accountId, CATALOG_TOPIC);
    // A catalogue under constant change is served without caching: its next reader loads it again.
    if (version === versionAfter || attempt >= MOST_ATTEMPTS) return assembleCatalog(version, rows);
  }
}
