import { notFound, refuseIssues } from '../../kernel/problem.ts';
import { checkRevision } from '../../kernel/revision.ts';
import { transaction } from '../../platform/context/context.ts';
import type { CommandTx, Context } from '../accounts/index.ts';
import {
  type AddressInput,
  assignEmail,
  changeProfile,
  checkDetails,
  type Customer,
  emailInUse,
  emailKey,
  findCustomerByEmail,
  findEmailChange,
  lockCustomer,
  preferenceChanges,
  type PreferencesInput,
  type ProfileChanges,
  toAddress,
} from '../customers/index.ts';
import { voidAddressCodes } from './codes/store-address-codes.ts';
import { voidCodes } from './codes/store-codes.ts';
import type { ReleasePurchases } from './emails/release-purchases.ts';
import { refuseDuplicateEmail } from './emails/taken-email.ts';
import { replaceEmail } from './emails/undo-email-change.ts';
import { queueEmailChangedMails } from './mails.ts';
import { endSessions } from './sessions/end-sessions.ts';

/** The effect of a changed address on purchases that wait for it. */
interface WaitingPurchases {
  readonly release: ReleasePurchases;
  /** Makes what the customer bought for one address wait for another; both in their lookup form. */
  readonly redirect: (
    tx: CommandTx,
    move: { readonly customerId: string; readonly from: string; readonly to: string },
  ) => Promise<void>;
}

/** The vendor's changes of a customer: an absent field stays unchanged, null removes it. */
interface CustomerEdit {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly communicationPreferences?: PreferencesInput | undefined;
  readonly address?: AddressInput | null | undefined;
  readonly businessName?: string | null | undefined;
  readonly taxId?: string | null | undefined;
  readonly phone?: string | null | undefined;
}

/**
 * Changes a customer on behalf of the vendor (core API, PATCH). Another email takes effect immediately. The previous
 * address, if it was proven, is told and can undo it, as for a change by the customer (see `replaceEmail`): the vendor's
 * key may be in the wrong hands. Mail codes sent to it are void, and the sessions end, because they may belong to the owner of that
 * address. Nobody has proven the new one, unless the account signs in nobody without a proof: then the vendor's change
 * counts as one.
 *
 * An address that nobody has proven may be a mistyped one: its owner is told, but can undo nothing. If the customer has no
 * password, it is the address of a guest: what was bought for it then waits for the proof of the new one, and the links of
 * the receipts that went to it are void. If the customer has a password, somebody signed up with the address, who need
 * not be the guest: then it stays for the person who proves the address it was bought for.
 *
 * Raises 400 with every issue, `NotFound`, also for a deleted customer, 409 `EmailInUse`, and `StaleRevision`.
 */
export async function editCustomer(
  ctx: Context,
  {
    id,
    edit,
    expectedRevision,
  }: { readonly id: string; readonly edit: CustomerEdit; readonly expectedRevision?: number | undefined },
  purchases: WaitingPurchases,
): Promise<Customer> {
  refuseIssues(checkDetails(edit));
  return refuseDuplicateEmail(() =>
    transaction(ctx, async (tx) => {
      const customer = await lockCustomer(tx, id);
      if (customer === undefined) throw notFound({ detail: `There is no customer ${id}.` });
      checkRevision(customer, expectedRevision);
      const changed = await changeProfile(tx, customer, changesOf(customer, edit, tx.clock.now()));
      return edit.email === undefined ? changed : moveTo(tx, changed, edit.email, purchases);
    }),
  );
}

function changesOf(customer: Customer, edit: CustomerEdit, now: Date): ProfileChanges {
  const { name, address, businessName, taxId, phone } = edit;
  const isSame = edit.email !== undefined && emailKey(edit.email) === customer.emailKey;
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(address !== undefined && { address: address === null ? null : toAddress(address) }),
    ...(businessName !== undefined && { businessName: businessName?.trim() ?? null }),
    ...(taxId !== undefined && { taxId: taxId?.trim() ?? null }),
    ...(phone !== undefined && { phone: phone?.trim() ?? null }),
    ...(isSame && { email: edit.email }),
    ...preferenceChanges(customer, edit.communicationPreferences ?? {}, now),
  };
}

async function moveTo(
  tx: CommandTx,
  customer: Customer,
  email: string,
  { release, redirect }: WaitingPurchases,
): Promise<Customer> {
  if (emailKey(email) === customer.emailKey) return customer;
  if ((await findCustomerByEmail(tx, email)) !== undefined) throw emailInUse();
  await endSessions(tx, { customerId: customer.id }, 'EmailReplaced');
  const isConfirmed = tx.account.settings.requiresConfirmedEmail;
  const change = { customer, email, isConfirmed };
  // An earlier change may have taken the proven address from its owner.
  const wasConfirmed = (await findEmailChange(tx, customer.id))?.wasConfirmed === true;
  if (customer.isEmailConfirmed || wasConfirmed) {
    const replaced = await replaceEmail(tx, change);
    if (isConfirmed) await release(tx, replaced);
    return replaced;
  }
  await voidCodes(tx, tx.account.id, customer.id);
  const moved = await assignEmail(tx, change);
  await queueEmailChangedMails(tx, { customer, undo: undefined, code: undefined, isFirst: true });
  if (customer.passwordHash === null) {
    await voidAddressCodes(tx, tx.account.id, customer.emailKey);
    await redirect(tx, { customerId: customer.id, from: customer.emailKey, to: moved.emailKey });
  }
  if (isConfirmed) await release(tx, moved);
  return moved;
}
