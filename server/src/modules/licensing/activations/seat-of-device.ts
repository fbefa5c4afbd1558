import type { VersionHistory } from '../../../kernel/version-history.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { coverageOf, coversVersion, type ReleaseAccess, toSeconds } from '../domain/release-access.ts';
import { type DeviceOfOwner, type DeviceSeat, findSeatsOfDevice } from '../store/activations.ts';
import type { ActivationMethod } from '../tables.ts';

/** What an application needs of the license of its seat. */
export interface SeatNeeds {
  /** The version that it reports; absent: any license covers it. */
  readonly appVersion: string | null | undefined;
  /** Of its product. */
  readonly history: VersionHistory;
  readonly method: ActivationMethod | undefined;
}

/** The seat that a device holds, and whether its license is enough for the application. */
interface FoundSeat extends DeviceSeat {
  readonly isEnough: boolean;
}

/**
 * The seat that a device of a customer holds: of several, such as after an import or when two customers became one, the
 * oldest whose license is enough for the application, else the oldest. `undefined` if it holds none.
 */
export async function seatOfDevice(
  db: Reader,
  accountId: string,
  { device, needs }: { readonly device: DeviceOfOwner; readonly needs: SeatNeeds },
  now: Date,
): Promise<FoundSeat | undefined> {
  const seats = await findSeatsOfDevice(db, accountId, device, now);
  const judged = seats.map((seat) => ({ ...seat, isEnough: isEnough(seat, needs, now) }));
  return judged.find((seat) => seat.isEnough) ?? judged[0];
}

/** An offline seat stays offline: its file works without validation. */
function isEnough({ activation, license }: DeviceSeat, needs: SeatNeeds, now: Date): boolean {
  const isOffline = needs.method === 'Offline' && activation.method === 'Online';
  return covers(license, needs, now) && (!isOffline || license.allowsOffline);
}

function covers(license: ReleaseAccess, { appVersion, history }: SeatNeeds, now: Date): boolean {
  return coversVersion(coverageOf(license, history, now), appVersion, toSeconds(now));
}
