import { refuseIssues } from '../../../kernel/problem.ts';
import { readerOf, transaction } from '../../../platform/context/context.ts';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import type { System } from '../../../platform/system.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { checkPassword } from '../../customers/index.ts';
import { spendCode } from '../codes/spend-code.ts';
import { recordOperatorEvent } from '../events.ts';
import { linkRefused, operatorExists } from '../problems.ts';
import { insertOperator } from '../insert-operator.ts';
import { removePasskeys } from '../manage-passkeys.ts';
import { operatorIssues } from '../operator-issues.ts';
import { startSession, type SignedInOperator } from '../sessions/start-session.ts';
import { forgetGuesses, limitGuess } from '../sessions/limit-guess.ts';
import { deleteSessionRows } from '../store/sessions.ts';
import { deleteExpiredLinks, findLinkRow, takeLinkRow } from '../store/links.ts';
import { findOperatorRow, hasActiveOperator, lockOperatorRow, saveOperatorRow } from '../store/operators.ts';
import type { LinkPurpose, OperatorLinkRow, OperatorRow } from '../tables.ts';

/** What the page of a link shows. */
export interface LinkView {
  readonly purpose: LinkPurpose;
  /** Absent for the set-up, which asks for both. */
  readonly email?: string;
  readonly name?: string;
  /** Whoever uses the link needs a one-time code, too: a mailbox alone lets nobody in. */
  readonly needsCode: boolean;
}

/** What the link with this code is for; raises 400 `LinkRefused`. It is not used up. */
export async function viewLink(ctx: Context, code: string): Promise<LinkView> {
  const db = readerOf(ctx);
  const link = await findLinkRow(db, claimOf(ctx, code));
  if (link === undefined) throw linkRefused();
  if (link.operatorId === null) {
    if (await hasActiveOperator(db, ctx.account.id)) throw linkRefused();
    return { purpose: link.purpose, needsCode: false };
  }
  const row = await findOperatorRow(db, ctx.account.id, link.operatorId);
  if (row === undefined || row.removedAt !== null) throw linkRefused();
  return { purpose: link.purpose, email: row.email, name: row.name, needsCode: row.totpSealed !== null };
}

interface LinkInput {
  readonly code: string;
  readonly password: string;
  /** For the set-up; an invited operator may correct the name. */
  readonly name?: string | undefined;
  /** For the set-up only. */
  readonly email?: string | undefined;
  /** For operators with one-time codes. */
  readonly oneTimeCode?: string | undefined;
}

/**
 * Uses a link up: the operator gets the password and is signed in, and earlier sessions and passkeys end. The link of the set-up
 * makes the first operator of the account, an owner. Whoever has one-time codes needs one.
 *
 * Raises 400 `InvalidInput` with every issue, 400 `SignInRefused` when the one-time code is wrong and 429 after several
 * wrong ones, and 400 `LinkRefused` when the link does not work, was used meanwhile, or
 * is for a set-up that somebody else has finished.
 */
export async function acceptLink(ctx: Context, input: LinkInput): Promise<SignedInOperator> {
  const { purpose, needsCode } = await viewLink(ctx, input.code);
  refuseIssues({
    ...(purpose === 'SetUp'
      ? operatorIssues({ email: input.email ?? '', name: input.name ?? '' })
      : operatorIssues({ name: input.name })),
    password: await checkPassword(input.password),
  });
  const passwordHash = await ctx.passwords.hash(input.password);
  const accept = () => use(ctx, input, passwordHash);
  return needsCode ? limitGuess(ctx, `link/${hashSecret(input.code)}`, accept) : accept();
}

function use(ctx: Context, input: LinkInput, passwordHash: string): Promise<SignedInOperator> {
  return transaction(ctx, async (tx) => {
    const link = await takeLinkRow(tx, claimOf(tx, input.code));
    if (link === undefined) throw linkRefused();
    const row = await (link.operatorId === null
      ? setUp(tx, input, passwordHash)
      : join(tx, { ...link, operatorId: link.operatorId }, { ...input, passwordHash }));
    recordOperatorEvent(
      { ...tx, actor: { kind: 'Operator', id: row.id } },
      { type: 'operator.password-set', subjects: { operator: row.id }, data: { link: link.purpose } },
    );
    await forgetGuesses(ctx, tx, row.emailKey);
    return startSession(tx, row, 'Link');
  });
}

/** Uses up the one link of the set-up, so two requests never both get here. */
async function setUp(
  tx: CommandTx,
  { email = '', name = '' }: LinkInput,
  passwordHash: string,
): Promise<OperatorRow> {
  if (await hasActiveOperator(tx, tx.account.id)) throw linkRefused();
  try {
    return await insertOperator(tx, { email, name, role: 'Owner', passwordHash });
  } catch (error) {
    throw isUniqueViolation(error) ? operatorExists() : error;
  }
}

async function join(
  tx: CommandTx,
  { accountId, operatorId }: OperatorLinkRow & { readonly operatorId: string },
  { name, oneTimeCode, passwordHash }: LinkInput & { readonly passwordHash: string },
): Promise<OperatorRow> {
  const row = await lockOperatorRow(tx, accountId, operatorId);
  if (row === undefined || row.removedAt !== null) throw linkRefused();
  await spendCode(tx, row, oneTimeCode);
  await deleteSessionRows(tx, accountId, { operatorId });
  await removePasskeys(tx, row);
  return saveOperatorRow(tx, row, {
    passwordHash,
    joinedAt: row.joinedAt ?? tx.clock.now(),
    ...(name !== undefined && { name: name.trim() }),
  });
}

function claimOf(ctx: Context | CommandTx, code: string) {
  return { accountId: ctx.account.id, codeHash: hashSecret(code), now: ctx.clock.now() };
}

/** Deletes at most `most` links that have expired, of all accounts; returns their number. */
export function purgeOperatorLinks(system: System, most = 100): Promise<number> {
  return system.database.transaction((tx) => deleteExpiredLinks(tx, system.clock.now(), most));
}
