import type { Clock } from '../server/src/kernel/clock.ts';
import { stepJob } from '../server/src/modules/subscriptions/index.ts';
import type { SubscriptionTables } from '../server/src/modules/subscriptions/tables.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { transaction } from '../server/src/platform/context/context.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { openLocation } from '../server/test/open-location.ts';
import type { Arena } from './arena.ts';
import { MAX_ORIGINALS, multiplySubscriptions } from './multiply.ts';
import { buy, withSystem } from './purchases.ts';
import { productId } from './seed.ts';

const JOBS_PER_TRANSACTION = 500;

/**
 * Fills the database of an arena with monthly subscriptions whose renewals have just become due, and whose jobs do not
 * exist yet. They are charged to the test provider. A database that has some stays as it is. Returns their number, which is
 * rounded up to whole copies.
 */
export async function seedSubscriptions(arena: Arena, count: number): Promise<number> {
  const present = await withSystem(arena, (ctx) => countSubscriptions(ctx.database));
  if (present > 0) return present;
  const originals = Math.min(count, MAX_ORIGINALS);
  const copies = Math.ceil(count / originals) - 1;
  const location = await withSystem(arena, async (ctx) => {
    const monthAgo = Temporal.Now.zonedDateTimeISO('UTC').subtract({ months: 1, hours: 1 });
    const agoMs = Date.now() - monthAgo.epochMilliseconds;
    const clock: Clock = { now: () => new Date(Date.now() - agoMs) };
    for (let index = 0; index < originals; index += 1)
      await buy({ ...ctx, clock }, `${productId(0)}-monthly`);
    await dropSteps(ctx.database);
    return ctx.config.databaseLocation;
  });
  if (copies > 0) await multiplySubscriptions(arena.engine, location, copies);
  await arena.analyse();
  return originals * (copies + 1);
}

/** The bench enqueues the steps itself, when it begins to measure. */
async function dropSteps(database: Database): Promise<void> {
  await database.transaction((tx) =>
    tx
      .tables<{ readonly jobs: { readonly kind: string } }>()
      .deleteFrom('jobs')
      .where('kind', '=', stepJob.kind)
      .execute(),
  );
}

/**
 * Enqueues the step of `count` subscriptions whose renewal is due, from the one after an id; returns the last id. The
 * server of the arena does not run.
 */
export function enqueueRenewals(
  arena: Arena,
  { after, count }: { readonly after: string; readonly count: number },
): Promise<string> {
  return withSystem(arena, async (ctx) => {
    let last = after;
    for (let left = count; left > 0; left -= JOBS_PER_TRANSACTION) {
      const rows = await ctx.database.reader
        .tables<SubscriptionTables>()
        .selectFrom('subscriptions')
        .select('id')
        .where('accountId', '=', ctx.account.id)
        .where('id', '>', last)
        .orderBy('id')
        .limit(Math.min(left, JOBS_PER_TRANSACTION))
        .execute();
      await transaction(ctx, async (tx) => {
        for (const { id } of rows) await stepJob.enqueue(tx, { subscriptionId: id });
      });
      last = rows.at(-1)?.id ?? last;
    }
    return last;
  });
}

/** Opens the database of an arena for counting, beside its server; `close` it. */
export function openCount({ environment }: Pick<Arena, 'environment'>): Promise<Database> {
  return openLocation(readConfig(environment).databaseLocation);
}

async function countSubscriptions({ reader }: Database): Promise<number> {
  const row = await reader
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('accountId', '=', 'bench')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The number of renewals that are paid. */
export async function countRenewals({ reader }: Pick<Database, 'reader'>): Promise<number> {
  const row = await reader
    .tables<SubscriptionTables>()
    .selectFrom('subscriptionPeriods')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('accountId', '=', 'bench')
    .where('number', '=', 2)
    .where('state', '=', 'Paid')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
