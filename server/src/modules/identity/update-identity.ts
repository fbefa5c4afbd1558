import { transaction } from '../../platform/context/context.ts';
import { type CommandTx, type Context, mayMail } from '../accounts/index.ts';
import {
  type AddressInput,
  changeProfile,
  type Customer,
  emailInUse,
  emailKey,
  findCustomer,
  findCustomerByEmail,
  isBlank,
  lockCustomer,
  preferenceChanges,
  type PreferencesInput,
  type ProfileChanges,
  toAddress,
} from '../customers/index.ts';
import { rateLimited, refuseIssues, unauthorized } from '../../kernel/problem.ts';
import { collectsItself, taxIdIssues } from '../taxes/index.ts';
import { makeCode } from './codes/codes.ts';
import { profileIssues } from './issues.ts';
import { queueCodeMail, queueEmailChangeRequestMail } from './mails.ts';
import { refuseDuplicateEmail } from './emails/taken-email.ts';
import { replaceEmail } from './emails/undo-email-change.ts';

/** Profile changes that a customer requests; an absent field stays unchanged, null removes it. */
interface ProfileInput {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly address?: AddressInput | null | undefined;
  readonly businessName?: string | null | undefined;
  readonly taxId?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly communicationPreferences?: PreferencesInput | undefined;
}

/** The customer after the change, and whether a new email waits for its confirmation. */
interface UpdatedIdentity {
  readonly customer: Customer;
  readonly isEmailPending: boolean;
}

/**
 * Changes the fields of a customer that are sent (customer API, PATCH identity). A new email takes effect immediately,
 * or, when the account confirms changes or signs nobody in without a confirmed email, once the link that is mailed to
 * it has been opened; the old address is notified in both cases. Where the account collects taxes, a new tax id has to
 * be one of the address's country; one that is stored already stays, whatever it is. Raises 400 with every issue, 409
 * `EmailInUse`, and 429 when too many mails were requested for the new address; then nothing is changed.
 */
export async function updateIdentity(
  ctx: Context,
  customerId: string,
  input: ProfileInput,
): Promise<UpdatedIdentity> {
  const { name = '' } = input;
  // A blank name changes nothing, so it is not an issue.
  const { taxId = [], ...issues } = profileIssues(isBlank(name) ? { ...input, name: undefined } : input);
  refuseIssues({ ...issues, taxId: [...taxId, ...(await newTaxIdIssues(ctx, customerId, input))] });
  if (input.email !== undefined) await limitMails(ctx, customerId, input.email);
  return refuseDuplicateEmail(() =>
    transaction(ctx, async (tx) => {
      const customer = await lockCustomer(tx, customerId);
      if (customer === undefined) throw unauthorized({ headers: { 'www-authenticate': 'Bearer' } });
      const changed = await changeProfile(tx, customer, profileChanges(customer, input, ctx.clock.now()));
      return changeEmail(tx, changed, input.email ?? changed.email);
    }),
  );
}

/** The mistakes in a tax id that the customer enters, or keeps while moving to another country. */
async function newTaxIdIssues(
  ctx: Context,
  customerId: string,
  { taxId, address }: ProfileInput,
): Promise<string[]> {
  if (!taxId?.trim() || !collectsItself(ctx)) return [];
  const customer = await findCustomer(ctx, customerId);
  const { countryCode, postCode } = (address === undefined ? customer?.address : address) ?? {};
  const isStored = taxId.trim() === customer?.taxId && countryCode === customer.address?.countryCode;
  return isStored ? [] : taxIdIssues(taxId, countryCode?.toUpperCase(), postCode);
}

const RETRY_AFTER_SECONDS = 60 * 60;

/** The new address gets a mail, no matter who owns it: nobody may flood a stranger's inbox by claiming the address. */
async function limitMails(ctx: Context, customerId: string, email: string): Promise<void> {
  const customer = await findCustomer(ctx, customerId);
  if (customer?.emailKey === emailKey(email)) return;
  if (await mayMail(ctx, 'change-email', emailKey(email))) return;
  throw rateLimited({
    detail: 'Too many mails were requested for this address.',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}

function profileChanges(customer: Customer, input: ProfileInput, now: Date): ProfileChanges {
  return {
    ...(input.name !== undefined && !isBlank(input.name) && { name: input.name.trim() }),
    ...(input.address !== undefined && { address: input.address && toAddress(input.address) }),
    ...(input.businessName !== undefined && { businessName: input.businessName?.trim() || null }),
    ...(input.taxId !== undefined && { taxId: input.taxId?.trim() || null }),
    ...(input.phone !== undefined && { phone: input.phone?.trim() || null }),
    ...preferenceChanges(customer, input.communicationPreferences ?? {}, now),
  };
}

async function changeEmail(tx: CommandTx, customer: Customer, email: string): Promise<UpdatedIdentity> {
  // The same address in another case is still the one that was confirmed.
  if (emailKey(email) === customer.emailKey)
    return { customer: await changeProfile(tx, customer, { email }), isEmailPending: false };
  if ((await findCustomerByEmail(tx, email)) !== undefined) throw emailInUse();
  // If an email must be confirmed before sign-in, an email change must not bypass that.
  const { confirmsEmailChange, requiresConfirmedEmail } = tx.account.settings;
  const isEmailPending = confirmsEmailChange || requiresConfirmedEmail;
  if (isEmailPending) {
    await queueEmailChangeRequestMail(tx, customer);
    const code = await makeCode(tx, customer, { purpose: 'ChangeEmail', email });
    await queueCodeMail(tx, { customer, purpose: 'ChangeEmail', email, code });
    return { customer, isEmailPending };
  }
  const changed = await replaceEmail(tx, { customer, email, isConfirmed: false });
  const code = await makeCode(tx, changed, { purpose: 'ConfirmEmail' });
  await queueCodeMail(tx, { customer: changed, purpose: 'ConfirmEmail', code });
  return { customer: changed, isEmailPending };
}
