import { rateLimited } from '../../kernel/problem.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Config } from '../config.ts';
import { addressGroup } from './address-group.ts';
import { ALLOWED, createMemoryCounters } from '../counters/memory-counters.ts';
import type { App } from './app.ts';

const WINDOW_SECONDS = 60;

/**
 * Refuses a client address that sends more than the configured requests per minute (429 with `Retry-After`).
 * Each process counts for itself; the guarded actions have counters of their own in the database. Calls with an
 * API key are not counted here: unlimited by default (wire contract section 1).
 */
export function registerRequestRate(app: App, config: Config, clock: Clock): void {
  const counters = createMemoryCounters(clock, {
    limit: config.requestsPerMinute,
    windowSeconds: WINDOW_SECONDS,
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const hasKey = request.headers['api-key'] !== undefined;
    const isCounted = !hasKey || request.routeOptions.config.access?.kind !== 'ApiKey';
    const { allowed, retryAfterSeconds } = isCounted ? counters.hit(addressGroup(request.ip)) : ALLOWED;
    if (allowed) done();
    else done(rateLimited({ headers: { 'retry-after': String(retryAfterSeconds) } }));
  });
}
