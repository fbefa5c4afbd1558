import type { CommandTx } from '../../accounts/index.ts';
import { countedDay, dayOf } from '../domain/days.ts';
import type { Usage } from '../domain/usage.ts';
import { type ActiveDevice, addUsage, markCounted } from '../store/usage.ts';

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
  tx: CommandTx,
  subjects: { readonly activations?: readonly UsageDevice[]; readonly trials?: readonly UsageDevice[] },
  now: Date,
): Promise<void> {
  const day = dayOf(now);
  const active: CountedDevice[] = [];
  for (const [table, devices = []] of [
    ['activations', subjects.activations],
    ['trials', subjects.trials],
  ] as const) {
    const uncounted = devices.filter((device) => device.countedDay !== day);
    if (uncounted.length === 0) continue;
    const marked = await markCounted(tx, table, tx.account.id, uncounted.map(idOf), day);
    active.push(...countedDevices(uncounted, marked, table === 'trials' ? 'Trial' : 'License'));
  }
  const [first] = active;
  if (first !== undefined) await addUsage(tx, tx.account.id, countedDay(now, first.id), active);
}

/** The usage under which a device is counted: its application's current report, or else the previous one. */
export function reportedUsage(
  usage: Usage | undefined,
  before: { readonly appVersion: string | null; readonly platform: string | null },
): { readonly appVersion: string | null; readonly platform: string | null } {
  return {
    appVersion: usage?.appVersion ?? before.appVersion,
    platform: usage?.platform ?? before.platform,
  };
}

interface CountedDevice extends ActiveDevice {
  readonly id: string;
}

function countedDevices(
  devices: readonly UsageDevice[],
  marked: ReadonlySet<string>,
  kind: ActiveDevice['kind'],
): CountedDevice[] {
  return devices
    .filter(({ id }) => marked.has(id))
    .map(({ id, productId, appVersion, platform }) => ({ id, productId, kind, appVersion, platform }));
}

function idOf({ id }: UsageDevice): string {
  return id;
}
