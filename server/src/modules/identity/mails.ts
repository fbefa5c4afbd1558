import { type CommandTx, mailLink, type MailLinkPurpose, queueAccountMail } from '../accounts/index.ts';
import { type Customer, type EmailChange, emailKey } from '../customers/index.ts';
import { makeAddressCode } from './codes/codes.ts';
import { CODE_LETTERS } from './domain/letters.ts';
import { greeting } from './domain/profile.ts';
import type { CodePurpose } from './tables.ts';

const LINKS: Readonly<Record<CodePurpose, MailLinkPurpose>> = {
  ResetPassword: 'ResetPassword',
  ConfirmAccount: 'ConfirmAccount',
  ConfirmEmail: 'ConfirmEmail',
  ChangeEmail: 'ConfirmEmailChange',
};

/** The mail that contains a code, as a link to the page that uses it (wire contract section 2). */
export async function queueCodeMail(
  tx: CommandTx,
  mail: {
    readonly customer: Customer;
    readonly purpose: CodePurpose;
    readonly email?: string;
    readonly code: string;
  },
): Promise<void> {
  const { customer, purpose, email = customer.email, code } = mail;
  const { text, label, ...letter } = CODE_LETTERS[purpose](tx.account.name);
  const url = mailLink(tx.config, tx.account, LINKS[purpose], { email, code });
  await queueAccountMail(tx, {
    ...letter,
    limit: 'PerAddress',
    recipient: email,
    paragraphs: [greeting(customer.name), text],
    action: { label, url },
  });
}

/**
 * A link for a mail of another kind, such as a receipt: the person who opens it proves the customer's email, even if
 * the customer has another one by then. `undefined` when the mail goes to another address, which must not be able to
 * prove this one.
 */
export async function proofUrl(
  tx: CommandTx,
  customer: Customer,
  { recipient, lifetimeSeconds }: { readonly recipient: string; readonly lifetimeSeconds: number },
): Promise<string | undefined> {
  if (emailKey(recipient) !== customer.emailKey) return undefined;
  const code = await makeAddressCode(tx, { email: customer.email, lifetimeSeconds });
  const isFirst = customer.passwordHash === null;
  return mailLink(tx.config, tx.account, 'ConfirmAccount', { email: customer.email, code, isFirst });
}

/** Tells the customer that the password was changed, so that a change by a stranger does not go unnoticed. */
export async function queuePasswordChangedMail(tx: CommandTx, customer: Customer): Promise<void> {
  await queueAccountMail(tx, {
    kind: 'password-changed',
    // The password of an unproven address may be a stranger's. The first mails already tell its owner everything.
    limit: 'PerAddress',
    recipient: customer.email,
    subject: `Your password for ${tx.account.name} was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      greeting(customer.name),
      `Your password for ${tx.account.name} was just changed. All other devices were signed out.`,
    ],
    notes: ['Wasn’t you? Choose a new password now: select “Forgot your password?” where you sign in.'],
  });
}

/** Tells a customer that another address will replace theirs once it is confirmed. */
export async function queueEmailChangeRequestMail(tx: CommandTx, customer: Customer): Promise<void> {
  await queueAccountMail(tx, {
    kind: 'email-change-asked',
    limit: 'PerAddress',
    recipient: customer.email,
    subject: `Your email address at ${tx.account.name}`,
    heading: 'Your email address is about to change',
    paragraphs: [
      greeting(customer.name),
      `Someone who is signed in to your account at ${tx.account.name} wants to use another email address for it. Once that address is confirmed, it replaces this one.`,
    ],
    notes: ['Wasn’t you? Change your password now. That stops the change.'],
  });
}

/**
 * Tells the previous address that another one has replaced it, with the link that undoes the change. Of several changes
 * in a row the address in between is notified, too, without a link.
 */
export async function queueEmailChangedMails(
  tx: CommandTx,
  change: {
    /** As they were before. */
    readonly customer: Customer;
    readonly undo: EmailChange | undefined;
    readonly code: string | undefined;
    readonly isFirst: boolean;
  },
): Promise<void> {
  const { customer, undo, code, isFirst } = change;
  if (undo !== undefined && code !== undefined) {
    await queueUndoMail(tx, {
      customer,
      undo,
      code,
      // The first is the owner's only chance to learn of it; a stranger can trigger at most one per customer.
      limit: isFirst ? 'None' : 'PerAddress',
      text: `Your account at ${tx.account.name} now uses another email address. You no longer sign in with this one.`,
    });
  }
  if (undo?.emailKey === customer.emailKey) return;
  await queueAccountMail(tx, {
    kind: 'email-replaced',
    limit: 'PerAddress',
    recipient: customer.email,
    subject: `Your email address at ${tx.account.name} was changed`,
    heading: 'Your email address was changed',
    paragraphs: [
      greeting(customer.name),
      `The account at ${tx.account.name} that used this email address now uses another one.`,
    ],
  });
}

/** Offers the address before a change of email to undo it. */
export async function queueUndoMail(
  tx: CommandTx,
  mail: {
    readonly customer: Customer;
    readonly undo: EmailChange;
    readonly code: string;
    readonly limit: 'PerAddress' | 'None';
    readonly text: string;
  },
): Promise<void> {
  const { customer, undo, code, limit, text } = mail;
  const { email } = undo;
  await queueAccountMail(tx, {
    kind: 'email-changed',
    limit,
    recipient: email,
    subject: `Your email address at ${tx.account.name} was changed`,
    heading: 'Your email address was changed',
    paragraphs: [
      greeting(customer.name),
      text,
      'Wasn’t you? Undo it now. All sessions end, and you choose a new password.',
    ],
    action: {
      label: 'Undo this change',
      url: mailLink(tx.config, tx.account, 'UndoEmailChange', { email, code }),
    },
    notes: [`The link works until ${dateText(undo.expiresAt)}.`, 'Was this you? You can ignore this email.'],
  });
}

/** Tells a new address why it gets no link for a new password yet. */
export async function queueResetWithheldMail(
  tx: CommandTx,
  { customer, undo }: { readonly customer: Customer; readonly undo: EmailChange },
): Promise<void> {
  await queueAccountMail(tx, {
    kind: 'reset-withheld',
    limit: 'PerAddress',
    recipient: customer.email,
    subject: `Your password for ${tx.account.name}`,
    heading: 'You can choose a new password soon',
    paragraphs: [
      greeting(customer.name),
      `We received a request for a new password for your account at ${tx.account.name}. Its email address was changed a few days ago. To protect the account, we send links for a new password to this address from ${dateText(undo.expiresAt)}.`,
      'Until then, we sent a link to the address you used before. If you know your password, you can sign in as usual.',
    ],
    notes: ['Wasn’t you? You can ignore this email.'],
  });
}

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

function dateText(moment: Date): string {
  return DATE.format(moment);
}
