import { normaliseGuid } from '../../kernel/ids.ts';
import { notFound, refuseIssues } from '../../kernel/problem.ts';
import { checkRevision } from '../../kernel/revision.ts';
import { readerOf, transaction } from '../../platform/context/context.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import { changedFields } from '../../platform/journal/changed-fields.ts';
import type { CommandContext, CommandTx, Context, QueryContext } from '../accounts/index.ts';
import { checkPassword, emailKey } from '../customers/index.ts';
import { mailCodeNews } from './codes/mail-codes.ts';
import { recordOperatorEvent } from './events.ts';
import { insertOperator } from './insert-operator.ts';
import { mailLink } from './links/mail-link.ts';
import { makeLink, type OperatorLink } from './links/operator-link.ts';
import { operatorIssues } from './operator-issues.ts';
import { type Operator, toOperator } from './operator.ts';
import { removePasskeys } from './manage-passkeys.ts';
import { lastOwner, operatorExists } from './problems.ts';
import { type Manager, refuseHigherRole, type Role } from './roles.ts';
import { deleteLinkRows } from './store/links.ts';
import {
  findOperatorNames,
  findOperatorRow,
  findOperatorRowByEmail,
  hasOperatorRow,
  hasActiveOperator,
  lockOperatorRow,
  lockOwners,
  pageOperatorRows,
  saveOperatorRow,
} from './store/operators.ts';
import { deletePasskeyRows } from './store/passkeys.ts';
import { replaceRecoveryCodeRows } from './store/recovery-codes.ts';
import { deleteSessionRows } from './store/sessions.ts';
import type { OperatorRow } from './tables.ts';

/** An operator, and the link with which they choose a password. */
export interface OperatorWithLink {
  readonly operator: Operator;
  readonly link: OperatorLink;
}

/** A page of the operators who were not removed, newest first; up to one more than the limit. */
export async function listOperators(ctx: QueryContext, page: RowPage): Promise<Operator[]> {
  return (await pageOperatorRows(readerOf(ctx), ctx.account.id, page)).map(toOperator);
}

/** The operator with this id. Raises `NotFound`. */
export async function findOperator(ctx: QueryContext, id: string): Promise<Operator> {
  const row = await findOperatorRow(readerOf(ctx), ctx.account.id, normaliseGuid(id) ?? refuseUnknown());
  return toOperator(row === undefined || row.removedAt !== null ? refuseUnknown() : row);
}

/** The operator with this email who was not removed. */
export async function findOperatorByEmail(ctx: QueryContext, email: string): Promise<Operator | undefined> {
  const row = await findOperatorRowByEmail(readerOf(ctx), ctx.account.id, emailKey(email));
  return row && toOperator(row);
}

/** Whether somebody with this email is an operator, or was one until they were removed. */
export function wasOperator(ctx: QueryContext, email: string): Promise<boolean> {
  return hasOperatorRow(readerOf(ctx), ctx.account.id, emailKey(email));
}

