import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { rateLimited } from '../../kernel/problem.ts';
import { hitCounter } from '../../platform/counters/rate-counters.ts';
import type { System } from '../../platform/system.ts';

const WINDOW_SECONDS = 60;

/**
 * Counts one use of a guarded action by the client's address, exactly and for all processes (wire contract
 * section 1, Rate limits). Raises 429 with `Retry-After` above `mostPerMinute`; 0 turns the limit off.
 */
export async function limitAction(
  system: System,
  request: FastifyRequest,
  action: string,
  mostPerMinute: number,
): Promise<void> {
  const key = `${action}/${request.account.id}/${addressGroup(request.ip)}`;
  const allowance = { limit: mostPerMinute, windowSeconds: WINDOW_SECONDS };
  const { allowed, retryAfterSeconds } = await hitCounter(system, system.database, key, allowance);
  if (!allowed) throw rateLimited({ headers: { 'retry-after': String(retryAfterSeconds) } });
}

/** An IPv6 customer holds a whole /64 network, so its addresses count as one. */
export function addressGroup(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = ip.split('%', 1);
  if (!isIPv6(address)) return ip;
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  const network = [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':');
}
