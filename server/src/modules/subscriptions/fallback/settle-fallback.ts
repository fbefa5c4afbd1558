import type { Reader } from '../../../platform/database/database.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { keepFallback, leaveFallback } from '../../licensing/index.ts';
import { earnedBy, type EarnedFallback, type Fallback, fallbackAtEnd } from '../domain/fallback.ts';
import { newestPeriods } from '../store-fallback.ts';
import type { Period, Subscription } from '../tables.ts';

/** A subscription whose fallback may change. */
type FallbackSubscription = Pick<Subscription, 'accountId' | 'id' | 'cyclesFrom' | 'fallback' | 'createdAt'>;

/** Its first licenses are granted in the same moment: they have earned whatever it has. */
const SAME_MOMENT_MS = 60_000;

/**
 * Lets the licenses of a subscription that ends keep what it has earned: they work on without an end. Those that have it
 * already stay as they are. Returns the new fallback. The caller holds the lock of the subscription.
 */
export async function holdFallback(
  tx: CommandTx,
  { id, fallback, createdAt }: Pick<FallbackSubscription, 'id' | 'fallback' | 'createdAt'>,
): Promise<Fallback | null> {
  const earned = fallbackAtEnd(fallback);
  if (fallback === null || earned === null || fallback.heldUntil !== null) return fallback;
  await keepFallback(tx, {
    subscriptionId: id,
    updatesUntil: new Date(earned.updatesUntil),
    grantedBy: earned.grantedBy ?? null,
    grantedBefore: new Date(Math.max(Date.parse(earned.grantedBefore), createdAt.getTime() + SAME_MOMENT_MS)),
  });
  return { ...fallback, heldUntil: earned.updatesUntil };
}

/**
 * Judges again what a subscription has earned, after its periods or its plan have changed. Licenses that earned something
 * cover every version again until `expiresAt`; if that has passed, they keep what is earned now. Returns the new fallback.
 * The caller holds the lock of the subscription.
 */
export async function settleFallback(
  tx: CommandTx,
  subscription: FallbackSubscription,
  expiresAt: Date,
): Promise<Fallback | null> {
  const { id, fallback } = subscription;
  if (fallback === null) return null;
  const { afterCycles, heldUntil } = fallback;
  const earned = afterCycles === null ? undefined : await earnedSoFar(tx, subscription, afterCycles);
  const settled = { ...fallback, earned: earned ?? null, heldUntil: null };
  if (heldUntil === null) return settled;
  await leaveFallback(tx, { subscriptionId: id, updatesUntil: new Date(heldUntil), expiresAt });
  return expiresAt <= tx.clock.now() ? holdFallback(tx, { ...subscription, fallback: settled }) : settled;
}

/** As many periods as are read at a time, beside those that count. */
const MORE = 20;

async function earnedSoFar(
  db: Reader,
  subscription: FallbackSubscription,
  afterCycles: number,
): Promise<EarnedFallback | undefined> {
  const limit = afterCycles + MORE;
  const from = subscription.fallback?.countsFrom ?? subscription.cyclesFrom;
  const periods: Period[] = [];
  for (;;) {
    const page = await newestPeriods(db, subscription, { from, before: periods.at(-1)?.number, limit });
    periods.push(...page);
    const earned = earnedBy(periods, afterCycles);
    if (earned !== undefined || page.length < limit) return earned;
  }
}
