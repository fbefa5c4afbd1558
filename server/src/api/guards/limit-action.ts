import type { FastifyRequest } from 'fastify';
import { rateLimited } from '../../kernel/problem.ts';
import type { Allowance } from '../../platform/counters/allowance.ts';
import { hitCounter } from '../../platform/counters/rate-counters.ts';
import { addressGroup } from '../../platform/http/network/client.ts';
import type { System } from '../../platform/system.ts';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** The database, or the transaction of the counted action. */
type Place = Parameters<typeof hitCounter>[1];

/**
 * Counts one use of a guarded action by the client's address, exactly and for all processes (wire contract section 1,
 * Rate limits). Raises 429 with `Retry-After` above `mostPerMinute`; 0 disables the limit. Counted in the transaction
 * of `place`, a use does not count when that is rolled back.
 */
export async function limitAction(
  system: System,
  request: FastifyRequest,
  action: string,
  mostPerMinute: number,
  place: Place = system.database,
): Promise<void> {
  const allowance = { limit: mostPerMinute, windowSeconds: MINUTE_SECONDS };
  await count(system, request, action, { place, allowance });
}

/**
 * The same for actions that store data permanently, which have a limit per day as well. Actions that the limit per
 * minute refuses do not count toward the limit per day.
 */
export async function limitStorage(
  system: System,
  request: FastifyRequest,
  action: string,
  most: { readonly perMinute: number; readonly perDay: number },
  place: Place = system.database,
): Promise<void> {
  await limitAction(system, request, action, most.perMinute, place);
  const allowance = { limit: most.perDay, windowSeconds: DAY_SECONDS };
  await count(system, request, `${action}-of-a-day`, { place, allowance });
}

/** Counts a request for a trial, through any route. */
export function limitTrials(system: System, request: FastifyRequest): Promise<void> {
  const { trialsPerMinute, trialsPerDay } = request.account.settings.limits;
  return limitStorage(system, request, 'trials', { perMinute: trialsPerMinute, perDay: trialsPerDay });
}

/** Counts a download of a document's file, through any route. */
export function limitDocuments(system: System, request: FastifyRequest): Promise<void> {
  return limitAction(system, request, 'documents', request.account.settings.limits.documentsPerMinute);
}

async function count(
  system: System,
  request: FastifyRequest,
  action: string,
  { place, allowance }: { readonly place: Place; readonly allowance: Allowance },
): Promise<void> {
  const key = `${action}/${request.account.id}/${addressGroup(request.ip)}`;
  const { allowed, retryAfterSeconds } = await hitCounter(system, place, key, allowance);
  if (!allowed) throw rateLimited({ headers: { 'retry-after': String(retryAfterSeconds) } });
}
