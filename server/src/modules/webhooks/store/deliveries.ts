import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import { newestFirst, type RowPage } from '../../../platform/database/newest-first.ts';
import type { Delivery, Endpoint, WebhookTables } from '../tables.ts';

/** A literal: both engines use a partial index only if they see its condition. */
const PENDING = sql.lit('Pending' as const);

type OfEndpoint = Pick<Endpoint, 'accountId' | 'id'>;

function deliveriesOf(db: Reader, { accountId, id }: OfEndpoint) {
  return db
    .tables<WebhookTables>()
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('endpointId', '=', id);
}

/** Newest first; up to one more than the limit. */
export function pageDeliveries(
  db: Reader,
  endpoint: OfEndpoint,
  { status, ...page }: RowPage & { readonly status?: Delivery['status'] | undefined },
): Promise<Delivery[]> {
  const rows = deliveriesOf(db, endpoint);
  const ofStatus = status === undefined ? rows : rows.where('status', '=', sql.lit(status));
  return newestFirst(ofStatus, page).execute();
}

export function lockDelivery(tx: Tx, endpoint: OfEndpoint, id: string): Promise<Delivery | undefined> {
  return deliveriesOf(tx, endpoint).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Deliveries of an endpoint that are due, in the order of their events. */
export async function dueDeliveries(
  db: Reader,
  endpoint: OfEndpoint,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<Delivery[]> {
  const due = await deliveriesOf(db, endpoint)
    .where('status', '=', PENDING)
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .orderBy('eventSequence')
    .limit(limit)
    .execute();
  return due.toSorted((one, other) => one.eventSequence - other.eventSequence);
}

/** The first event of a subject that has not arrived, and until when later ones wait. */
export interface Hold {
  readonly firstSequence: number;
  readonly until: Date;
}

/** What later events of these subjects wait for, one hold for each subject that has some, in `from` < `until` <= `to`. */
export async function holdsAbout(
  db: Reader,
  { accountId, id }: OfEndpoint,
  subjects: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Map<string, Hold>> {
  const rows = await db
    .tables<WebhookTables>()
    .selectFrom('webhookDeliveries')
    .select(({ fn }) => [
      'subject',
      fn.min<number | string>('eventSequence').as('firstSequence'),
      // SQLite returns the number that it stores.
      fn.max<Date | number>('holdsUntil').as('until'),
    ])
    .where('accountId', '=', accountId)
    .where('endpointId', '=', id)
    .where('status', '=', PENDING)
    .where('isTest', '=', false)
    .where('holdsUntil', '>', from)
    .where('holdsUntil', '<=', to)
    .where(inList(db, 'subject', subjects))
    .groupBy('subject')
    .execute();
  return new Map(
    rows.map(({ subject, firstSequence, until }) => [
      subject,
      { firstSequence: Number(firstSequence), until: new Date(until) },
    ]),
  );
}

/** The deliveries of these events. */
export function deliveriesOfEvents(
  db: Reader,
  endpoint: OfEndpoint,
  eventIds: readonly string[],
): Promise<Delivery[]> {
  return deliveriesOf(db, endpoint)
    .where(inList(db, 'eventId', eventIds))
    .execute();
}

/** When the next delivery of an endpoint is due; of a disabled one only tests are. */
export async function nextDueAt(
  db: Reader,
  endpoint: OfEndpoint,
  onlyTests: boolean,
): Promise<Date | undefined> {
  const pending = db
    .tables<WebhookTables>()
    .selectFrom('webhookDeliveries')
    .select('nextAttemptAt')
    .where('accountId', '=', endpoint.accountId)
    .where('endpointId', '=', endpoint.id)
    .where('status', '=', PENDING);
  const some = onlyTests ? pending.where('isTest', '=', true) : pending;
  const row = await some.orderBy('nextAttemptAt').limit(1).executeTakeFirst();
  return row?.nextAttemptAt ?? undefined;
}

/** Adds deliveries, or replaces those with the same id. */
export async function saveDeliveries(tx: Tx, deliveries: readonly Delivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await tx
    .tables<WebhookTables>()
    .insertInto('webhookDeliveries')
    .values(deliveries)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'id']).doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        failures: eb.ref('excluded.failures'),
        attempts: eb.ref('excluded.attempts'),
        nextAttemptAt: eb.ref('excluded.nextAttemptAt'),
        holdsUntil: eb.ref('excluded.holdsUntil'),
      })),
    )
    .execute();
}

/** Lets deliveries of these subjects that only waited for an earlier one be due now. */
export async function releaseWaiting(
  tx: Tx,
  { accountId, id }: OfEndpoint,
  subjects: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .tables<WebhookTables>()
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: now, holdsUntil: now })
    .where('accountId', '=', accountId)
    .where('endpointId', '=', id)
    .where('status', '=', PENDING)
    .where('failures', '=', 0)
    .where('nextAttemptAt', '>', now)
    .where(inList(tx, 'subject', subjects))
    .execute();
}

/** Ends the pending deliveries of an endpoint that gets nothing more. */
export async function failPending(tx: Tx, { accountId, id }: OfEndpoint): Promise<void> {
  await tx
    .tables<WebhookTables>()
    .updateTable('webhookDeliveries')
    .set({ status: 'Failed', nextAttemptAt: null, holdsUntil: null })
    .where('accountId', '=', accountId)
    .where('endpointId', '=', id)
    .where('status', '=', PENDING)
    .execute();
}

/** Deletes at most `limit` deliveries that were made before this moment and are not pending; returns their number. */
export async function deleteDeliveriesBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const db = tx.tables<WebhookTables>();
  const old = await db
    .selectFrom('webhookDeliveries')
    .select(['accountId', 'id'])
    .where('createdAt', '<', before)
    .where('status', '!=', 'Pending')
    .orderBy('createdAt')
    .limit(limit)
    .execute();
  for (const [accountId, some] of Map.groupBy(old, (row) => row.accountId))
    await db
      .deleteFrom('webhookDeliveries')
      .where('accountId', '=', accountId)
      .where(
        inList(
          tx,
          'id',
          some.map(({ id }) => id),
        ),
      )
      .execute();
  return old.length;
}

/** Deletes what receivers answered to these events. */
export async function eraseAnswers(tx: Tx, accountId: string, eventIds: readonly string[]): Promise<void> {
  await tx
    .tables<WebhookTables>()
    .updateTable('webhookDeliveries')
    .set({ attempts: [] })
    .where('accountId', '=', accountId)
    .where(inList(tx, 'eventId', eventIds))
    .execute();
}
