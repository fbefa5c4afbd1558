import { normaliseGuid } from '../../kernel/ids.ts';
import { notFound, refuseIssues, unauthorized } from '../../kernel/problem.ts';
import { readerOf, transaction } from '../../platform/context/context.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import type { CommandTx, Context, QueryContext } from '../accounts/index.ts';
import { checkName } from '../customers/index.ts';
import { CHALLENGE_MS, makeChallenge } from './challenge.ts';
import { recordOperatorEvent } from './events.ts';
import type { Operator, OperatorSession } from './operator.ts';
import { type PasskeyDescriptor, passkeyDescriptor, userHandle } from './passkeys/check-passkey.ts';
import { mailPasskeyNews } from './passkeys/mail-passkeys.ts';
import { relyingParty } from './passkeys/relying-party.ts';
import {
  ALGORITHMS,
  type NewCredential,
  takeSignedChallenge,
  verifyCredential,
} from './passkeys/verify-signature.ts';
import { passkeyRefused, tooManyPasskeys } from './problems.ts';
import { lockOperatorRow } from './store/operators.ts';
import { insertPasskeyRow, listPasskeyRows, takePasskeyRow } from './store/passkeys.ts';
import { touchSessionRow } from './store/sessions.ts';
import type { OperatorRow, PasskeyRow } from './tables.ts';

/** A passkey of an operator, as its owner sees it. */
export type Passkey = Pick<PasskeyRow, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>;

const MOST = 10;

/** The passkeys of an operator, oldest first. */
export async function listPasskeys(ctx: QueryContext, operatorId: string): Promise<Passkey[]> {
  return listPasskeyRows(readerOf(ctx), { accountId: ctx.account.id, operatorId });
}

/** What a browser needs to make a passkey: `PublicKeyCredentialCreationOptionsJSON` of Web Authentication. */
interface PasskeyCreation {
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly challenge: string;
  readonly pubKeyCredParams: { alg: number; type: 'public-key' }[];
  readonly timeout: number;
  readonly excludeCredentials: PasskeyDescriptor[];
  readonly authenticatorSelection: {
    readonly residentKey: 'required';
    readonly requireResidentKey: true;
    readonly userVerification: 'required';
  };
}

/**
 * Begins to make a passkey for the operator of a session: the answer is good for five minutes and one passkey. Raises 409
 * `PasskeysUnavailable`.
 */
export async function beginPasskey(
  ctx: Context,
  { operator, session }: { readonly operator: Operator; readonly session: OperatorSession },
): Promise<PasskeyCreation> {
  const { id, name } = relyingParty(ctx);
  const earlier = await listPasskeyRows(ctx.database.reader, {
    accountId: ctx.account.id,
    operatorId: operator.id,
  });
  return {
    rp: { id, name },
    user: { id: userHandle(operator.id), name: operator.email, displayName: operator.name },
    challenge: await makeChallenge(ctx, { purpose: 'Registration', sessionId: session.id }),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_MS,
    // One in each authenticator.
    excludeCredentials: earlier.map(passkeyDescriptor),
    // The sign-in page knows nobody's email, and a passkey replaces two proofs at once.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/**
 * Keeps a new passkey of the operator of a session, who is told by mail. Raises 400 `InvalidInput` for its name, 400
 * `PasskeyRefused`, 401 when the session has ended meanwhile, and 409 `TooManyPasskeys` when there are ten.
 */
export async function addPasskey(
  ctx: Context,
  { operatorId, id: sessionId }: OperatorSession,
  { name, credential }: { readonly name: string; readonly credential: NewCredential },
): Promise<Passkey> {
  refuseIssues({ name: checkName(name) });
  const party = relyingParty(ctx);
  const use = { purpose: 'Registration', sessionId } as const;
  const challenge = await takeSignedChallenge(ctx, use, credential.response);
  const publicPart = await verifyCredential(ctx, { party, challenge }, credential);
  try {
    return await transaction(ctx, async (tx) => {
      const operator = await lockOperator(tx, operatorId);
      await keepSession(tx, sessionId);
      const owner = { accountId: tx.account.id, operatorId };
      if ((await listPasskeyRows(tx, owner)).length >= MOST) throw tooManyPasskeys();
      const id = tx.ids.guid();
      const createdAt = tx.clock.now();
      const row = { ...owner, ...publicPart, id, name: name.trim(), createdAt, lastUsedAt: null };
      await insertPasskeyRow(tx, row);
      recordChange(tx, 'operator.passkey-added', row);
      await mailPasskeyNews(tx, operator, 'Added', row.name);
      return row;
    });
  } catch (error) {
    // An authenticator never gives a name twice: this one was copied.
    throw isUniqueViolation(error) ? passkeyRefused() : error;
  }
}

/** Removes a passkey of an operator, who is told by mail. Raises `NotFound`, also for one of somebody else. */
export async function removePasskey(ctx: Context, operatorId: string, passkeyId: string): Promise<void> {
  const id = normaliseGuid(passkeyId);
  if (id === undefined) throw notFound();
  await transaction(ctx, async (tx) => {
    const operator = await lockOperator(tx, operatorId);
    const row = await takePasskeyRow(tx, { accountId: tx.account.id, operatorId, id });
    if (row === undefined) throw notFound();
    recordChange(tx, 'operator.passkey-removed', row);
    await mailPasskeyNews(tx, operator, 'Removed', row.name);
  });
}

/** Removes every passkey of an operator whom the transaction has locked, and tells them. */
export async function removePasskeys(tx: CommandTx, operator: OperatorRow): Promise<void> {
  const { accountId, id: operatorId } = operator;
  for (const { id, name } of await listPasskeyRows(tx, { accountId, operatorId })) {
    await takePasskeyRow(tx, { accountId, operatorId, id });
    recordChange(tx, 'operator.passkey-removed', { id, operatorId });
    await mailPasskeyNews(tx, operator, 'Removed', name);
  }
}

async function lockOperator(tx: CommandTx, operatorId: string): Promise<OperatorRow> {
  const row = await lockOperatorRow(tx, tx.account.id, operatorId);
  if (row === undefined || row.removedAt !== null) throw notFound();
  return row;
}

/** A reset that ends the session, and removes all passkeys, comes before or after: no new one outlives it. */
async function keepSession(tx: CommandTx, id: string): Promise<void> {
  const lastUsedAt = tx.clock.now();
  if (!(await touchSessionRow(tx, { accountId: tx.account.id, id }, { lastUsedAt }))) throw unauthorized();
}

function recordChange(
  tx: CommandTx,
  type: 'operator.passkey-added' | 'operator.passkey-removed',
  { id: passkeyId, operatorId }: Pick<PasskeyRow, 'id' | 'operatorId'>,
): void {
  recordOperatorEvent(tx, { type, subjects: { operator: operatorId }, data: { passkeyId } });
}
