import type { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { recentValues } from '../../platform/recent-values.ts';
import type { Context } from '../accounts/index.ts';
import { ProviderFailure } from './provider-failure.ts';

/** A call to a provider failed; `cause` is the reason. Failures of our own are other errors. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /**
   * Whether the provider does not accept the account's key, which lasts until the vendor connects again. Otherwise it
   * is unavailable.
   */
  readonly isKeyRefused: boolean;
  /** The provider does not have the payment in the account of the key. */
  readonly isMissing: boolean;
  /** The same call would fail again until the vendor acts, so retrying does not help. */
  readonly isLasting: boolean;

  constructor(cause: ProviderFailure) {
    super('the payment provider does not respond', { cause });
    this.isKeyRefused = cause.kind === 'Forbidden';
    this.isMissing = cause.kind === 'Missing';
    this.isLasting = cause.kind !== 'Unavailable';
  }
}

/** A call to the provider. Its failures become `NoAnswer`; our own, such as an unavailable database, stay unchanged. */
export async function askProvider<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderFailure) throw new NoAnswer(error);
    throw error;
  }
}

const KEY_REFUSED =
  'a payment provider does not accept the key of the account, or the key may not do this: "latchkey payments status" says ' +
  'what is wrong, and "latchkey payments connect" takes another key';

const REQUEST_REFUSED =
  'a payment provider refuses what it is asked, and would refuse it again: the error says why. Change the account at the ' +
  'provider, or report this as a defect';

const MISSING =
  'a payment provider does not have a payment: the account may be connected to another account of the provider than when the ' +
  'payment began. Connect a key of the earlier one';

/** A refused key is logged as one error, however many jobs try it. */
const KEY_REFUSED_EVERY_MS = 6 * 3_600_000;
const MOST_ACCOUNTS = 10_000;

/** When the log last reported that the key of an account is refused, by the account's database. */
const refusals = new WeakMap<Database, LRUCache<string, Date>>();

/**
 * `logNoAnswer` for a job that tries again, as all jobs of the account do: for a refused key, the log has one error per
 * process in six hours.
 */
export function logNoAnswerOfJob(...[ctx, error, ...rest]: Parameters<typeof logNoAnswer>): void {
  if (!error.isKeyRefused) return logNoAnswer(ctx, error, ...rest);
  const { database, account, clock } = ctx;
  const times = refusals.get(database) ?? recentValues<Date>(MOST_ACCOUNTS);
  refusals.set(database, times);
  const now = clock.now();
  const last = times.get(account.id)?.getTime() ?? -Infinity;
  if (now.getTime() - last < KEY_REFUSED_EVERY_MS) return;
  times.set(account.id, now);
  logNoAnswer(ctx, error, ...rest);
}

/** Logs that a call to a provider failed: as an error when the vendor has to act, or when it `isUrgent`. */
export function logNoAnswer(
  { log, account }: Context,
  { cause, isKeyRefused, isMissing, isLasting }: NoAnswer,
  facts: object,
  {
    text = 'a payment provider does not respond',
    isUrgent = false,
  }: { text?: string; isUrgent?: boolean } = {},
): void {
  const about = { err: cause, accountId: account.id, ...facts };
  if (isKeyRefused) log.error(about, KEY_REFUSED);
  else if (isMissing) log.error(about, MISSING);
  else if (isLasting) log.error(about, REQUEST_REFUSED);
  else if (isUrgent) log.error(about, text);
  else log.warn(about, text);
}
