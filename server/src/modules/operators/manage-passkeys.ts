import { normaliseGuid } from '../../kernel/ids.ts';
import { notFound, refuseIssues, unauthorized } from '../../kernel/problem.ts';
import { readerOf, transaction } from '../../platform/context/context.ts';
import type { CommandTx, Context, QueryContext } from '../accounts/index.ts';
import { checkName } from '../customers/index.ts';
import type { ChallengeUse } from './challenge.ts';
import { recordOperatorEvent } from './events.ts';
import type { Operator, OperatorSession } from './operator.ts';
import { mailPasskeyNews } from './passkeys/mail-passkeys.ts';
import {
  beginCreation,
  checkCreation,
  insertPasskey,
  type NewPasskey,
  type PasskeyCreation,
  unlessCopied,
} from './passkeys/new-passkey.ts';
import { lastPasskey, tooManyPasskeys } from './problems.ts';
import { lockOperatorRow } from './store/operators.ts';
import { listPasskeyRows, takePasskeyRow } from './store/passkeys.ts';
import { touchSessionRow } from './store/sessions.ts';
import type { OperatorRow, PasskeyRow } from './tables.ts';

/** A passkey of an operator, as its owner sees it. */
export type Passkey = Pick<PasskeyRow, 'id' | 'name' | 'rpId' | 'createdAt' | 'lastUsedAt'>;

const MOST = 10;

/** The passkeys of an operator, oldest first. */
export async function listPasskeys(ctx: QueryContext, operatorId: string): Promise<Passkey[]> {
  return listPasskeyRows(readerOf(ctx), { accountId: ctx.account.id, operatorId });
}

/**
 * Begins to make a passkey for the operator of a session: the answer is good for five minutes and one passkey. Raises 409
 * `PasskeysUnavailable`.
 */
export async function beginPasskey(
  ctx: Context,
  { operator, session }: { readonly operator: Operator; readonly session: OperatorSession },
): Promise<PasskeyCreation> {
  const owner = { accountId: ctx.account.id, operatorId: operator.id };
  const earlier = await listPasskeyRows(ctx.database.reader, owner);
  return beginCreation(ctx, { ...operator, earlier, use: registrationIn(session) });
}

/**
 * Keeps a new passkey of the operator of a session, who is told by mail. Raises 400 `InvalidInput` for its name, 400
 * `PasskeyRefused`, 401 when the session has ended meanwhile, and 409 `TooManyPasskeys` when there are ten.
 */
export async function addPasskey(
  ctx: Context,
  session: OperatorSession,
  { name, credential }: NewPasskey,
): Promise<Passkey> {
  refuseIssues({ name: checkName(name) });
  const publicPart = await checkCreation(ctx, registrationIn(session), credential);
  return unlessCopied(() =>
    transaction(ctx, async (tx) => {
      const operator = await lockOperator(tx, session.operatorId);
      await keepSession(tx, session.id);
      const owner = { accountId: tx.account.id, operatorId: operator.id };
      if ((await listPasskeyRows(tx, owner)).length >= MOST) throw tooManyPasskeys();
      const row = await insertPasskey(tx, operator, { ...publicPart, name });
      await mailPasskeyNews(tx, operator, 'Added', row.name);
      return row;
    }),
  );
}

function registrationIn({ id: sessionId }: OperatorSession): ChallengeUse {
  return { purpose: 'Registration', sessionId };
}

/**
 * Removes a passkey of an operator, who is told by mail. Raises `NotFound`, also for one of somebody else, and 409
 * `LastPasskey` for the only one of an operator without a password, unless the vendor's own provider lets them in.
 */
export async function removePasskey(ctx: Context, operatorId: string, passkeyId: string): Promise<void> {
  const id = normaliseGuid(passkeyId);
  if (id === undefined) throw notFound();
  await transaction(ctx, async (tx) => {
    const operator = await lockOperator(tx, operatorId);
    const row = await takePasskeyRow(tx, { accountId: tx.account.id, operatorId, id });
    if (row === undefined) throw notFound();
    const owner = { accountId: tx.account.id, operatorId };
    const isOnlyWay = operator.passwordHash === null && ctx.config.signInProvider === undefined;
    if (isOnlyWay && (await listPasskeyRows(tx, owner)).length === 0) throw lastPasskey();
    recordRemoval(tx, row);
    await mailPasskeyNews(tx, operator, 'Removed', row.name);
  });
}

/** Removes every passkey of an operator whom the transaction has locked, and tells them. */
export async function removePasskeys(tx: CommandTx, operator: OperatorRow): Promise<void> {
  const { accountId, id: operatorId } = operator;
  for (const { id, name } of await listPasskeyRows(tx, { accountId, operatorId })) {
    await takePasskeyRow(tx, { accountId, operatorId, id });
    recordRemoval(tx, { id, operatorId });
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

function recordRemoval(
  tx: CommandTx,
  { id: passkeyId, operatorId }: Pick<PasskeyRow, 'id' | 'operatorId'>,
): void {
  const subjects = { operator: operatorId };
  recordOperatorEvent(tx, { type: 'operator.passkey-removed', subjects, data: { passkeyId } });
}
