import { randomInt } from 'node:crypto';
import type { Reader, Tx } from './database.ts';

export interface ChangeTables {
  changeVersions: { accountId: string; topic: string; version: number };
}

const VERSIONS = 2 ** 48 - 1;

/**
 * Gives a topic a new version; every process sees it once the transaction is committed.
 *
 * Versions are random and not counted: if a failover of PostgreSQL loses a commit, the next one must not get the
 * version under which a process still caches what was lost.
 */
export async function recordChange(tx: Tx, accountId: string, topic: string): Promise<void> {
  await tx
    .tables<ChangeTables>()
    .insertInto('changeVersions')
    .values({ accountId, topic, version: randomInt(1, VERSIONS) })
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'topic']).doUpdateSet((eb) => ({ version: eb.ref('excluded.version') })),
    )
    .execute();
  tx.changed.add(changeKey(accountId, topic));
  if (tx.engine === 'postgres') await notify(tx, changeKey(accountId, topic));
}

/** Every topic of an account that ever changed. */
export async function changedTopics(reader: Reader, accountId: string): Promise<string[]> {
  const query = reader.tables<ChangeTables>().selectFrom('changeVersions').select('topic');
  const rows = await query.where('accountId', '=', accountId).execute();
  return rows.map(({ topic }) => topic);
}

/** The name of an account's topic in notifications. */
export function changeKey(accountId: string, topic: string): string {
  return `${accountId}/${topic}`;
}

export async function readVersion(reader: Reader, accountId: string, topic: string): Promise<number> {
  const row = await reader
    .tables<ChangeTables>()
    .selectFrom('changeVersions')
    .select('version')
    .where('accountId', '=', accountId)
    .where('topic', '=', topic)
    .executeTakeFirst();
  return row?.version ?? 0;
}

export const CHANGE_CHANNEL = 'latchkey_changes';

/** Sends a text to every process that listens to changes; on PostgreSQL only. */
export async function notify(reader: Reader, text: string): Promise<void> {
  const db = reader.tables<Record<never, never>>();
  await db
    .selectNoFrom((eb) => eb.fn('pg_notify', [eb.val(CHANGE_CHANNEL), eb.val(text)]).as('sent'))
    .execute();
}
