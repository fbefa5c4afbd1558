import type { Stripe } from 'stripe';
import type { AccountContext, QueryContext } from '../../../accounts/index.ts';
import { readCredentials } from '../../connections/credentials.ts';
import type { Credentials } from '../../connections/provider-connection.ts';
import { errorOf, StripeError } from './error.ts';

export const STRIPE = 'stripe';

/** The version of the API that this adapter was written for; requests and events use its format. */
export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

/** The time limit of one request; the library repeats those with a temporary failure. */
const REQUEST_MS = 8_000;
const MAX_RETRIES = 2;
/** The time limit of a call with all its repetitions: a buyer waits for it. */
const CALL_MS = 20_000;

/** An account's access, and the library that uses it. */
export interface Connection {
  readonly credentials: Credentials;
  /**
   * Calls the provider, within the time that a buyer waits. Rejects with a `StripeError`, whose message contains no
   * secret and names nobody.
   */
  readonly call: <Result>(work: (stripe: Stripe) => Promise<Result>) => Promise<Result>;
}

/** The connection of an account. Rejects when it is not connected. */
export async function connectionOf(ctx: QueryContext): Promise<Connection> {
  const credentials = await readCredentials(ctx, STRIPE);
  if (credentials === undefined) throw new StripeError('Forbidden', 'the account is not connected to Stripe');
  return connectionWith(ctx, credentials);
}

/** A connection with credentials that are not stored yet. */
export async function connectionWith(
  { config }: Pick<AccountContext, 'config'>,
  credentials: Credentials,
): Promise<Connection> {
  const { Stripe } = await import('stripe');
  const { url, requestMs = REQUEST_MS } = config.stripeApi ?? {};
  const stripe = new Stripe(credentials.secrets['key'] ?? '', {
    apiVersion: API_VERSION,
    timeout: requestMs,
    maxNetworkRetries: MAX_RETRIES,
    // Sends no telemetry about this server with the requests.
    telemetry: false,
    ...(url !== undefined && placeOf(new URL(url))),
  });
  return {
    credentials,
    async call(work) {
      try {
        return await within(CALL_MS, work(stripe));
      } catch (error) {
        throw errorOf(error);
      }
    },
  };
}

/**
 * The provider keeps the response for each idempotency key for a day, even its own failures. After one, the next key is
 * tried, once; `find` first searches for the possible result of the first try.
 */
export async function withNextKey<Result>(
  attempt: (number: number) => Promise<Result>,
  find: () => Promise<Result | undefined> = async () => undefined,
): Promise<Result> {
  try {
    return await attempt(1);
  } catch (error) {
    const isItsFault = error instanceof StripeError && (error.status ?? 0) >= 500;
    if (!isItsFault) throw error;
    return (await find()) ?? attempt(2);
  }
}

function placeOf({ protocol, hostname, port }: URL): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' };
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new StripeError('Unavailable', `Stripe did not answer within ${milliseconds} ms`)),
    milliseconds,
  );
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
