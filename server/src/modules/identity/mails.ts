import type { Tx } from '../../platform/database/database.ts';
import { type MailContent, renderMail } from '../../platform/mail/layout.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import type { System } from '../../platform/system.ts';
import { type Account, accountUrl, mailSender, nameInSubject } from '../accounts/index.ts';
import type { Customer } from '../customers/index.ts';
import { CODE_LETTERS } from './domain/letters.ts';
import type { CodePurpose } from './tables.ts';

/** A mail of this module: what it says, without who sends it. */
interface Letter extends Omit<MailContent, 'vendor'> {
  readonly kind: string;
  readonly subject: string;
}

/** The mail that carries a code, as a link to the account's website (wire contract section 2). */
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
  const { path, text, label, ...letter } = CODE_LETTERS[purpose](nameInSubject(account));
  const url = websiteLink(system, account, path, { email, code });
  await queue(system, tx, account, email, {
    ...letter,
    paragraphs: [greeting(customer), text],
    action: { label, url },
  });
}

/** Tells the customer that the password was changed, so that a stranger's doing does not stay unseen. */
export async function queuePasswordChangedMail(
  system: System,
  tx: Tx,
  account: Account,
  customer: Customer,
): Promise<void> {
  await queue(system, tx, account, customer.email, {
    kind: 'password-changed',
    subject: `Your password for ${nameInSubject(account)} was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      greeting(customer),
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
  await queue(system, tx, account, customer.email, {
    kind: 'email-changed',
    subject: `Your email address at ${nameInSubject(account)}`,
    heading: isPending ? 'Your email address is about to change' : 'Your email address was changed',
    paragraphs: [greeting(customer), happened],
    notes: ['Was it not you? Then change your password and tell us.'],
  });
}

/** An address of the account's configured website; never one that a request named. */
export function websiteLink(
  system: System,
  account: Account,
  path: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const { websiteUrl, storefrontUrl } = account.settings;
  const url = new URL(websiteUrl ?? storefrontUrl ?? accountUrl(system.config, account));
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  url.hash = '';
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

function greeting({ name }: Customer): string {
  return name === null ? 'Hello,' : `Hello ${name},`;
}

async function queue(
  system: System,
  tx: Tx,
  account: Account,
  recipient: string,
  letter: Letter,
): Promise<void> {
  const { kind, subject, ...content } = letter;
  const from = mailSender(account);
  const rendered = renderMail({
    vendor: { name: account.name, logoUrl: account.settings.logoUrl },
    ...content,
  });
  await queueMail(system, tx, {
    accountId: account.id,
    kind,
    recipient,
    subject,
    ...(from !== undefined && { from }),
    ...rendered,
  });
}
