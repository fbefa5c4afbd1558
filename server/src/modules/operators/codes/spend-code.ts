import type { CommandTx, Context } from '../../accounts/index.ts';
import { recordOperatorEvent } from '../events.ts';
import { signInRefused } from '../problems.ts';
import { touchOperatorRow } from '../store/operators.ts';
import { countRecoveryCodeRows, hasRecoveryCodeRow, takeRecoveryCodeRow } from '../store/recovery-codes.ts';
import type { OperatorRow } from '../tables.ts';
import { mailCodeNews } from './mail-codes.ts';
import { stepOfCode } from './one-time-code.ts';
import { recoveryCodeHash } from './recovery-codes.ts';

/** The name under which the secret of an operator's codes is sealed. */
export function sealPlace(operatorId: string): string {
  return `operators/${operatorId}/codes`;
}

/** Stands for whoever is no operator: guesses at their codes take the same work. */
const NOBODY = { id: 'nobody', totpSealed: null };
const NO_SECRET = 'A'.repeat(32);

/**
 * Whether a one-time code or a recovery code is an operator's and was not used; also for whoever needs none. It uses nothing
 * up: `spendCode` does.
 */
export async function hasCode(
  ctx: Context,
  row: OperatorRow | undefined,
  code: string | undefined,
): Promise<boolean> {
  const text = withoutSpaces(code);
  const { id: operatorId, totpSealed } = row ?? NOBODY;
  const step =
    row === undefined || totpSealed === null
      ? await stepOfCode(NO_SECRET, { code: text, now: ctx.clock.now(), usedStep: null })
      : await stepOf(ctx, row, totpSealed, text);
  const codeHash = recoveryCodeHash(ctx, operatorId, text);
  const claim = { accountId: ctx.account.id, operatorId, codeHash };
  const isRecoveryCode = await hasRecoveryCodeRow(ctx.database.reader, claim);
  return totpSealed === null || step !== undefined || isRecoveryCode;
}

/**
 * Uses up the code of an operator whom the transaction has locked, and returns what kind it was; `undefined` when they
 * need none. Raises 400 `SignInRefused` when it is wrong, missing or used.
 */
export async function spendCode(
  tx: CommandTx,
  row: OperatorRow,
  code: string | undefined,
): Promise<'Code' | 'RecoveryCode' | undefined> {
  if (row.totpSealed === null) return undefined;
  const text = withoutSpaces(code);
  const totpStep = await stepOf(tx, row, row.totpSealed, text);
  if (totpStep !== undefined) {
    await touchOperatorRow(tx, row, { totpStep });
    return 'Code';
  }
  const { accountId, id: operatorId } = row;
  const codeHash = recoveryCodeHash(tx, operatorId, text);
  if (!(await takeRecoveryCodeRow(tx, { accountId, operatorId, codeHash }))) throw signInRefused();
  const left = await countRecoveryCodeRows(tx, { accountId, operatorId });
  recordOperatorEvent(tx, {
    type: 'operator.recovery-code-used',
    subjects: { operator: operatorId },
    data: { left },
  });
  await mailCodeNews(tx, row, 'RecoveryCodeUsed', left);
  return 'RecoveryCode';
}

function stepOf(
  { vault, account, clock }: CommandTx | Context,
  { id, totpStep }: OperatorRow,
  sealed: string,
  code: string,
): Promise<number | undefined> {
  const secret = vault.open(account, sealPlace(id), sealed);
  return stepOfCode(secret, { code, now: clock.now(), usedStep: totpStep });
}

function withoutSpaces(code: string | undefined): string {
  return (code ?? '').replaceAll(/\s/g, '');
}
