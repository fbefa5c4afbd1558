import type { FastifyReply, FastifyRequest } from 'fastify';
import { rateLimited } from '../../../kernel/problem.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Config } from '../../config.ts';
import { createTokenBuckets } from '../../counters/token-buckets.ts';
import { addressGroup } from '../network/client.ts';
import type { App } from '../route/app.ts';
import { answerPreflight } from './cors.ts';

const WINDOW_SECONDS = 60;

/**
 * Refuses a client address that sends more than the configured requests per minute (429 with `Retry-After`). Each
 * process counts for itself; the guarded actions have their own counters in the database. Calls with an API key that
 * `isKnownKey` are not counted here: unlimited by default (wire contract section 1). All others are, so that nobody can
 * guess keys faster, and a key counts with its first call.
 *
 * A preflight over the limit is answered if the cache shows that its origin is allowed, which is less work than
 * refusing it: otherwise the page could not see the 429 of the actual request.
 */
export function registerRequestRate(
  app: App,
  { requestsPerMinute }: Pick<Config, 'requestsPerMinute'>,
  clock: Clock,
  isKnownKey: (key: string) => boolean,
): void {
  if (requestsPerMinute === 0) return;
  const allowance = { limit: requestsPerMinute, windowSeconds: WINDOW_SECONDS };
  const buckets = createTokenBuckets(clock);
  const isCounted = ({ headers, routeConfig }: FastifyRequest): boolean => {
    const key = headers['api-key'];
    return typeof key !== 'string' || routeConfig.group?.limitsByCredential !== true || !isKnownKey(key);
  };
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (!isCounted(request)) return done();
    const { allowed, retryAfterSeconds } = buckets.take(addressGroup(request.ip), allowance);
    if (allowed) return done();
    if (answerPreflight(request, reply, app.originsAt(request.host))) return undefined;
    return done(rateLimited({ headers: { 'retry-after': String(retryAfterSeconds) } }));
  });
}
