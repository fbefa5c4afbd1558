import type { Tx } from '../database/database.ts';
import type { IdempotencyTables } from './tables.ts';

/** An idempotency key and the secret of the request that holds it. */
export interface LockedCall {
  readonly accountId: string;
  readonly caller: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly lockToken: string;
}

export type StoredCall = IdempotencyTables['idempotencyKeys'];

/** True when no other call held the key; this call now holds it. */
export async function insertCall(tx: Tx, call: LockedCall, now: Date, lockedUntil: Date): Promise<boolean> {
  const inserted = await tx
    .tables<IdempotencyTables>()
    .insertInto('idempotencyKeys')
    .values({
      accountId: call.accountId,
      caller: call.caller,
      idempotencyKey: call.key,
      fingerprint: call.fingerprint,
      lockToken: call.lockToken,
      createdAt: now,
      lockedUntil,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('lockToken')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The stored state of the key, locked until the transaction ends. */
export function lockCall(tx: Tx, call: LockedCall): Promise<StoredCall | undefined> {
  return tx
    .tables<IdempotencyTables>()
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('accountId', '=', call.accountId)
    .where('caller', '=', call.caller)
    .where('idempotencyKey', '=', call.key)
    .forUpdate()
    .executeTakeFirst();
}

/** Assigns a key whose request is lost or long over to a new call, as if it were new. */
export async function restartCall(tx: Tx, call: LockedCall, now: Date, lockedUntil: Date): Promise<void> {
  await tx
    .tables<IdempotencyTables>()
    .updateTable('idempotencyKeys')
    .set({
      fingerprint: call.fingerprint,
      lockToken: call.lockToken,
      responseStatus: null,
      responseSealed: null,
      createdAt: now,
      lockedUntil,
    })
    .where('accountId', '=', call.accountId)
    .where('caller', '=', call.caller)
    .where('idempotencyKey', '=', call.key)
    .execute();
}

/** False, and nothing is changed, when the call no longer holds the key. */
export async function storeCallAnswer(
  tx: Tx,
  call: LockedCall,
  status: number,
  sealed: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .tables<IdempotencyTables>()
    .updateTable('idempotencyKeys')
    .set({ responseStatus: status, responseSealed: sealed })
    .where('accountId', '=', call.accountId)
    .where('caller', '=', call.caller)
    .where('idempotencyKey', '=', call.key)
    .where('lockToken', '=', call.lockToken)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a key without a response, if the call still holds it. */
export async function deleteCall(tx: Tx, call: LockedCall): Promise<void> {
  await tx
    .tables<IdempotencyTables>()
    .deleteFrom('idempotencyKeys')
    .where('accountId', '=', call.accountId)
    .where('caller', '=', call.caller)
    .where('idempotencyKey', '=', call.key)
    .where('lockToken', '=', call.lockToken)
    .where('responseStatus', 'is', null)
    .execute();
}

export async function deleteExpired(tx: Tx, before: Date, most: number): Promise<number> {
  const db = tx.tables<IdempotencyTables>();
  const expired = db
    .selectFrom('idempotencyKeys')
    .select(['accountId', 'caller', 'idempotencyKey'])
    .where('createdAt', '<=', before)
    .orderBy('createdAt')
    .limit(most)
    .$asTuple('accountId', 'caller', 'idempotencyKey');
  const { numDeletedRows } = await db
    .deleteFrom('idempotencyKeys')
    .where((eb) => eb(eb.refTuple('accountId', 'caller', 'idempotencyKey'), 'in', expired))
    // Checked twice: a key that was locked again in the meantime must stay.
    .where('createdAt', '<=', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
