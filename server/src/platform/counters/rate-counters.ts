import type { Clock } from '../../kernel/clock.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database, Reader, Tx } from '../database/database.ts';
import { type Place, within } from '../database/within.ts';
import { ALLOWED, type Allowance, type Verdict } from './allowance.ts';
import type { CounterTables } from './tables.ts';

export interface CounterDeps {
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'sign'>;
}

/**
 * Counts one hit of a key and decides whether it is within the limit; exact across all processes that share the
 * database (wire contract section 1). A window starts with a key's first hit and lasts `windowSeconds`.
 *
 * Pass the database, not a transaction that is rolled back when the response is a refusal: the hit would be lost with
 * it. `key` names the guarded action, the account and the actor, such as `sign-in/{accountId}/{address}`; only its HMAC
 * is stored.
 */
export async function hitCounter(
  { clock, vault }: CounterDeps,
  place: Place,
  key: string,
  { limit, windowSeconds }: Allowance,
): Promise<Verdict> {
  if (limit === 0) return ALLOWED;
  const now = clock.now();
  const fresh = {
    counterKey: vault.sign('rate-counters', key),
    hits: 1,
    resetsAt: new Date(now.getTime() + windowSeconds * 1000),
  };
  const { hits, resetsAt } = await within(place, (tx) =>
    tx
      .tables<CounterTables>()
      .insertInto('rateCounters')
      .values(fresh)
      .onConflict((conflict) =>
        conflict.column('counterKey').doUpdateSet((eb) => {
          const isOver = eb('rateCounters.resetsAt', '<=', now);
          const next = eb('rateCounters.hits', '+', 1);
          return {
            hits: eb.case().when(isOver).then(1).else(next).end(),
            resetsAt: eb
              .case()
              .when(isOver)
              .then(eb.ref('excluded.resetsAt'))
              .else(eb.ref('rateCounters.resetsAt'))
              .end(),
          };
        }),
      )
      .returning(['hits', 'resetsAt'])
      .executeTakeFirstOrThrow(),
  );
  if (hits <= limit) return ALLOWED;
  return {
    allowed: false,
    retryAfterSeconds: Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)),
  };
}

/** Adds hits to a key without a decision: see `countHits`. */
export async function addHits(
  { clock, vault }: CounterDeps,
  tx: Tx,
  key: string,
  { hits, windowSeconds }: { readonly hits: number; readonly windowSeconds: number },
): Promise<void> {
  const now = clock.now();
  const counterKey = vault.sign('rate-counters', key);
  const resetsAt = new Date(now.getTime() + windowSeconds * 1000);
  const db = tx.tables<CounterTables>();
  await db
    .deleteFrom('rateCounters')
    .where('counterKey', '=', counterKey)
    .where('resetsAt', '<=', now)
    .execute();
  await db
    .insertInto('rateCounters')
    .values({ counterKey, hits, resetsAt })
    .onConflict((conflict) =>
      conflict.column('counterKey').doUpdateSet((eb) => ({
        hits: eb('rateCounters.hits', '+', eb.ref('excluded.hits')),
      })),
    )
    .execute();
}

/** The hits of a key in its window. */
export async function countHits({ clock, vault }: CounterDeps, db: Reader, key: string): Promise<number> {
  const row = await db
    .tables<CounterTables>()
    .selectFrom('rateCounters')
    .select('hits')
    .where('counterKey', '=', vault.sign('rate-counters', key))
    .where('resetsAt', '>', clock.now())
    .executeTakeFirst();
  return row?.hits ?? 0;
}

/**
 * Deletes at most `most` expired rows of the database counters, including failure counters. Returns the number of
 * deleted rows. Safe while hits are counted.
 */
export async function purgeRateCounters(
  { clock }: Pick<CounterDeps, 'clock'>,
  database: Database,
  most = 1000,
): Promise<number> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const db = tx.tables<CounterTables>();
    const over = db
      .selectFrom('rateCounters')
      .select('counterKey')
      .where('resetsAt', '<=', now)
      .orderBy('resetsAt')
      .limit(most);
    // Checked twice: a row that a hit renewed after the inner query saw it must stay.
    const { numDeletedRows } = await db
      .deleteFrom('rateCounters')
      .where('counterKey', 'in', over)
      .where('resetsAt', '<=', now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}
