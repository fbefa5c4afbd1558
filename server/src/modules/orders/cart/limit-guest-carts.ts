import { rateLimited } from '../../../kernel/problem.ts';
import type { System } from '../../../platform/system.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { countGuestCarts } from '../order/store.ts';

/** The carts are counted again once this share of the limit was created here since the last count. */
const CARTS_PER_COUNT = 1 / 100;
const RETRY_AFTER_SECONDS = 60;

interface Tally {
  readonly isFull: boolean;
  readonly limit: number;
  readonly countedAt: number;
  /** New carts of this process since the count. */
  created: number;
}

const tallies = new WeakMap<System['config'], Map<string, Tally>>();

/**
 * Admits another cart of a guest while the account has fewer open ones than its limit, `openGuestCarts`: many networks
 * together must not fill the database. Carts that exist stay usable. Raises 429.
 *
 * A count reads one index entry per cart, so it is kept: a process may exceed a large limit by 1 %.
 */
export async function limitGuestCarts(tx: CommandTx): Promise<void> {
  const limit = tx.account.settings.limits.openGuestCarts;
  if (limit === 0) return;
  const ofSystem = tallies.get(tx.config) ?? new Map<string, Tally>();
  tallies.set(tx.config, ofSystem);
  const last = ofSystem.get(tx.account.id);
  const now = tx.clock.now().getTime();
  const tally = last !== undefined && isRecent(last, limit, now) ? last : await count(tx, limit, now);
  ofSystem.set(tx.account.id, tally);
  if (tally.isFull) {
    throw rateLimited({
      detail: 'The shop has too many open carts of visitors. Sign in, or try again later.',
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    });
  }
  tally.created += 1;
}

function isRecent({ isFull, limit, countedAt, created }: Tally, current: number, now: number): boolean {
  if (limit !== current) return false;
  return isFull ? now - countedAt < RETRY_AFTER_SECONDS * 1_000 : created < limit * CARTS_PER_COUNT;
}

async function count(tx: CommandTx, limit: number, now: number): Promise<Tally> {
  const isFull = (await countGuestCarts(tx, tx.account.id, limit)) === limit;
  if (isFull) {
    tx.log.warn({ accountId: tx.account.id, limit }, 'too many open carts of guests: new ones are refused');
  }
  return { isFull, limit, countedAt: now, created: 0 };
}
