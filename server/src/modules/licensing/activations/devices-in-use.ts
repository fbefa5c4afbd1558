import type { System } from '../../../platform/system.ts';
import { countActiveActivations } from './store-activations.ts';
import { countRunningTrials } from '../trials/store-trials.ts';

/**
 * The number of devices of the account that have a seat or a trial now: this many applications renew a license token of
 * it.
 */
export async function devicesInUse(
  { database, clock }: Pick<System, 'database' | 'clock'>,
  { id }: { readonly id: string },
): Promise<number> {
  const activations = await countActiveActivations(database.reader, id);
  return activations + (await countRunningTrials(database.reader, id, clock.now()));
}
