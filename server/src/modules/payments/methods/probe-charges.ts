import type { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/database/database.ts';
import { recentValues } from '../../../platform/recent-values.ts';
import type { Context } from '../../accounts/index.ts';
import { readConnection } from '../connections/credentials.ts';
import { findProvider } from '../find-provider.ts';
import { logProviderErrorOfJob, ProviderError } from '../provider-error.ts';
import { readMethod } from './store-methods.ts';

/** Many charges that wait for the same connection ask it once. */
const ANSWER_MS = 60_000;
const MOST_CONNECTIONS = 10_000;

interface Probe {
  readonly at: Date;
  readonly answer: Promise<boolean>;
}

/** What connections have answered lately, by the account's database. */
const probes = new WeakMap<Database, LRUCache<string, Probe>>();

/**
 * Whether the provider of a saved method answers, and accepts the account: asked before charges that it refused, or did not
 * answer, are made again. The answer holds for a minute in this process, or until the account is
 * connected anew. True for a method that is gone, since its charge
 * says so.
 */
export async function mayCharge(ctx: Context, methodId: string): Promise<boolean> {
  const { account, clock, database } = ctx;
  const method = await readMethod(database.reader, account.id, methodId);
  if (method === undefined) return true;
  const recent = probes.get(database) ?? recentValues<Probe>(MOST_CONNECTIONS);
  probes.set(database, recent);
  const connection = await readConnection(ctx, method.provider);
  const key = [account.id, method.provider, connection?.updatedAt.getTime()].join('/');
  const last = recent.get(key);
  const now = clock.now();
  if (last !== undefined && now.getTime() - last.at.getTime() < ANSWER_MS) return last.answer;
  const answer = probe(ctx, method.provider);
  recent.set(key, { at: now, answer });
  return answer;
}

async function probe(ctx: Context, provider: string): Promise<boolean> {
  try {
    await findProvider(ctx, provider)?.savedMethods?.probe?.(ctx);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logProviderErrorOfJob(ctx, error, { provider });
    return false;
  }
}
