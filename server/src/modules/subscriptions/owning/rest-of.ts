import type { Reader } from '../../../platform/database/database.ts';
import { agreedSubtotal, priceOfPayment } from '../../pricing/index.ts';
import { countCycles } from '../store.ts';
import type { Subscription } from '../tables.ts';

/** What is left of a rent to own. */
interface Rest {
  /** The cycles that are to be paid yet, … */
  readonly cycles: number;
  /** … and what they cost, in minor units, without taxes on top. */
  readonly amountMinor: number;
}

/** What is left of a rent to own; `undefined` where nothing is, and for a subscription that does not lead there. */
export async function restOf(db: Reader, subscription: Subscription): Promise<Rest | undefined> {
  const { ownAfterCycles, price, quantity } = subscription;
  if (ownAfterCycles === null) return undefined;
  const { payments, unrefunded } = await countCycles(db, subscription);
  const cycles = ownAfterCycles - unrefunded;
  if (cycles <= 0) return undefined;
  const amountMinor = Array.from({ length: cycles }, (_, index) =>
    agreedSubtotal(priceOfPayment(price, payments + index), quantity),
  ).reduce((sum, minor) => sum + minor, 0);
  return { cycles, amountMinor };
}
