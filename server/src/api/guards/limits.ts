import type { FastifyRequest } from 'fastify';
import { rateLimited } from '../../kernel/problem.ts';
import type { Account } from '../../modules/accounts/index.ts';
import { hitCounter } from '../../platform/counters/rate-counters.ts';
import { addressGroup, addressSite } from '../../platform/http/network/client.ts';
import type { App } from '../../platform/http/route/app.ts';

/** A /48 consists of 65,536 networks with limits of their own; together, they may store this many times a limit. */
const NETWORKS_OF_SITE = 8;

type Limits = Account['settings']['limits'];

/** A limit in the settings of an account, on uses per client address: its name says in which time. */
export type LimitName = keyof Limits & (`${string}PerMinute` | `${string}PerDay`);

/**
 * Those on what is stored. A carrier's customers share a /48, and must not keep each other from signing in or paying.
 */
const STORING: ReadonlySet<LimitName> = new Set<LimitName>([
  'cartsPerMinute',
  'cartsPerDay',
  'trialsPerMinute',
  'trialsPerDay',
  'activationRequestsPerMinute',
]);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limits on calls of this route. Routes with the same limit are counted together. */
    limit?: LimitName | readonly LimitName[];
    /** Which calls count; absent: all. */
    limitIf?: (request: Pick<FastifyRequest, 'body'>) => boolean;
    /** The calls of this route are counted separately from those of other routes with the same limit. */
    isCountedAlone?: boolean;
  }
}

/**
 * Enforces the `config.limit` of routes before their handlers run: valid requests count, and those over the limit are
 * 429 with `Retry-After` (wire contract section 1, Rate limits). A stored response to a repeated request does not
 * count, so call this after `registerIdempotency`.
 */
export function registerLimits(app: App): void {
  app.addHook('onRoute', (route) => {
    const { limit, limitIf = () => true, isCountedAlone } = route.config ?? {};
    if (limit === undefined) return;
    const action = isCountedAlone === true ? route.url : undefined;
    const earlier = [route.preHandler ?? []].flat();
    route.preHandler = [
      ...earlier,
      async (request) => {
        if (limitIf(request)) await limitUses(request, limit, { action });
      },
    ];
  });
}

interface Counting {
  /** Uses are counted by this name; absent: by that of the limit. */
  readonly action?: string | undefined;
  /** Counts in this transaction, so that a use does not count when it is rolled back; absent: in the database. */
  readonly place?: Parameters<typeof hitCounter>[1];
}

/**
 * Counts one use by the client's address, and one that stores something also by its /48 in IPv6, exactly and for all
 * processes. Raises 429 with `Retry-After` above a limit; 0 disables it. A use that the first limit refuses does not
 * count toward the next.
 */
export async function limitUses(
  request: FastifyRequest,
  names: LimitName | readonly LimitName[],
  { action, place = request.context.database }: Counting = {},
): Promise<void> {
  const { account, context, ip } = request;
  for (const name of [names].flat()) {
    const windowSeconds = name.endsWith('PerDay') ? 86_400 : 60;
    const limit = account.settings.limits[name];
    for (const [network, factor] of networksOf(ip, name)) {
      const key = `${action ?? ''}/${name}/${account.id}/${network}`;
      const allowance = { limit: limit * factor, windowSeconds };
      const { allowed, retryAfterSeconds } = await hitCounter(context, place, key, allowance);
      if (!allowed) throw rateLimited({ headers: { 'retry-after': String(retryAfterSeconds) } });
    }
  }
}

/** The networks that a client's address counts for, and how many times the limit each has. */
function networksOf(ip: string, name: LimitName): (readonly [string, number])[] {
  const site = STORING.has(name) ? addressSite(ip) : undefined;
  return [[addressGroup(ip), 1], ...(site === undefined ? [] : [[site, NETWORKS_OF_SITE] as const])];
}
