import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database, Tx } from '../database/database.ts';
import { openAnswer, sealAnswer } from './sealed-answer.ts';
import {
  deleteCall,
  deleteExpired,
  type LockedCall,
  insertCall,
  lockCall,
  restartCall,
  type StoredCall,
  storeCallAnswer,
} from './store.ts';

export { requestFingerprint } from './fingerprint.ts';

/** A request that carries an idempotency key. */
interface IdempotentRequest {
  readonly accountId: string;
  /** The caller within the account: the same key of another caller is a different key. */
  readonly caller: string;
  /** The key as sent, 1 to 255 characters. */
  readonly key: string;
  /** From `requestFingerprint`. */
  readonly fingerprint: string;
}

/** The right to run a request and to store its response. */
export type IdempotentCall = LockedCall;

export interface IdempotentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type CallStart =
  | { readonly outcome: 'Started'; readonly call: IdempotentCall }
  | ({ readonly outcome: 'Replay' } & IdempotentAnswer)
  | { readonly outcome: 'InFlight' }
  | { readonly outcome: 'Mismatch' };

interface IdempotencyDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'secret'>;
  readonly vault: Pick<Vault, 'derive'>;
}

/** The lock of this call ended and another request may have run it: its changes are rolled back. */
export class IdempotencyLockError extends Error {
  override readonly name = 'IdempotencyLockLost';
}

const KEPT_MS = 24 * 60 * 60 * 1000;
const LOCK_MS = 60 * 1000;
const TRIES = 5;

/**
 * Decides about a request with an idempotency key (wire contract section 1): run it (`Started`), send the first
 * response again (`Replay`), or refuse it (`InFlight` 409, `Mismatch` 422).
 *
 * If several equal requests arrive at once, in any number of processes, one is started. The started one calls
 * `completeIdempotent` or `abandonIdempotent`. A process that dies in between leaves the key locked for 60 seconds;
 * then the next request with it is started. Anything that the lost one committed stays and is done again, unless the
 * command stored its response in its own transaction with `storeAnswer`.
 */
export async function beginIdempotent(deps: IdempotencyDeps, request: IdempotentRequest): Promise<CallStart> {
  const { database, ids } = deps;
  for (let turn = 0; turn < TRIES; turn += 1) {
    const call: LockedCall = { ...request, lockToken: ids.secret() };
    const attempt = await database.transaction((tx) => begin(deps, tx, call));
    if (attempt !== 'gone') return attempt;
  }
  return { outcome: 'InFlight' };
}

async function begin(
  { clock, vault }: IdempotencyDeps,
  tx: Tx,
  call: LockedCall,
): Promise<CallStart | 'gone'> {
  const now = clock.now();
  const lockedUntil = new Date(now.getTime() + LOCK_MS);
  const started: CallStart = { outcome: 'Started', call };
  if (await insertCall(tx, call, now, lockedUntil)) return started;
  const row = await lockCall(tx, call);
  // Its request released the key between the two statements.
  if (row === undefined) return 'gone';
  const isExpired = row.createdAt.getTime() + KEPT_MS <= now.getTime();
  if (!isExpired) {
    if (row.fingerprint !== call.fingerprint) return { outcome: 'Mismatch' };
    const answer = answerOf(vault, call, row);
    if (answer !== undefined) return { outcome: 'Replay', ...answer };
    if (row.lockedUntil > now) return { outcome: 'InFlight' };
  }
  await restartCall(tx, call, now, lockedUntil);
  return started;
}

/**
 * Stores the first response, to be sent again for 24 hours. Does nothing when the lock has ended and another request
 * holds the key: that request's response counts.
 */
export async function completeIdempotent(
  { database, vault }: Pick<IdempotencyDeps, 'database' | 'vault'>,
  call: IdempotentCall,
  answer: IdempotentAnswer,
): Promise<void> {
  await database.transaction((tx) => writeAnswer(vault, tx, call, answer));
}

/**
 * Stores the response in the transaction of the command itself, so that both are committed or neither: even after a
 * crash, a retry does not run the command again. Raises `IdempotencyLockError`, which rolls the command back, when
 * another request holds the key.
 */
export async function storeAnswer(
  { vault }: Pick<IdempotencyDeps, 'vault'>,
  tx: Tx,
  call: IdempotentCall,
  answer: IdempotentAnswer,
): Promise<void> {
  if (await writeAnswer(vault, tx, call, answer)) return;
  throw new IdempotencyLockError('another request holds this idempotency key');
}

/** Releases the key without a response: the request was invalid, or failed in a way that a retry may fix. */
export async function abandonIdempotent(
  { database }: Pick<IdempotencyDeps, 'database'>,
  call: IdempotentCall,
): Promise<void> {
  await database.transaction((tx) => deleteCall(tx, call));
}

/** Deletes at most `most` keys older than 24 hours and returns their number. */
export function purgeIdempotencyKeys(
  { clock }: Pick<IdempotencyDeps, 'clock'>,
  database: Database,
  most = 500,
): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  return database.transaction((tx) => deleteExpired(tx, before, most));
}

function writeAnswer(vault: Pick<Vault, 'derive'>, tx: Tx, call: IdempotentCall, answer: IdempotentAnswer) {
  const sealed = sealAnswer(vault, contextOf(call), answer);
  return storeCallAnswer(tx, call, answer.status, sealed);
}

function answerOf(
  vault: Pick<Vault, 'derive'>,
  request: IdempotentRequest,
  { responseStatus, responseSealed }: StoredCall,
): IdempotentAnswer | undefined {
  if (responseStatus === null || responseSealed === null) return undefined;
  return { status: responseStatus, ...openAnswer(vault, contextOf(request), responseSealed) };
}

function contextOf({ accountId, caller, key, fingerprint }: IdempotentRequest): string {
  return JSON.stringify([accountId, caller, key, fingerprint]);
}
