import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Tx } from '../src/platform/database/database.ts';

/**
 * Only on PostgreSQL: runs `work` in an open transaction of `elsewhere`, another process's database, and `meanwhile`
 * starts before that one is committed. Ends when both have. The commit happens when somebody waits for a lock, or when
 * `meanwhile` has ended without waiting.
 */
export async function whileUncommitted<Result>(
  elsewhere: Database,
  work: (tx: Tx) => Promise<unknown>,
  meanwhile: () => Promise<Result>,
): Promise<PromiseSettledResult<Result>> {
  let began: Promise<PromiseSettledResult<Result>[]> | undefined;
  let hasEnded = false;
  await elsewhere.transaction(async (tx) => {
    await work(tx);
    began = Promise.allSettled([meanwhile()]).finally(() => {
      hasEnded = true;
    });
    while (!hasEnded && !(await isSomebodyWaiting(elsewhere))) await setImmediate();
  });
  const [settled] = (await began) ?? [];
  assert.ok(settled !== undefined);
  return settled;
}

async function isSomebodyWaiting({ reader }: Database): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (
      select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted
    ) as waiting
  `.execute(reader.tables());
  return rows[0]?.waiting === true;
}
