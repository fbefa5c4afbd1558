import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { newestFirst, type RowPage } from '../../../platform/database/newest-first.ts';
import type { Endpoint, WebhookTables } from '../tables.ts';

/** A literal: both engines use a partial index only if they see its condition. */
const ENABLED = sql.lit('Enabled' as const);

export async function insertEndpoint(tx: Tx, endpoint: Endpoint): Promise<void> {
  await tx.tables<WebhookTables>().insertInto('webhookEndpoints').values(endpoint).execute();
}

function endpointsOf(db: Reader, accountId: string) {
  return db
    .tables<WebhookTables>()
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('accountId', '=', accountId);
}

export function findEndpoint(db: Reader, accountId: string, id: string): Promise<Endpoint | undefined> {
  return endpointsOf(db, accountId).where('id', '=', id).executeTakeFirst();
}

export function lockEndpoint(tx: Tx, accountId: string, id: string): Promise<Endpoint | undefined> {
  return endpointsOf(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Newest first; up to one more than the limit. */
export function pageEndpoints(db: Reader, accountId: string, page: RowPage): Promise<Endpoint[]> {
  return newestFirst(endpointsOf(db, accountId), page).execute();
}

/** All endpoints of an account that get events. */
export function enabledEndpoints(db: Reader, accountId: string): Promise<Endpoint[]> {
  return endpointsOf(db, accountId).where('status', '=', ENABLED).execute();
}

/** Whether an account has at least this number of endpoints. */
export async function hasEndpoints(db: Reader, accountId: string, number: number): Promise<boolean> {
  const rows = await db
    .tables<WebhookTables>()
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('accountId', '=', accountId)
    .limit(number)
    .execute();
  return rows.length === number;
}

export async function updateEndpoint(
  tx: Tx,
  { accountId, id }: Pick<Endpoint, 'accountId' | 'id'>,
  changes: Partial<Omit<Endpoint, 'accountId' | 'id'>>,
): Promise<void> {
  await tx
    .tables<WebhookTables>()
    .updateTable('webhookEndpoints')
    .set(changes)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Deletes an endpoint with its deliveries. */
export async function deleteEndpoint(
  tx: Tx,
  { accountId, id }: Pick<Endpoint, 'accountId' | 'id'>,
): Promise<void> {
  const db = tx.tables<WebhookTables>();
  await db
    .deleteFrom('webhookDeliveries')
    .where('accountId', '=', accountId)
    .where('endpointId', '=', id)
    .execute();
  await db.deleteFrom('webhookEndpoints').where('accountId', '=', accountId).where('id', '=', id).execute();
}

/** Endpoints of all accounts that have failed since before this moment, those that have failed the longest first. */
export function failingEndpoints(db: Reader, before: Date, limit: number): Promise<Endpoint[]> {
  return db
    .tables<WebhookTables>()
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('status', '=', ENABLED)
    .where('failingSince', 'is not', null)
    .where('failingSince', '<', before)
    .orderBy('failingSince')
    .limit(limit)
    .execute();
}

/** The endpoints of all accounts that get events, by account and id. */
export function endpointIds(
  db: Reader,
  {
    after,
    limit,
  }: { readonly after: Pick<Endpoint, 'accountId' | 'id'> | undefined; readonly limit: number },
): Promise<Pick<Endpoint, 'accountId' | 'id'>[]> {
  const rows = db.tables<WebhookTables>().selectFrom('webhookEndpoints').select(['accountId', 'id']);
  const rest =
    after === undefined
      ? rows
      : rows.where(sql<boolean>`(account_id, id) > (${after.accountId}, ${after.id})`);
  return rest.orderBy('accountId').orderBy('id').limit(limit).execute();
}
