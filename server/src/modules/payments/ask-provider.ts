import type { Context } from '../accounts/index.ts';
import { ProviderFailure } from './provider-failure.ts';

/** A call of a provider failed; `cause` is why. Failures of our own are something else. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** The provider does not accept the account's key: that lasts until the vendor connects again. Otherwise it is away. */
  readonly isKeyRefused: boolean;
  /** The same call would fail again, until the vendor does something: to try again is no advice. */
  readonly isLasting: boolean;

  constructor(cause: ProviderFailure) {
    super('the payment provider does not respond', { cause });
    this.isKeyRefused = cause.kind === 'Forbidden';
    this.isLasting = cause.kind !== 'Unavailable';
  }
}

/** A call of the provider. Its failures become `NoAnswer`; our own, such as a database that is away, stay what they are. */
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

/** Logs that a call of a provider failed: as an error when the vendor has to do something about it, or when it `isUrgent`. */
export function logNoAnswer(
  { log, account }: Context,
  { cause, isKeyRefused, isLasting }: NoAnswer,
  facts: object,
  {
    text = 'a payment provider does not respond',
    isUrgent = false,
  }: { text?: string; isUrgent?: boolean } = {},
): void {
  const about = { err: cause, accountId: account.id, ...facts };
  if (isKeyRefused) log.error(about, KEY_REFUSED);
  else if (isLasting) log.error(about, REQUEST_REFUSED);
  else if (isUrgent) log.error(about, text);
  else log.warn(about, text);
}
