import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import { ERASED_DEVICE } from '../domain/erased-device.ts';
import type { ActivationRequest, LicensingTables } from '../tables.ts';

/** The secret that identifies a request. */
export type RequestKey = { readonly pollHash: string } | { readonly browserHash: string };

export function findRequest(
  db: Reader,
  accountId: string,
  key: RequestKey,
): Promise<ActivationRequest | undefined> {
  return byKey(db, accountId, key).executeTakeFirst();
}

/** The request, locked until the transaction ends. */
export function lockRequest(
  tx: Tx,
  accountId: string,
  key: RequestKey,
): Promise<ActivationRequest | undefined> {
  return byKey(tx, accountId, key).forUpdate().executeTakeFirst();
}

export async function insertRequest(tx: Tx, request: ActivationRequest): Promise<void> {
  await tx.tables<LicensingTables>().insertInto('activationRequests').values(request).execute();
}

export function updateRequest(
  tx: Tx,
  { accountId, id }: Pick<ActivationRequest, 'accountId' | 'id'>,
  changes: Partial<
    Pick<
      ActivationRequest,
      'status' | 'fulfillment' | 'activationId' | 'trialId' | 'customerId' | 'fulfilledAt' | 'completedAt'
    >
  >,
): Promise<ActivationRequest> {
  return tx
    .tables<LicensingTables>()
    .updateTable('activationRequests')
    .set(changes)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records the first delivery of the token; later ones change nothing. */
export async function setCompleted(
  tx: Tx,
  { accountId, id }: Pick<ActivationRequest, 'accountId' | 'id'>,
  now: Date,
): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .updateTable('activationRequests')
    .set({ status: 'Completed', completedAt: now })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'Fulfilled')
    .execute();
}

/** Cancels the requests that a customer approved: their tokens are no longer delivered. */
export async function cancelRequestsOf(tx: Tx, accountId: string, customerId: string): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .updateTable('activationRequests')
    .set({
      status: 'Cancelled',
      fulfillment: null,
      activationId: null,
      trialId: null,
      customerId: null,
      fulfilledAt: null,
      completedAt: null,
      ...ERASED_DEVICE,
    })
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .execute();
}

/** Deletes at most `most` requests that ended before these moments, approved or not; returns their number. */
export async function deleteRequestsBefore(
  tx: Tx,
  before: { readonly unfinished: Date; readonly finished: Date },
  most: number,
): Promise<number> {
  const db = tx.tables<LicensingTables>();
  const old = await db
    .selectFrom('activationRequests')
    .select('id')
    .where('expiresAt', '<', before.unfinished)
    .where((eb) => eb.or([eb('fulfilledAt', 'is', null), eb('expiresAt', '<', before.finished)]))
    .orderBy('expiresAt')
    .limit(most)
    .execute();
  const ids = old.map(({ id }) => id);
  await db
    .deleteFrom('activationRequests')
    .where(inList(tx, 'id', ids))
    .where('expiresAt', '<', before.unfinished)
    .execute();
  return ids.length;
}

function byKey(db: Reader, accountId: string, key: RequestKey) {
  const query = db
    .tables<LicensingTables>()
    .selectFrom('activationRequests')
    .selectAll()
    .where('accountId', '=', accountId);
  return 'pollHash' in key
    ? query.where('pollHash', '=', key.pollHash)
    : query.where('browserHash', '=', key.browserHash);
}
