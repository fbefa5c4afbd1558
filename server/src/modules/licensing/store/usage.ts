import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import { type CountedDay, countedDay, dayOf } from '../domain/days.ts';
import type { LicensingTables, TrialDay, UsageDay, UsageFilter } from '../tables.ts';

/** An active device, with the dimensions under which it is counted. */
interface ActiveDevice {
  readonly productId: string;
  readonly kind: UsageDay['kind'];
  readonly appVersion: string | null;
  readonly platform: string | null;
}

/** A device that was active, with the day on which it was counted last. */
export interface UsageDevice extends Omit<ActiveDevice, 'kind'> {
  readonly id: string;
  readonly countedDay: string | null;
}

/**
 * Counts each device once per day (UTC) under the usage that its application reported on its first call of that day,
 * inside the transaction that records the call. Devices counted before cost nothing.
 */
export async function countDevices(
  tx: Tx,
  accountId: string,
  devices: { readonly activations?: readonly UsageDevice[]; readonly trials?: readonly UsageDevice[] },
  now: Date,
): Promise<void> {
  const licensed = await newOfDay(tx, accountId, { table: 'activations', devices: devices.activations }, now);
  const inTrial = await newOfDay(tx, accountId, { table: 'trials', devices: devices.trials }, now);
  const [first] = [...licensed, ...inTrial];
  if (first === undefined) return;
  await addUsage(tx, accountId, countedDay(now, first.id), [
    ...licensed.map((device) => ({ ...device, kind: 'License' as const })),
    ...inTrial.map((device) => ({ ...device, kind: 'Trial' as const })),
  ]);
}

/** Those of the devices that were not counted yet on this day; from now on they are. */
async function newOfDay(
  tx: Tx,
  accountId: string,
  { table, devices = [] }: { table: 'activations' | 'trials'; devices: readonly UsageDevice[] | undefined },
  now: Date,
): Promise<UsageDevice[]> {
  const day = dayOf(now);
  const ids = devices.flatMap((device) => (device.countedDay === day ? [] : [device.id]));
  if (ids.length === 0) return [];
  const rows = await tx
    .tables<LicensingTables>()
    .updateTable(table)
    .set({ countedDay: day })
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .where((eb) => eb.or([eb('countedDay', 'is', null), eb('countedDay', '<', day)]))
    .returning('id')
    .execute();
  const marked = new Set(rows.map(({ id }) => id));
  return devices.filter(({ id }) => marked.has(id));
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
