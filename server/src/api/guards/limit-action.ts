import type { FastifyRequest } from 'fastify';
import { rateLimited } from '../../kernel/problem.ts';
import { hitCounter } from '../../platform/counters/rate-counters.ts';
import { addressGroup } from '../../platform/http/address-group.ts';
import type { System } from '../../platform/system.ts';

const WINDOW_SECONDS = 60;

/**
 * Counts one use of a guarded action by the client's address, exactly and for all processes (wire contract
 * section 1, Rate limits). Raises 429 with `Retry-After` above `mostPerMinute`; 0 turns the limit off.
 * Counted in the transaction of `place`, what is rolled back was not used.
 */
export async function limitAction(
  system: System,
  request: FastifyRequest,
  action: string,
  mostPerMinute: number,
  place: Parameters<typeof hitCounter>[1] = system.database,
): Promise<void> {
  const key = `${action}/${request.account.id}/${addressGroup(request.ip)}`;
  const allowance = { limit: mostPerMinute, windowSeconds: WINDOW_SECONDS };
  const { allowed, retryAfterSeconds } = await hitCounter(system, place, key, allowance);
  if (!allowed) throw rateLimited({ headers: { 'retry-after': String(retryAfterSeconds) } });
}
