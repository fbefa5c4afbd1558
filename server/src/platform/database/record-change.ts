import type { Reader, Tx } from './database.ts';

export interface ChangeTables {
  changeVersions: { accountId: string; topic: string; version: number };
}

/** Raises the version of a topic; every process sees it once the transaction is committed. */
export async function recordChange(tx: Tx, accountId: string, topic: string): Promise<void> {
  await tx
    .tables<ChangeTables>()
    .insertInto('changeVersions')
    .values({ accountId, topic, version: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'topic'])
        .doUpdateSet((eb) => ({ version: eb('changeVersions.version', '+', 1) })),
    )
    .execute();
  tx.changed.add(changeKey(accountId, topic));
  if (tx.engine === 'postgres') await notify(tx, accountId, topic);
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

async function notify(tx: Tx, accountId: string, topic: string): Promise<void> {
  const db = tx.tables<Record<never, never>>();
  await db
    .selectNoFrom((eb) =>
      eb.fn('pg_notify', [eb.val(CHANGE_CHANNEL), eb.val(changeKey(accountId, topic))]).as('sent'),
    )
    .execute();
}
