import { setImmediate } from 'node:timers/promises';
import type { Reader } from '../../../platform/database/database.ts';
import type { LicensingTables } from '../tables.ts';
import { ACTIVE } from './activations.ts';

const DEVICES_AT_ONCE = 5_000;

/**
 * The devices with a seat whose last token a key signed, by the version that they reported. Reads all devices of the
 * account, page by page so that other requests run in between: every validation would pay for an index.
 */
export async function countDevicesByKey(
  db: Reader,
  accountId: string,
  devicesAtOnce = DEVICES_AT_ONCE,
): Promise<{ signingKid: string; appVersion: string | null; devices: number }[]> {
  const counts = new Map<string, Map<string | null, number>>();
  let after = '';
  for (;;) {
    const page = await db
      .tables<LicensingTables>()
      .selectFrom('activations')
      .select(['id', 'signingKid', 'appVersion'])
      .where('accountId', '=', accountId)
      .where('status', '=', ACTIVE)
      .where('id', '>', after)
      .orderBy('id')
      .limit(devicesAtOnce)
      .execute();
    for (const { signingKid, appVersion } of page) {
      if (signingKid === null) continue;
      const versions = counts.getOrInsertComputed(signingKid, () => new Map());
      versions.set(appVersion, (versions.get(appVersion) ?? 0) + 1);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < devicesAtOnce) break;
    after = last.id;
    await setImmediate();
  }
  return [...counts].flatMap(([signingKid, versions]) =>
    [...versions].map(([appVersion, devices]) => ({ signingKid, appVersion, devices })),
  );
}

/** The running trials whose last token a key signed; reads all trials of the account. */
export async function countTrialsByKey(
  db: Reader,
  accountId: string,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom('trials')
    .select('signingKid')
    .select(({ fn }) => fn.countAll<number | string>().as('trials'))
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .groupBy('signingKid')
    .execute();
  return new Map(
    rows.flatMap(({ signingKid, trials }) => (signingKid === null ? [] : [[signingKid, Number(trials)]])),
  );
}
