import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import { type Account, mayMail } from '../accounts/index.ts';
import {
  type AddressInput,
  type Customer,
  type CustomerChanges,
  emailInUse,
  emailKey,
  findCustomer,
  findCustomerByEmail,
  lockCustomer,
  preferenceChanges,
  type PreferencesInput,
  toAddress,
  updateCustomer,
} from '../customers/index.ts';
import { rateLimited, unauthorized } from '../../kernel/problem.ts';
import { makeCode } from './codes.ts';
import { isBlank } from './domain/profile.ts';
import { refuseIssues, updateIssues } from './issues.ts';
import { queueCodeMail, queueEmailChangeAskedMail } from './mails.ts';
import { refusingTakenEmail } from './taken-email.ts';
import { replaceEmail } from './undo-email-change.ts';

/** What a customer says about themselves; what is absent stays as it is. */
export interface ProfileInput {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly address?: AddressInput | undefined;
  readonly communicationPreferences?: PreferencesInput | undefined;
}

/** The customer as they are now, and whether a new email waits for its confirmation. */
export interface UpdatedIdentity {
  readonly customer: Customer;
  readonly isEmailPending: boolean;
}

/**
 * Changes what is given of a customer (customer API, PATCH identity). A new email counts at once, or, when the account
 * confirms changes or signs nobody in without a confirmed email, once the link that is mailed to it was opened; the
 * old address is told in both cases.
 * Raises 400 naming every issue, 409 `EmailInUse`, and 429 when too many mails were asked for to the new address; then
 * nothing is changed.
 */
export async function updateIdentity(
  system: System,
  account: Account,
  customerId: string,
  input: ProfileInput,
): Promise<UpdatedIdentity> {
  refuseIssues(updateIssues(input));
  if (input.email !== undefined) await limitMails(system, account, customerId, input.email);
  return refusingTakenEmail(() =>
    system.database.transaction(async (tx) => {
      const customer = await lockCustomer(tx, account.id, customerId);
      if (customer === undefined) throw unauthorized({ headers: { 'www-authenticate': 'Bearer' } });
      const changed = await saved(tx, customer, profileChanges(customer, input, system.clock.now()));
      return changeEmail(system, tx, account, changed, input.email ?? changed.email);
    }),
  );
}

const RETRY_AFTER_SECONDS = 60 * 60;

/** The new address gets a mail, whoever's it is: nobody may fill a stranger's inbox by giving it as their own. */
async function limitMails(
  system: System,
  account: Account,
  customerId: string,
  email: string,
): Promise<void> {
  const customer = await findCustomer(system.database.reader, account.id, customerId);
  if (customer?.emailKey === emailKey(email)) return;
  if (await mayMail(system, account, 'change-email', emailKey(email))) return;
  throw rateLimited({
    detail: 'Too many mails were asked for to this address.',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}

function profileChanges(customer: Customer, input: ProfileInput, now: Date): CustomerChanges {
  return {
    ...(input.name !== undefined && !isBlank(input.name) && { name: input.name.trim() }),
    ...(input.address !== undefined && { address: toAddress(input.address) }),
    ...preferenceChanges(customer, input.communicationPreferences ?? {}, now),
  };
}

async function changeEmail(
  system: System,
  tx: Tx,
  account: Account,
  customer: Customer,
  email: string,
): Promise<UpdatedIdentity> {
  // The same address in another case is still the one that was confirmed.
  if (emailKey(email) === customer.emailKey)
    return { customer: await saved(tx, customer, { email }), isEmailPending: false };
  if ((await findCustomerByEmail(tx, account.id, email)) !== undefined) throw emailInUse();
  // Where an email has to be confirmed before it signs in, a change may not be the way around it.
  const { confirmsEmailChange, requiresConfirmedEmail } = account.settings;
  const isEmailPending = confirmsEmailChange || requiresConfirmedEmail;
  if (isEmailPending) {
    await queueEmailChangeAskedMail(system, tx, account, customer);
    const code = await makeCode(system, tx, customer, { purpose: 'ChangeEmail', email });
    await queueCodeMail(system, tx, account, { customer, purpose: 'ChangeEmail', email, code });
    return { customer, isEmailPending };
  }
  const changed = await replaceEmail(system, tx, account, { customer, email, isConfirmed: false });
  const code = await makeCode(system, tx, changed, { purpose: 'ConfirmEmail' });
  await queueCodeMail(system, tx, account, { customer: changed, purpose: 'ConfirmEmail', code });
  return { customer: changed, isEmailPending };
}

async function saved(tx: Tx, customer: Customer, changes: CustomerChanges): Promise<Customer> {
  return (await updateCustomer(tx, customer.accountId, customer.id, changes)) ?? customer;
}
