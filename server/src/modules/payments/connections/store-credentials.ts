import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { CommandTx } from '../../accounts/index.ts';
import type { CredentialRow, PaymentTables } from '../tables.ts';

export function readCredentialRow(
  db: Reader,
  accountId: string,
  provider: string,
): Promise<CredentialRow | undefined> {
  return db
    .tables<PaymentTables>()
    .selectFrom('paymentCredentials')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('provider', '=', provider)
    .executeTakeFirst();
}

/** A row without its secrets. */
export type ConnectionRow = Pick<CredentialRow, 'mode' | 'settings' | 'updatedAt'>;

export function readConnectionRow(
  db: Reader,
  accountId: string,
  provider: string,
): Promise<ConnectionRow | undefined> {
  return db
    .tables<PaymentTables>()
    .selectFrom('paymentCredentials')
    .select(['mode', 'settings', 'updatedAt'])
    .where('accountId', '=', accountId)
    .where('provider', '=', provider)
    .executeTakeFirst();
}

/** Adds a row, or replaces all of it except the times of its creation and its events. */
export async function upsertCredentialRow(tx: Tx, row: CredentialRow): Promise<void> {
  const { mode, secretsSealed, settings, updatedAt } = row;
  await tx
    .tables<PaymentTables>()
    .insertInto('paymentCredentials')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'provider']).doUpdateSet({ mode, secretsSealed, settings, updatedAt }),
    )
    .execute();
}

export async function deleteCredentialRow(tx: Tx, accountId: string, provider: string): Promise<void> {
  await tx
    .tables<PaymentTables>()
    .deleteFrom('paymentCredentials')
    .where('accountId', '=', accountId)
    .where('provider', '=', provider)
    .execute();
}

export type ConnectionKey = Pick<CredentialRow, 'accountId' | 'provider'>;

/** The connections of every account whose list of events was not read since a time, by their keys `after` one. */
export function listConnections(
  db: Reader,
  {
    cutoff,
    after,
    limit,
  }: { readonly cutoff: Date; readonly after?: ConnectionKey | undefined; readonly limit: number },
): Promise<ConnectionKey[]> {
  const query = db
    .tables<PaymentTables>()
    .selectFrom('paymentCredentials')
    .select(['accountId', 'provider'])
    .where((eb) => eb.or([eb('eventsAskedAt', 'is', null), eb('eventsAskedAt', '<', cutoff)]))
    .orderBy('accountId')
    .orderBy('provider')
    .limit(limit);
  if (after === undefined) return query.execute();
  const { accountId, provider } = after;
  return query
    .where((eb) =>
      eb.or([
        eb('accountId', '>', accountId),
        eb.and([eb('accountId', '=', accountId), eb('provider', '>', provider)]),
      ]),
    )
    .execute();
}

/** Records that the list of events is being read; false when another process has done so since `cutoff`. */
export async function claimEvents(
  tx: CommandTx,
  { provider, cutoff, now }: { readonly provider: string; readonly cutoff: Date; readonly now: Date },
): Promise<boolean> {
  const row = await tx
    .tables<PaymentTables>()
    .updateTable('paymentCredentials')
    .set({ eventsAskedAt: now })
    .where('accountId', '=', tx.account.id)
    .where('provider', '=', provider)
    .where((eb) => eb.or([eb('eventsAskedAt', 'is', null), eb('eventsAskedAt', '<', cutoff)]))
    .returning('provider')
    .executeTakeFirst();
  return row !== undefined;
}

/** The time of a connection, and the time until which its events were compared. */
export function readEventTimes(
  db: Reader,
  accountId: string,
  provider: string,
): Promise<Pick<CredentialRow, 'createdAt' | 'eventsUntil'> | undefined> {
  return db
    .tables<PaymentTables>()
    .selectFrom('paymentCredentials')
    .select(['createdAt', 'eventsUntil'])
    .where('accountId', '=', accountId)
    .where('provider', '=', provider)
    .executeTakeFirst();
}

export async function writeEventsUntil(tx: CommandTx, provider: string, eventsUntil: Date): Promise<void> {
  await tx
    .tables<PaymentTables>()
    .updateTable('paymentCredentials')
    .set({ eventsUntil })
    .where('accountId', '=', tx.account.id)
    .where('provider', '=', provider)
    .execute();
}

/** The number of payments that the provider has not ended. */
export async function countPendingPayments(db: Reader, accountId: string, provider: string): Promise<number> {
  const { count } = await db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('accountId', '=', accountId)
    .where('status', '=', sql.lit('Pending' as const))
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Payments that are pending, or have a pending refund: one, preferably with its reference. */
export async function readUnsettled(
  db: Reader,
  accountId: string,
  provider: string,
): Promise<{ readonly providerReference: string | null } | undefined> {
  const payments = db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .select('payments.providerReference')
    .where('payments.accountId', '=', accountId)
    .where('payments.provider', '=', provider)
    .orderBy('payments.providerReference', (order) => order.desc().nullsLast());
  return (
    (await payments.where('payments.status', '=', sql.lit('Pending' as const)).executeTakeFirst()) ??
    (await payments
      .innerJoin('refunds', (join) =>
        join
          .onRef('refunds.accountId', '=', 'payments.accountId')
          .onRef('refunds.paymentId', '=', 'payments.id'),
      )
      .where('refunds.status', '=', sql.lit('Pending' as const))
      .executeTakeFirst())
  );
}
