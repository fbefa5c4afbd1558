import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { CountedDay } from '../domain/days.ts';
import type { LicensingTables, TrialDay, UsageDay, UsageFilter } from '../tables.ts';

/** An active device, with the dimensions under which it is counted. */
export interface ActiveDevice {
  readonly productId: string;
  readonly kind: UsageDay['kind'];
  readonly appVersion: string | null;
  readonly platform: string | null;
}

/** Records the day on activations or trials that do not have it yet, and returns their ids. */
export async function markCounted(
  tx: Tx,
  table: 'activations' | 'trials',
  accountId: string,
  ids: readonly string[],
  day: string,
): Promise<Set<string>> {
  const marked = await tx
    .tables<LicensingTables>()
    .updateTable(table)
    .set({ countedDay: day })
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .where((eb) => eb.or([eb('countedDay', 'is', null), eb('countedDay', '<', day)]))
    .returning('id')
    .execute();
  return new Set(marked.map(({ id }) => id));
}

/** Adds devices to the counts of a day. */
export async function addUsage(
  tx: Tx,
  accountId: string,
  { usageDay, stripe }: CountedDay,
  devices: readonly ActiveDevice[],
): Promise<void> {
  const groups = Map.groupBy(devices, ({ productId, kind, appVersion, platform }) =>
    JSON.stringify([productId, kind, appVersion ?? '', platform ?? '']),
  );
  // In a fixed order everywhere, so that two processes wait for each other instead of deadlocking.
  for (const key of [...groups.keys()].toSorted()) {
    const group = groups.get(key) ?? [];
    const [first] = group;
    if (first === undefined) continue;
    const { productId, kind, appVersion, platform } = first;
    await tx
      .tables<LicensingTables>()
      .insertInto('usageCounts')
      .values({
        accountId,
        usageDay,
        productId,
        kind,
        appVersion: appVersion ?? '',
        platform: platform ?? '',
        stripe,
        devices: group.length,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['accountId', 'usageDay', 'productId', 'kind', 'appVersion', 'platform', 'stripe'])
          .doUpdateSet((eb) => ({ devices: eb('usageCounts.devices', '+', group.length) })),
      )
      .execute();
  }
}

/** An increment of the counts of a product's trials. */
export interface TrialCount {
  readonly productId: string;
  readonly started?: number;
  readonly converted?: number;
}

/** Adds to the counts of trials of a day. */
export async function addTrials(
  tx: Tx,
  accountId: string,
  { usageDay, stripe }: CountedDay,
  { productId, started = 0, converted = 0 }: TrialCount,
): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .insertInto('trialCounts')
    .values({ accountId, productId, usageDay, stripe, started, converted })
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'usageDay', 'productId', 'stripe']).doUpdateSet((eb) => ({
        started: eb('trialCounts.started', '+', started),
        converted: eb('trialCounts.converted', '+', converted),
      })),
    )
    .execute();
}

/** Active devices of each day, by product, kind, version and platform. */
export function listUsage(db: Reader, accountId: string, filter: UsageFilter): Promise<UsageDay[]> {
  const columns = ['usageDay', 'productId', 'kind', 'appVersion', 'platform'] as const;
  let query = db
    .tables<LicensingTables>()
    .selectFrom('usageCounts')
    .select(columns)
    .select(({ fn }) => fn.sum<number>('devices').as('devices'))
    .where('accountId', '=', accountId)
    .where('usageDay', '>=', filter.from)
    .where('usageDay', '<=', filter.to)
    .groupBy(columns);
  if (filter.productId !== undefined) query = query.where('productId', '=', filter.productId);
  for (const column of columns) query = query.orderBy(column);
  return query.execute();
}

/** Trials of each day, by product. */
export function listTrialDays(db: Reader, accountId: string, filter: UsageFilter): Promise<TrialDay[]> {
  const columns = ['usageDay', 'productId'] as const;
  let query = db
    .tables<LicensingTables>()
    .selectFrom('trialCounts')
    .select(columns)
    .select(({ fn }) => [
      fn.sum<number>('started').as('started'),
      fn.sum<number>('converted').as('converted'),
    ])
    .where('accountId', '=', accountId)
    .where('usageDay', '>=', filter.from)
    .where('usageDay', '<=', filter.to)
    .groupBy(columns);
  if (filter.productId !== undefined) query = query.where('productId', '=', filter.productId);
  for (const column of columns) query = query.orderBy(column);
  return query.execute();
}
