import type { System } from '../../platform/system.ts';
import { countActiveActivations } from './store-activations.ts';

/** How many devices of the account hold a seat now: so many applications renew a license token of it. */
export function activationsInUse(
  { database }: Pick<System, 'database'>,
  { id }: { readonly id: string },
): Promise<number> {
  return countActiveActivations(database.reader, id);
}
