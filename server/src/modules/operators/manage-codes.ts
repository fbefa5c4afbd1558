import { invalidInput, notFound } from '../../kernel/problem.ts';
import { readerOf, transaction } from '../../platform/context/context.ts';
import type { CommandTx, Context, QueryContext } from '../accounts/index.ts';
import { codeSecret, codeUri, stepOfCode } from './codes/one-time-code.ts';
import { mailCodeNews } from './codes/mail-codes.ts';
import { replaceRecoveryCodes } from './codes/recovery-codes.ts';
import { sealPlace } from './codes/spend-code.ts';
import { recordOperatorEvent } from './events.ts';
import type { OperatorSession } from './operator.ts';
import { codesNotSetUp } from './problems.ts';
import { forgetGuesses, limitGuess, sessionSubject } from './sessions/limit-guess.ts';
import { findOperatorRow, lockOperatorRow, saveOperatorRow } from './store/operators.ts';
import { countRecoveryCodeRows, replaceRecoveryCodeRows } from './store/recovery-codes.ts';
import { deleteSessionRows } from './store/sessions.ts';
import type { OperatorRow } from './tables.ts';

/** What an authenticator app needs for the codes of an operator. */
interface CodeSetUp {
  /** In base32, to type. */
  readonly secret: string;
  /** `otpauth://…`, for a QR code. */
  readonly uri: string;
}

/** How many recovery codes an operator has left. */
export function countRecoveryCodes(ctx: QueryContext, operatorId: string): Promise<number> {
  return countRecoveryCodeRows(readerOf(ctx), { accountId: ctx.account.id, operatorId });
}

/**
 * Makes a secret for the one-time codes of an operator. Nothing changes until `finishCodes` has seen one of its codes:
 * whoever has codes keeps them until then.
 */
export async function beginCodes(ctx: Context, operatorId: string): Promise<CodeSetUp> {
  const secret = await codeSecret(Buffer.from(ctx.ids.secret(), 'base64url'));
  const totpPendingSealed = ctx.vault.seal(ctx.account, sealPlace(operatorId), secret);
  const label = await transaction(ctx, async (tx) => {
    const row = await lockOperator(tx, operatorId);
    await saveOperatorRow(tx, row, { totpPendingSealed });
    return row.email;
  });
  return { secret, uri: await codeUri(secret, { issuer: ctx.account.name, label }) };
}

/**
 * Switches one-time codes on with one of the app, and returns ten recovery codes, which can be seen only now. All other
 * sessions of the operator end, and a mail tells them.
 *
 * Raises 400 `InvalidInput` when the code is wrong, 429 after several wrong ones, and 409 `CodesNotSetUp` without a set-up
 * to finish.
 */
export async function finishCodes(
  ctx: Context,
  { operatorId, id }: OperatorSession,
  code: string,
): Promise<string[]> {
  const operator = await findOperatorRow(ctx.database.reader, ctx.account.id, operatorId);
  if (operator === undefined) return refuseUnknown();
  // Not a guess, so it is not counted.
  if (operator.totpPendingSealed === null) throw codesNotSetUp();
  const subject = sessionSubject(id);
  return limitGuess(ctx, subject, () =>
    transaction(ctx, async (tx) => {
      const row = await lockOperator(tx, operatorId);
      const totpSealed = row.totpPendingSealed;
      if (totpSealed === null) throw codesNotSetUp();
      const secret = tx.vault.open(tx.account, sealPlace(operatorId), totpSealed);
      const text = code.replaceAll(/\s/g, '');
      const totpStep = await stepOfCode(secret, { code: text, now: tx.clock.now(), usedStep: null });
      if (totpStep === undefined) throw wrongCode();
      await saveOperatorRow(tx, row, { totpSealed, totpPendingSealed: null, totpStep });
      await deleteSessionRows(tx, row.accountId, { operatorId, except: id });
      await forgetGuesses(ctx, tx, subject);
      recordChange(tx, operatorId, { isOn: true });
      await mailCodeNews(tx, row, row.totpSealed === null ? 'On' : 'Replaced');
      return replaceRecoveryCodes(tx, operatorId);
    }),
  );
}

/** Gives an operator ten new recovery codes in place of all earlier ones. Raises 409 `CodesNotSetUp` without codes. */
export function renewRecoveryCodes(ctx: Context, operatorId: string): Promise<string[]> {
  return transaction(ctx, async (tx) => {
    const row = await lockOperator(tx, operatorId);
    if (row.totpSealed === null) throw codesNotSetUp();
    recordOperatorEvent(tx, {
      type: 'operator.recovery-codes-renewed',
      subjects: { operator: operatorId },
      data: {},
    });
    await mailCodeNews(tx, row, 'RecoveryCodesRenewed');
    return replaceRecoveryCodes(tx, operatorId);
  });
}

/** Switches the one-time codes of an operator off, with the recovery codes; nothing happens without them. */
export function endCodes(ctx: Context, operatorId: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await lockOperator(tx, operatorId);
    if (row.totpSealed === null && row.totpPendingSealed === null) return;
    await saveOperatorRow(tx, row, { totpSealed: null, totpPendingSealed: null, totpStep: null });
    await replaceRecoveryCodeRows(tx, { accountId: row.accountId, operatorId }, []);
    if (row.totpSealed === null) return;
    recordChange(tx, operatorId, { isOn: false });
    await mailCodeNews(tx, row, 'Off');
  });
}

async function lockOperator(tx: CommandTx, operatorId: string): Promise<OperatorRow> {
  const row = await lockOperatorRow(tx, tx.account.id, operatorId);
  return row === undefined || row.removedAt !== null ? refuseUnknown() : row;
}

function recordChange(tx: CommandTx, operatorId: string, data: { readonly isOn: boolean }): void {
  recordOperatorEvent(tx, { type: 'operator.codes-changed', subjects: { operator: operatorId }, data });
}

function wrongCode() {
  return invalidInput({ errors: { code: ['must be the code that the app shows now'] } });
}

function refuseUnknown(): never {
  throw notFound();
}
