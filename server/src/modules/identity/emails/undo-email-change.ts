import { transaction } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import {
  changeEmail,
  confirmCustomerEmail,
  type Customer,
  type EmailChange,
  emailKey,
  findEmailChangeFrom,
  lockCustomer,
  restorePreviousEmail,
} from '../../customers/index.ts';
import { makeCode, type EmailCode } from '../codes/codes.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { queueEmailChangedMails } from '../mails.ts';
import { invalidCode } from '../problems.ts';
import type { ReleasePurchases } from './release-purchases.ts';
import { voidCodes } from '../codes/store-codes.ts';
import { refuseDuplicateEmail } from './taken-email.ts';

const PURPOSE = 'email-change';

/**
 * Sets a new email: codes that went to the old one are void, and the old one is notified and can undo the change (see
 * `changeEmail`). Raises 409 `EmailInUse`.
 */
export async function replaceEmail(
  tx: CommandTx,
  change: { readonly customer: Customer; readonly email: string; readonly isConfirmed: boolean },
): Promise<Customer> {
  const { customer } = change;
  await voidCodes(tx, tx.account.id, customer.id);
  const { customer: changed, undo, isFirst } = await changeEmail(tx, change);
  const code = undo && undoCode(tx, undo);
  await queueEmailChangedMails(tx, { customer, undo, code, isFirst });
  return changed;
}

/**
 * The code that undoes the change. It is derived rather than stored, so that every mail about the change can contain
 * it.
 */
export function undoCode(system: Pick<System, 'vault'>, change: EmailChange): string {
  return system.vault.sign(PURPOSE, undoText(change));
}

function undoText({ accountId, customerId, id }: EmailChange): string {
  return `${accountId}/${customerId}/${id}`;
}

/**
 * Restores the address before a change of email, with the code that was mailed to it (within seven days, once). This
 * locks out the person who changed it: all sessions end, mailed codes are void, the password is removed, and a code for
 * a new one is returned. Raises 400 `InvalidCode`.
 */
export async function undoEmailChange(
  ctx: Context,
  { email, code }: EmailCode,
  release: ReleasePurchases,
): Promise<{ readonly customer: Customer; readonly resetPasswordToken: string }> {
  const key = emailKey(email);
  const change = await findEmailChangeFrom(ctx, key);
  if (change === undefined || !ctx.vault.verify(PURPOSE, undoText(change), code)) throw invalidCode();
  return refuseDuplicateEmail(() =>
    transaction(ctx, async (tx) => {
      const customer = await lockCustomer(tx, change.customerId);
      if (customer === undefined) throw invalidCode();
      const restored = await restoreEmail(tx, customer);
      if (restored === undefined || restored.emailKey !== key) throw invalidCode();
      const owner = await confirmCustomerEmail(tx, restored, { dropsPassword: true });
      await release(tx, owner);
      return {
        customer: owner,
        resetPasswordToken: await makeCode(tx, owner, { purpose: 'ResetPassword' }),
      };
    }),
  );
}

/**
 * Restores a customer's address before their last change of email, ends all sessions and voids all codes. The caller
 * holds the lock of the customer. `undefined` when nothing can be undone.
 */
export async function restoreEmail(tx: CommandTx, customer: Customer): Promise<Customer | undefined> {
  const restored = await restorePreviousEmail(tx, customer);
  if (restored === undefined) return undefined;
  await voidCodes(tx, tx.account.id, customer.id);
  await endSessions(tx, { customerId: customer.id }, 'EmailChangeUndone');
  return restored;
}
