import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import { newestFirst } from '../../../platform/database/newest-first.ts';
import type {
  Dispute,
  DisputeFilter,
  DisputeToAnswerFilter,
  FraudWarning,
  Payment,
  PaymentSubject,
  PaymentTables,
} from '../tables.ts';

export async function insertDispute(tx: Tx, dispute: Dispute): Promise<void> {
  await tx.tables<PaymentTables>().insertInto('disputes').values(dispute).execute();
}

export function readDispute(db: Reader, accountId: string, id: string): Promise<Dispute | undefined> {
  return db
    .tables<PaymentTables>()
    .selectFrom('disputes')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The disputes of a payment. */
export function disputesOfPayment(
  db: Reader,
  { accountId, id }: Pick<Payment, 'accountId' | 'id'>,
): Promise<Dispute[]> {
  return db
    .tables<PaymentTables>()
    .selectFrom('disputes')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('paymentId', '=', id)
    .execute();
}

/** The disputes of the payments of these subjects. */
export function disputesOfSubjects(
  db: Reader,
  accountId: string,
  { kind, ids }: { readonly kind: string; readonly ids: readonly string[] },
): Promise<Dispute[]> {
  return db
    .tables<PaymentTables>()
    .selectFrom('disputes')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subjectKind', '=', kind)
    .where(inList(db, 'subjectId', ids))
    .execute();
}

/** Disputes of an account, newest first. */
export function listDisputes(db: Reader, accountId: string, filter: DisputeFilter): Promise<Dispute[]> {
  const { status, subject, createdBefore, createdAfter } = filter;
  const disputes = db
    .tables<PaymentTables>()
    .selectFrom('disputes')
    .selectAll()
    .where('accountId', '=', accountId)
    .where((eb) => eb.and(status === undefined ? [] : [eb('status', '=', sql.lit(status))]))
    .where((eb) =>
      eb.and(
        subject === undefined ? [] : [eb('subjectKind', '=', subject.kind), eb('subjectId', '=', subject.id)],
      ),
    )
    .where((eb) => eb.and(createdBefore === undefined ? [] : [eb('createdAt', '<', createdBefore)]))
    .where((eb) => eb.and(createdAfter === undefined ? [] : [eb('createdAt', '>', createdAfter)]));
  return newestFirst(disputes, filter).execute();
}

/** Disputes of an account that the vendor has to answer, the soonest first. */
export function listDisputesToAnswer(
  db: Reader,
  accountId: string,
  { subject, ...page }: DisputeToAnswerFilter,
): Promise<Dispute[]> {
  const disputes = toAnswer(db, accountId)
    .selectAll()
    .where((eb) =>
      eb.and(
        subject === undefined ? [] : [eb('subjectKind', '=', subject.kind), eb('subjectId', '=', subject.id)],
      ),
    );
  return newestFirst(disputes, { ...page, isOldestFirst: true }, { moment: 'answerBy' }).execute();
}

/** The subjects of one kind with a dispute that the vendor has to answer, the soonest first; at most `limit`. */
export async function subjectsToAnswer(
  db: Reader,
  accountId: string,
  { kind, limit }: { readonly kind: string; readonly limit: number },
): Promise<string[]> {
  const rows = await toAnswer(db, accountId)
    .select('subjectId')
    .where('subjectKind', '=', kind)
    .orderBy('answerBy')
    .orderBy('id')
    .limit(limit)
    .execute();
  return [...new Set(rows.map(({ subjectId }) => subjectId))];
}

/** Their own index, which has few rows, needs these conditions as they are. */
function toAnswer(db: Reader, accountId: string) {
  return db
    .tables<PaymentTables>()
    .selectFrom('disputes')
    .where('accountId', '=', accountId)
    .where('status', '=', sql.lit('Open' as const))
    .where('handledBy', '=', sql.lit('Vendor' as const))
    .where('answerBy', 'is not', null);
}

/** Writes the decision of a dispute. The caller holds the lock of its payment. */
export async function writeDisputeStatus(
  tx: Tx,
  { accountId, id }: Dispute,
  changes: Pick<Dispute, 'status' | 'resolvedAt'>,
): Promise<void> {
  await tx
    .tables<PaymentTables>()
    .updateTable('disputes')
    .set(changes)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Writes until when a dispute can be answered, and where. The caller holds the lock of its payment. */
export async function writeDisputeAnswer(
  tx: Tx,
  { accountId, id }: Dispute,
  changes: Pick<Dispute, 'answerBy' | 'providerUrl'>,
): Promise<void> {
  await tx
    .tables<PaymentTables>()
    .updateTable('disputes')
    .set(changes)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Records a warning; false when it was already recorded. */
export async function insertWarning(tx: Tx, warning: FraudWarning): Promise<boolean> {
  const insertion = await tx
    .tables<PaymentTables>()
    .insertInto('fraudWarnings')
    .values(warning)
    .onConflict((conflict) => conflict.doNothing())
    .returning('paymentId')
    .executeTakeFirst();
  return insertion !== undefined;
}

/** The warnings about the payments of a subject, newest first. */
export function listWarnings(
  db: Reader,
  accountId: string,
  subject: PaymentSubject,
  limit: number,
): Promise<FraudWarning[]> {
  return db
    .tables<PaymentTables>()
    .selectFrom('fraudWarnings')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subjectKind', '=', subject.kind)
    .where('subjectId', '=', subject.id)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute();
}