/** The names of operators by their ids, also of those who were removed. */
export async function operatorNames(
  ctx: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await findOperatorNames(readerOf(ctx), ctx.account.id, [...new Set(ids)]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether somebody can sign in to the dashboard of the account. */
export function hasOperators(ctx: QueryContext): Promise<boolean> {
  return hasActiveOperator(readerOf(ctx), ctx.account.id);
}

/** Makes the link for the first operator of the account, in place of an earlier one. */
export function makeSetUpLink(ctx: CommandContext): Promise<OperatorLink> {
  return transaction(ctx, (tx) => makeLink(tx, { purpose: 'SetUp' }));
}

interface InvitedOperator {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

/**
 * Adds an operator who chooses a password with the link, which is mailed unless the command line asks. Raises `InvalidInput` with every issue, `Forbidden` for a role
 * that may do more than the manager, and 409 `OperatorExists`.
 */
export async function inviteOperator(
  ctx: CommandContext,
  input: InvitedOperator,
  manager?: Manager,
): Promise<OperatorWithLink> {
  refuseIssues(operatorIssues(input));
  refuseHigherRole(manager, input.role);
  return unlessTaken(() =>
    transaction(ctx, async (tx) => {
      const row = await insertOperator(tx, { ...input, passwordHash: null });
      return withLink(tx, row, { purpose: 'Invitation', manager });
    }),
  );
}

/** Makes the link of an operator. Who works at the command line passes it on; everybody else has it mailed, too. */
async function withLink(
  tx: CommandTx,
  row: OperatorRow,
  { purpose, manager }: { readonly purpose: 'Invitation' | 'Reset'; readonly manager: Manager | undefined },
): Promise<OperatorWithLink> {
  const operator = toOperator(row);
  const link = await makeLink(tx, { purpose, operatorId: row.id });
  if (manager !== undefined) await mailLink(tx, operator, { ...link, text: purpose });
  return { operator, link };
}

/** Adds an operator who can sign in at once: for the command line and the start. Raises as `inviteOperator` does. */
export async function addOperator(
  ctx: Context,
  { password, ...input }: InvitedOperator & { readonly password: string },
): Promise<Operator> {
  refuseIssues({ ...operatorIssues(input), password: await checkPassword(password) });
  const passwordHash = await ctx.passwords.hash(password);
  return unlessTaken(() =>
    transaction(ctx, async (tx) => toOperator(await insertOperator(tx, { ...input, passwordHash }))),
  );
}

async function unlessTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isUniqueViolation(error) ? operatorExists() : error;
  }
}

/**
 * Changes the name or the role of an operator, in all sessions at once. Raises `NotFound`, `InvalidInput`,
 * `StaleRevision`, `Forbidden` when the role before or after may do more than the manager, and 409 `LastOwner`.
 */
export async function changeOperator(
  ctx: CommandContext,
  id: string,
  { name, role }: { readonly name?: string | undefined; readonly role?: Role | undefined },
  options: { readonly manager?: Manager | undefined; readonly expectedRevision?: number | undefined } = {},
): Promise<Operator> {
  refuseIssues(operatorIssues({ name }));
  return inOperator(ctx, id, options.manager, async (tx, row, owners) => {
    checkRevision(row, options.expectedRevision);
    if (role !== undefined) refuseHigherRole(options.manager, role);
    if (role !== undefined && role !== 'Owner') refuseLastOwner(row, owners);
    const changes = { ...(name !== undefined && { name: name.trim() }), ...(role !== undefined && { role }) };
    const fields = changedFields({ role: row.role }, { role: role ?? row.role });
    if (fields === undefined && (name === undefined || name.trim() === row.name)) return toOperator(row);
    recordOperatorEvent(tx, {
      type: 'operator.changed',
      subjects: { operator: row.id },
      // A name is personal data.
      data: fields ?? { before: {}, after: {} },
    });
    return toOperator(await saveOperatorRow(tx, row, changes));
  });
}

/**
 * Ends all sessions of an operator, switches one-time codes off, removes passkeys, and makes a link for a new password; the old one no
 * longer works. Raises `NotFound`, and `Forbidden` when the operator may do more than the manager.
 */
export function resetOperator(ctx: CommandContext, id: string, manager?: Manager): Promise<OperatorWithLink> {
  return inOperator(ctx, id, manager, async (tx, row) => {
    await deleteSessionRows(tx, row.accountId, { operatorId: row.id });
    await replaceRecoveryCodeRows(tx, { accountId: row.accountId, operatorId: row.id }, []);
    await removePasskeys(tx, row);
    const purpose = row.joinedAt === null ? 'Invitation' : 'Reset';
    const secrets = { passwordHash: null, totpSealed: null, totpPendingSealed: null, totpStep: null };
    recordOperatorEvent(tx, { type: 'operator.reset', subjects: { operator: row.id }, data: {} });
    if (row.totpSealed !== null) await mailCodeNews(tx, row, 'Off');
    return withLink(tx, await saveOperatorRow(tx, row, secrets), { purpose, manager });
  });
}

/**
 * Gives an operator a password, for the command line: earlier sessions, links and passkeys end. Raises `NotFound`, and
 * `InvalidInput` with every issue of the password.
 */
export async function setOperatorPassword(ctx: Context, id: string, password: string): Promise<Operator> {
  refuseIssues({ password: await checkPassword(password) });
  const passwordHash = await ctx.passwords.hash(password);
  return inOperator(ctx, id, undefined, async (tx, row) => {
    await deleteSessionRows(tx, row.accountId, { operatorId: row.id });
    await deleteLinkRows(tx, row.accountId, row.id);
    await removePasskeys(tx, row);
    recordOperatorEvent(tx, { type: 'operator.reset', subjects: { operator: row.id }, data: {} });
    const joinedAt = row.joinedAt ?? tx.clock.now();
    return toOperator(await saveOperatorRow(tx, row, { passwordHash, joinedAt }));
  });
}

/**
 * Removes an operator: every session, link and passkey ends at once. The journal keeps the name. Raises `NotFound`, `Forbidden`
 * when the operator may do more than the manager, and 409 `LastOwner`.
 */
export function removeOperator(ctx: CommandContext, id: string, manager?: Manager): Promise<Operator> {
  return inOperator(ctx, id, manager, async (tx, row, owners) => {
    refuseLastOwner(row, owners);
    await deleteSessionRows(tx, row.accountId, { operatorId: row.id });
    await deleteLinkRows(tx, row.accountId, row.id);
    await replaceRecoveryCodeRows(tx, { accountId: row.accountId, operatorId: row.id }, []);
    await deletePasskeyRows(tx, { accountId: row.accountId, operatorId: row.id });
    recordOperatorEvent(tx, {
      type: 'operator.removed',
      subjects: { operator: row.id },
      data: { role: row.role },
    });
    const secrets = { passwordHash: null, totpSealed: null, totpPendingSealed: null, totpStep: null };
    return toOperator(await saveOperatorRow(tx, row, { ...secrets, removedAt: tx.clock.now() }));
  });
}

/**
 * Runs a change of an operator under its lock. The owners are locked first, in order, so that two changes never remove
 * the last two of them.
 */
function inOperator<Result>(
  ctx: CommandContext,
  id: string,
  manager: Manager | undefined,
  change: (tx: CommandTx, row: OperatorRow, owners: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const operatorId = normaliseGuid(id) ?? refuseUnknown();
  return transaction(ctx, async (tx) => {
    const owners = await lockOwners(tx, tx.account.id);
    const row = await lockOperatorRow(tx, tx.account.id, operatorId);
    if (row === undefined || row.removedAt !== null) return refuseUnknown();
    refuseHigherRole(manager, row.role);
    return change(tx, row, owners);
  });
}

function refuseLastOwner({ id }: OperatorRow, owners: readonly string[]): void {
  if (owners.length === 1 && owners[0] === id) throw lastOwner();
}

function refuseUnknown(): never {
  throw notFound({ detail: 'This account has no operator with this id.' });
}
