import { transaction } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import {
  type Customer,
  deleteEmailChange,
  deleteOldEmailChanges,
  type EmailChange,
  emailInUse,
  emailKey,
  findEmailChange,
  findEmailChangeFrom,
  findReservation,
  lockCustomer,
  recordCustomerEvent,
  saveEmailChange,
  updateCustomer,
} from '../../customers/index.ts';
import { makeCode, type SentCode } from '../codes/codes.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { queueEmailChangedMails } from '../mails.ts';
import { invalidCode } from '../problems.ts';
import type { ReleasePurchases } from './release-purchases.ts';
import { voidCodes } from '../codes/store-codes.ts';
import { refusingTakenEmail } from './taken-email.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** How long the address before can undo a change. */
const UNDO_DAYS = 7;

const PURPOSE = 'email-change';

/**
 * Puts a new email in place: codes that went to the old one are void, and the old one is told and can undo the change
 * for seven days, during which nobody else can take one that was proven. Of several changes in a row the address before the first keeps
 * that right, and no other gets it: whoever has a stolen token may have chosen the others. Raises 409 `EmailInUse`.
 */
export async function replaceEmail(
  tx: CommandTx,
  change: { readonly customer: Customer; readonly email: string; readonly isConfirmed: boolean },
): Promise<Customer> {
  const { customer, email, isConfirmed } = change;
  const { accountId, id: customerId } = customer;
  const now = tx.clock.now();
  const key = emailKey(email);
  const reserved = await findReservation(tx, accountId, key, now);
  if (reserved !== undefined && reserved.customerId !== customerId) throw emailInUse();
  const before = await findEmailChange(tx, accountId, customerId, now);
  const isBack = before?.emailKey === key;
  const changes = { email, emailKey: key, isEmailConfirmed: isConfirmed || (isBack && before.wasConfirmed) };
  await voidCodes(tx, accountId, customerId);
  const changed = (await updateCustomer(tx, accountId, customerId, changes)) ?? customer;
  recordCustomerEvent(tx, {
    type: 'customer.email-changed',
    subjects: { customer: customerId },
    data: { isConfirmed: changed.isEmailConfirmed },
  });
  if (isBack) await deleteEmailChange(tx, accountId, customerId);
  const undo = isBack ? undefined : (before ?? (await rememberEmail(tx, customer)));
  const code = undo && undoCode(tx, undo);
  await queueEmailChangedMails(tx, {
    customer,
    undo,
    code,
    isFirst: before === undefined,
  });
  return changed;
}

async function rememberEmail(tx: CommandTx, customer: Customer): Promise<EmailChange> {
  const { accountId, id, email, emailKey: key, isEmailConfirmed } = customer;
  const changedAt = tx.clock.now();
  const change = {
    accountId,
    customerId: id,
    id: tx.ids.guid(),
    email,
    emailKey: key,
    wasConfirmed: isEmailConfirmed,
    changedAt,
    expiresAt: new Date(changedAt.getTime() + UNDO_DAYS * DAY_MS),
  };
  await saveEmailChange(tx, change);
  return change;
}

/** The code of the undoing. Nothing is stored for it, so that every mail about the change can carry it. */
export function undoCode(system: Pick<System, 'vault'>, change: EmailChange): string {
  return system.vault.sign(PURPOSE, undoText(change));
}

function undoText({ accountId, customerId, id }: EmailChange): string {
  return `${accountId}/${customerId}/${id}`;
}

/**
 * Goes back to the address before a change of email, by the code that was mailed to it (within seven days, once). It
 * takes the account out of the hands of whoever changed it: all sessions end, mailed codes are void, the password goes,
 * and a code for a new one is returned. Raises 400 `InvalidCode`.
 */
export async function undoEmailChange(
  ctx: Context,
  { email, code }: SentCode,
  release: ReleasePurchases,
): Promise<{ readonly customer: Customer; readonly resetPasswordToken: string }> {
  const key = emailKey(email);
  const change = await findEmailChangeFrom(ctx.database.reader, ctx.account.id, key, ctx.clock.now());
  if (change === undefined || !ctx.vault.verify(PURPOSE, undoText(change), code)) throw invalidCode();
  return refusingTakenEmail(() =>
    transaction(ctx, async (tx) => {
      const customer = await lockCustomer(tx, ctx.account.id, change.customerId);
      if (customer === undefined) throw invalidCode();
      const restored = await restoreEmail(tx, customer);
      if (restored === undefined || restored.emailKey !== key) throw invalidCode();
      const proven = { isEmailConfirmed: true, passwordHash: null };
      const owner = (await updateCustomer(tx, ctx.account.id, restored.id, proven)) ?? restored;
      await release(tx, owner);
      return {
        customer: owner,
        resetPasswordToken: await makeCode(tx, owner, { purpose: 'ResetPassword' }),
      };
    }),
  );
}

/**
 * Gives a customer the address before their last change of email again, ends all sessions and voids all codes. The
 * caller holds the lock of the customer. `undefined` when nothing can be undone.
 */
export async function restoreEmail(tx: CommandTx, customer: Customer): Promise<Customer | undefined> {
  const change = await findEmailChange(tx, tx.account.id, customer.id, tx.clock.now());
  if (change === undefined || !(await deleteEmailChange(tx, tx.account.id, customer.id))) return undefined;
  await voidCodes(tx, tx.account.id, customer.id);
  await endSessions(tx, { customerId: customer.id }, 'EmailChangeUndone');
  recordCustomerEvent(tx, { type: 'customer.email-restored', subjects: { customer: customer.id }, data: {} });
  const { email, emailKey: key, wasConfirmed } = change;
  return updateCustomer(tx, tx.account.id, customer.id, {
    email,
    emailKey: key,
    isEmailConfirmed: wasConfirmed,
  });
}

/** Deletes at most `most` changes of emails that nobody can undo any more; returns how many went. */
export function purgeEmailChanges(system: System, most = 200): Promise<number> {
  return system.database.transaction((tx) => deleteOldEmailChanges(tx, system.clock.now(), most));
}
