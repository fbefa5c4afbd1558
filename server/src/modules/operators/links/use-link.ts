import { refuseIssues } from '../../../kernel/problem.ts';
import { readerOf, transaction } from '../../../platform/context/context.ts';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import type { System } from '../../../platform/system.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { checkName, checkPassword } from '../../customers/index.ts';
import type { ChallengeUse } from '../challenge.ts';
import { spendCode } from '../codes/spend-code.ts';
import { recordOperatorEvent } from '../events.ts';
import { linkRefused, operatorExists } from '../problems.ts';
import { insertOperator } from '../insert-operator.ts';
import { removePasskeys } from '../manage-passkeys.ts';
import { operatorIssues } from '../operator-issues.ts';
import {
  beginCreation,
  checkCreation,
  insertPasskey,
  type NewPasskey,
  type PasskeyCreation,
  unlessCopied,
} from '../passkeys/new-passkey.ts';
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
  /** Either this or a passkey. */
  readonly password?: string | undefined;
  readonly passkey?: NewPasskey | undefined;
  /** For the set-up; an invited operator may correct the name. */
  readonly name?: string | undefined;
  /** For the set-up only. */
  readonly email?: string | undefined;
  /** For operators with one-time codes. */
  readonly oneTimeCode?: string | undefined;
}

const WELCOME: ChallengeUse = { purpose: 'Welcome', sessionId: null };

/**
 * Begins to make a passkey in place of a password, for a set-up or an invitation. Raises 400 `LinkRefused`, also for a link that
 * is for a new password, 400 `InvalidInput` for the email and the name of a set-up, and 409 `PasskeysUnavailable`.
 */
export async function beginLinkPasskey(
  ctx: Context,
  input: Pick<LinkInput, 'code' | 'email' | 'name'>,
): Promise<PasskeyCreation> {
  const link = await viewLink(ctx, input.code);
  if (link.purpose === 'Reset') throw linkRefused();
  const { email = input.email ?? '' } = link;
  const name = input.name ?? link.name ?? '';
  refuseIssues(operatorIssues({ email, name }));
  return beginCreation(ctx, { email, name, earlier: [], use: WELCOME });
}

/** What an operator chose to sign in with: one of them. */
interface Credential {
  readonly passwordHash: string | null;
  readonly passkey?: Parameters<typeof insertPasskey>[2];
}

/**
 * Uses a link up: the operator gets the password, or for a set-up or an invitation a passkey in its place, and is signed in, and
 * earlier sessions and passkeys end. The link of the set-up makes the first operator of the account, an owner. Whoever has one-time codes needs one.
 *
 * Raises 400 `InvalidInput` with every issue, 400 `PasskeyRefused`, 400 `SignInRefused` when the one-time code is wrong and 429 after several
 * wrong ones, and 400 `LinkRefused` when the link does not work, was used meanwhile, or
 * is for a set-up that somebody else has finished.
 */
export async function acceptLink(ctx: Context, input: LinkInput): Promise<SignedInOperator> {
  const { purpose, needsCode } = await viewLink(ctx, input.code);
  refuseIssues({
    ...(purpose === 'SetUp'
      ? operatorIssues({ email: input.email ?? '', name: input.name ?? '' })
      : operatorIssues({ name: input.name })),
    ...(await credentialIssues(purpose, input)),
  });
  const credential = await credentialOf(ctx, input);
  const accept = () => unlessCopied(() => use(ctx, input, credential));
  return needsCode ? limitGuess(ctx, `link/${hashSecret(input.code)}`, accept) : accept();
}

async function credentialIssues(
  purpose: LinkPurpose,
  { password, passkey }: LinkInput,
): Promise<Record<string, string[]>> {
  if (passkey === undefined || purpose === 'Reset') return { password: await checkPassword(password ?? '') };
  return {
    ...(password !== undefined && { password: ['must not be there beside a passkey'] }),
    'passkey.name': checkName(passkey.name),
  };
}

async function credentialOf(ctx: Context, { password, passkey }: LinkInput): Promise<Credential> {
  if (password !== undefined) return { passwordHash: await ctx.passwords.hash(password) };
  if (passkey === undefined) return { passwordHash: null };
  const publicPart = await checkCreation(ctx, WELCOME, passkey.credential);
  return { passwordHash: null, passkey: { ...publicPart, name: passkey.name } };
}

function use(ctx: Context, input: LinkInput, credential: Credential): Promise<SignedInOperator> {
  return transaction(ctx, async (tx) => {
    const link = await takeLinkRow(tx, claimOf(tx, input.code));
    if (link === undefined) throw linkRefused();
    const row = await (link.operatorId === null
      ? setUp(tx, input, credential)
      : join(
          tx,
          { ...link, operatorId: link.operatorId },
          { ...input, passwordHash: credential.passwordHash },
        ));
    const own: CommandTx = { ...tx, actor: { kind: 'Operator', id: row.id } };
    if (credential.passkey !== undefined) await insertPasskey(own, row, credential.passkey);
    else {
      const subjects = { operator: row.id };
      recordOperatorEvent(own, { type: 'operator.password-set', subjects, data: { link: link.purpose } });
    }
    await forgetGuesses(ctx, tx, row.emailKey);
    return startSession(tx, row, 'Link');
  });
}

/** Uses up the one link of the set-up, so two requests never both get here. */
async function setUp(
  tx: CommandTx,
  { email = '', name = '' }: LinkInput,
  { passwordHash }: Credential,
): Promise<OperatorRow> {
  if (await hasActiveOperator(tx, tx.account.id)) throw linkRefused();
  try {
    return await insertOperator(tx, { email, name, role: 'Owner', passwordHash, hasJoined: true });
  } catch (error) {
    throw isUniqueViolation(error) ? operatorExists() : error;
  }
}

async function join(
  tx: CommandTx,
  { accountId, operatorId }: OperatorLinkRow & { readonly operatorId: string },
  { name, oneTimeCode, passwordHash }: LinkInput & Pick<Credential, 'passwordHash'>,
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
