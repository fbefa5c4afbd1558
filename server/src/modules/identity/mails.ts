import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import { type Account, mailLink, type MailLinkPurpose, queueAccountMail } from '../accounts/index.ts';
import type { Customer } from '../customers/index.ts';
import { makeCode } from './codes.ts';
import { CODE_LETTERS } from './domain/letters.ts';
import { greeting } from './domain/profile.ts';
import type { CodePurpose } from './tables.ts';

const LINKS: Readonly<Record<CodePurpose, MailLinkPurpose>> = {
  ResetPassword: 'ResetPassword',
  ConfirmAccount: 'ConfirmAccount',
  ConfirmEmail: 'ConfirmEmail',
  ChangeEmail: 'ConfirmEmailChange',
};

/** The mail that carries a code, as a link to the page that uses it (wire contract section 2). */
export async function queueCodeMail(
  system: System,
  tx: Tx,
  account: Account,
  sent: {
    readonly customer: Customer;
    readonly purpose: CodePurpose;
    readonly email?: string;
    readonly code: string;
  },
): Promise<void> {
  const { customer, purpose, email = customer.email, code } = sent;
  const { text, label, ...letter } = CODE_LETTERS[purpose](account.name);
  const url = mailLink(system.config, account, LINKS[purpose], { email, code });
  await queueAccountMail(system, tx, account, {
    ...letter,
    recipient: email,
    paragraphs: [greeting(customer.name), text],
    action: { label, url },
  });
}

/** A link for a mail of another kind, such as a receipt: whoever opens it proves the customer's email. */
export async function proofUrl(
  system: System,
  tx: Tx,
  account: Account,
  customer: Customer,
  lifetimeSeconds: number,
): Promise<string> {
  const code = await makeCode(system, tx, customer, { purpose: 'ConfirmAccount', lifetimeSeconds });
  const { path } = CODE_LETTERS.ConfirmAccount(account.name);
  return websiteLink(system, account, path, { email: customer.email, code });
}

/** Tells the customer that the password was changed, so that a stranger's doing does not stay unseen. */
export async function queuePasswordChangedMail(
  system: System,
  tx: Tx,
  account: Account,
  customer: Customer,
): Promise<void> {
  await queueAccountMail(system, tx, account, {
    kind: 'password-changed',
    recipient: customer.email,
    subject: `Your password for ${account.name} was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      greeting(customer.name),
      'The password of your account was just changed. Everywhere else you were signed out.',
    ],
    notes: ['Was it not you? Then choose a new password at once with “forgot password” on our website.'],
  });
}

/** Tells the address a customer had before that it is no longer, or soon not any more, the one of the account. */
export async function queueEmailChangedMail(
  system: System,
  tx: Tx,
  account: Account,
  change: { readonly customer: Customer; readonly isPending: boolean },
): Promise<void> {
  const { customer, isPending } = change;
  const happened = isPending
    ? 'Somebody who is signed in to your account asked to use another email address for it. Once that address is confirmed, it replaces this one.'
    : 'Your account now uses another email address. This one no longer signs you in.';
  await queueAccountMail(system, tx, account, {
    kind: 'email-changed',
    recipient: customer.email,
    subject: `Your email address at ${account.name}`,
    heading: isPending ? 'Your email address is about to change' : 'Your email address was changed',
    paragraphs: [greeting(customer.name), happened],
    notes: ['Was it not you? Then change your password and tell us.'],
  });
}
