import type { Tx } from '../../platform/database/database.ts';
import type { Account } from '../accounts/index.ts';
import { dayOf } from './domain/days.ts';
import type { Usage } from './domain/usage.ts';
import { type ActiveDevice, addUsage, markActivationsCounted, markTrialsCounted } from './store-usage.ts';

/** A device that was active, with the day on which it was counted last. */
export interface SeenDevice extends Omit<ActiveDevice, 'kind'> {
  readonly id: string;
  readonly countedDay: string | null;
}

/**
 * Counts each device once per day (UTC) under what its application told on its first call of that day, inside the
 * transaction that writes down the call. Devices counted before cost nothing.
 */
export async function countDevices(
  tx: Tx,
  account: Account,
  seen: { readonly activations?: readonly SeenDevice[]; readonly trials?: readonly SeenDevice[] },
  now: Date,
): Promise<void> {
  const day = dayOf(now);
  const active: ActiveDevice[] = [];
  const activations = (seen.activations ?? []).filter(({ countedDay }) => countedDay !== day);
  if (activations.length > 0) {
    const marked = await markActivationsCounted(tx, account.id, activations.map(idOf), day);
    active.push(...devicesOf(activations, marked, 'License'));
  }
  const trials = (seen.trials ?? []).filter(({ countedDay }) => countedDay !== day);
  if (trials.length > 0) {
    const marked = await markTrialsCounted(tx, account.id, trials.map(idOf), day);
    active.push(...devicesOf(trials, marked, 'Trial'));
  }
  if (active.length > 0) await addUsage(tx, account.id, day, active);
}

/** What a device is counted under: what its application tells now, else what it told before. */
export function toldBy(
  usage: Usage | undefined,
  before: { readonly appVersion: string | null; readonly platform: string | null },
): { readonly appVersion: string | null; readonly platform: string | null } {
  return {
    appVersion: usage?.appVersion ?? before.appVersion,
    platform: usage?.platform ?? before.platform,
  };
}

function devicesOf(
  seen: readonly SeenDevice[],
  marked: ReadonlySet<string>,
  kind: ActiveDevice['kind'],
): ActiveDevice[] {
  return seen
    .filter(({ id }) => marked.has(id))
    .map(({ productId, appVersion, platform }) => ({ productId, kind, appVersion, platform }));
}

function idOf({ id }: SeenDevice): string {
  return id;
}
