import { applyBasisPoints, roundToStep } from '../../../kernel/money.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { agreedSubtotal, priceOfPayment } from '../../pricing/index.ts';
import { countCycles } from '../store.ts';
import type { Subscription } from '../tables.ts';

/** What is left of a rent to own. */
interface Rest {
  /** The cycles that are to be paid yet, the last one perhaps for some units only, … */
  readonly cycles: number;
  /** … and what they cost for who pays them at once, in minor units, without taxes on top. */
  readonly amountMinor: number;
}

/**
 * What is left of a rent to own; `undefined` where nothing is, for a subscription that does not lead there, for one whose
 * cycles count for another one, and while units of it wait for a renewal to be paid.
 */
export async function restOf(db: Reader, subscription: Subscription): Promise<Rest | undefined> {
  const { ownAfterCycles, price, quantity, currency, unitsToGrant, mergedInto = null } = subscription;
  if (ownAfterCycles === null || mergedInto !== null || unitsToGrant > 0) return undefined;
  const { payments, ofAllUnits, spareUnits } = await countCycles(db, subscription);
  const cycles = ownAfterCycles - ofAllUnits;
  if (cycles <= 0) return undefined;
  const minors = Array.from({ length: cycles }, (_, index) =>
    agreedSubtotal(priceOfPayment(price, payments + index), quantity),
  );
  // Some units have paid a part of the last one.
  const spareMinor = roundToStep(Math.floor(((minors.at(-1) ?? 0) * spareUnits) / quantity), currency);
  const wholeMinor = minors.reduce((sum, minor) => sum + minor, -spareMinor);
  const offMinor = applyBasisPoints(wholeMinor, subscription.payoffBasisPoints ?? 0);
  return { cycles, amountMinor: wholeMinor - roundToStep(offMinor, currency) };
}
