import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import type { LicensingTables, TrialDay, UsageDay } from './tables.ts';

/** What a device that was active is counted under. */
export interface ActiveDevice {
  readonly productId: string;
  readonly kind: UsageDay['kind'];
  readonly appVersion: string | null;
  readonly platform: string | null;
}

/** Notes the day at activations where it is not noted yet, and returns the ids of those. */
export async function markActivationsCounted(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  day: string,
): Promise<Set<string>> {
  const marked = await tx
    .tables<LicensingTables>()
    .updateTable('activations')
    .set({ countedDay: day })
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .where((eb) => eb.or([eb('countedDay', 'is', null), eb('countedDay', '<', day)]))
    .returning('id')
    .execute();
  return new Set(marked.map(({ id }) => id));
}

/** The same for trials. */
export async function markTrialsCounted(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  day: string,
): Promise<Set<string>> {
  const marked = await tx
    .tables<LicensingTables>()
    .updateTable('trials')
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
  usageDay: string,
  devices: readonly ActiveDevice[],
): Promise<void> {
  const groups = Map.groupBy(devices, ({ productId, kind, appVersion, platform }) =>
    JSON.stringify([productId, kind, appVersion ?? '', platform ?? '']),
  );
  // In one order everywhere, so that two processes wait for each other instead of deadlocking.
  for (const key of [...groups.keys()].toSorted()) {
    const group = groups.get(key) ?? [];
    const [first] = group;
    if (first === undefined) continue;
    const { productId, kind, appVersion, platform } = first;
    await tx
      .tables<LicensingTables>()
      .insertInto('usageDays')
      .values({
        accountId,
        usageDay,
        productId,
        kind,
        appVersion: appVersion ?? '',
        platform: platform ?? '',
        devices: group.length,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['accountId', 'usageDay', 'productId', 'kind', 'appVersion', 'platform'])
          .doUpdateSet((eb) => ({ devices: eb('usageDays.devices', '+', group.length) })),
      )
      .execute();
  }
}

/** Adds to the counts of trials of a day. */
export async function addTrialDay(
  tx: Tx,
  accountId: string,
  { productId, usageDay, started, converted }: Omit<TrialDay, 'accountId'>,
): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .insertInto('trialDays')
    .values({ accountId, productId, usageDay, started, converted })
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'usageDay', 'productId']).doUpdateSet((eb) => ({
        started: eb('trialDays.started', '+', started),
        converted: eb('trialDays.converted', '+', converted),
      })),
    )
    .execute();
}

/** A span of days, both included, of one product or of all. */
export interface UsageFilter {
  readonly from: string;
  readonly to: string;
  readonly productId?: string | undefined;
}

export function listUsage(db: Reader, accountId: string, filter: UsageFilter): Promise<UsageDay[]> {
  let query = db
    .tables<LicensingTables>()
    .selectFrom('usageDays')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('usageDay', '>=', filter.from)
    .where('usageDay', '<=', filter.to);
  if (filter.productId !== undefined) query = query.where('productId', '=', filter.productId);
  return query
    .orderBy('usageDay')
    .orderBy('productId')
    .orderBy('kind')
    .orderBy('appVersion')
    .orderBy('platform')
    .execute();
}

export function listTrialDays(db: Reader, accountId: string, filter: UsageFilter): Promise<TrialDay[]> {
  let query = db
    .tables<LicensingTables>()
    .selectFrom('trialDays')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('usageDay', '>=', filter.from)
    .where('usageDay', '<=', filter.to);
  if (filter.productId !== undefined) query = query.where('productId', '=', filter.productId);
  return query.orderBy('usageDay').orderBy('productId').execute();
}
