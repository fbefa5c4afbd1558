import type { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { recentValues } from '../../platform/recent-values.ts';
import type { Context } from '../accounts/index.ts';

/**
 * Why a call to a provider failed. `Unavailable`: repeat it later. `Refused`: it would fail again. `Missing`: the
 * account of the key has no such payment, in the key's mode. `Forbidden`: the provider does not accept the account's
 * key, the key lacks a permission, or there is none: that lasts until the vendor connects again.
 */
export type ProviderErrorKind = 'Unavailable' | 'Refused' | 'Missing' | 'Forbidden';

/**
 * A call to a provider failed: adapters reject with it. Its message is for the log: it contains no secret and names
 * nobody. Failures of our own, such as an unavailable database, are other errors.
 */
export class ProviderError extends Error {
  override readonly name: string = 'ProviderError';
  readonly kind: ProviderErrorKind;

  constructor(kind: ProviderErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }

  /** The same call would fail again until the vendor acts, so retrying does not help. */
  get isLasting(): boolean {
    return this.kind !== 'Unavailable';
  }
}

const UNAVAILABLE = 'a payment provider does not respond';

/** What the vendor can do about it. */
const LASTING = {
  Forbidden:
    'a payment provider does not accept the key of the account, or the key may not do this: "latchkey payments status" says ' +
    'what is wrong, and "latchkey payments connect" takes another key',
  Refused:
    'a payment provider refuses what it is asked, and would refuse it again: the error says why. Change the account at the ' +
    'provider, or report this as a defect',
  Missing:
    'a payment provider does not have a payment: the account may be connected to another account of the provider than when the ' +
    'payment began. Connect a key of the earlier one',
} as const satisfies Partial<Record<ProviderErrorKind, string>>;

/** Logs that a call to a provider failed: as an error when the vendor has to act, or when it `isUrgent`. */
export function logProviderError(
  { log, account }: Context,
  error: ProviderError,
  facts: object,
  { text = UNAVAILABLE, isUrgent = false }: { text?: string; isUrgent?: boolean } = {},
): void {
  const about = { err: error, accountId: account.id, ...facts };
  if (error.kind !== 'Unavailable') log.error(about, LASTING[error.kind]);
  else if (isUrgent) log.error(about, text);
  else log.warn(about, text);
}

/** A refused key is logged as one error, however many jobs try it. */
const KEY_REFUSED_EVERY_MS = 6 * 3_600_000;
const MOST_ACCOUNTS = 10_000;

/** When the log last reported that the key of an account is refused, by the account's database. */
const refusals = new WeakMap<Database, LRUCache<string, Date>>();

/**
 * `logProviderError` for a job that tries again, as all jobs of the account do: for a refused key, the log has one
 * error per process in six hours.
 */
export function logProviderErrorOfJob(...[ctx, error, ...rest]: Parameters<typeof logProviderError>): void {
  if (error.kind !== 'Forbidden') return logProviderError(ctx, error, ...rest);
  const { database, account, clock } = ctx;
  const times = refusals.get(database) ?? recentValues<Date>(MOST_ACCOUNTS);
  refusals.set(database, times);
  const now = clock.now();
  const last = times.get(account.id)?.getTime() ?? -Infinity;
  if (now.getTime() - last < KEY_REFUSED_EVERY_MS) return;
  times.set(account.id, now);
  logProviderError(ctx, error, ...rest);
}
