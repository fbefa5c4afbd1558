import type { Reader } from '../../../platform/database/database.ts';
import type { LicensingTables } from '../tables.ts';
import { ACTIVE } from './activations.ts';

/** The devices with a seat whose last token a key signed, by the version that they reported; reads all of the account. */
export async function countDevicesByKey(
  db: Reader,
  accountId: string,
): Promise<{ signingKid: string; appVersion: string | null; devices: number }[]> {
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom('activations')
    .select(['signingKid', 'appVersion'])
    .select(({ fn }) => fn.countAll<number | string>().as('devices'))
    .where('accountId', '=', accountId)
    .where('status', '=', ACTIVE)
    .groupBy(['signingKid', 'appVersion'])
    .execute();
  return rows.flatMap(({ signingKid, appVersion, devices }) =>
    signingKid === null ? [] : [{ signingKid, appVersion, devices: Number(devices) }],
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
