import {
  type CommandTx,
  mailLanguage,
  type MailLanguage,
  mailLink,
  type MailLinkPurpose,
  queueAccountMail,
  useOf,
} from '../accounts/index.ts';
import { type Customer, type EmailChange, emailKey } from '../customers/index.ts';
import { codeEnd, makeAddressCode, makeCode } from './codes/codes.ts';
import { agentName } from './domain/agent-name.ts';
import { greetedName } from './domain/profile.ts';
import { CODE_TEMPLATES, type MailedPurpose } from './mail-templates.ts';
import { de } from './texts/de.ts';
import { en, type IdentityTexts } from './texts/en.ts';

const LINKS: Readonly<Record<MailedPurpose, MailLinkPurpose>> = {
  ResetPassword: 'ResetPassword',
  ConfirmAccount: 'ConfirmAccount',
  ConfirmEmail: 'ConfirmEmail',
  ChangeEmail: 'ConfirmEmailChange',
};

/** For the outbox and the log. */
const KINDS: Readonly<Record<MailedPurpose, string>> = {
  ResetPassword: 'reset-password',
  ConfirmAccount: 'confirm-account',
  ConfirmEmail: 'confirm-email',
  ChangeEmail: 'change-email',
};

/**
 * Mails a link that confirms the email of an account. The mail says who asked for it, and offers to remove the account
 * to a reader who did not sign up (wire contract section 2).
 */
export async function queueConfirmationMail(
  tx: CommandTx,
  customer: Customer,
  {
    purpose,
    limit,
    language,
  }: {
    readonly purpose: 'ConfirmAccount' | 'ConfirmEmail';
    readonly limit: MailLimit;
    /** Present: the vendor has it sent again, in this language, and the mail names no device. */
    readonly language?: MailLanguage;
  },
): Promise<void> {
  const code = await makeCode(tx, customer, { purpose });
  const denial = await makeCode(tx, customer, { purpose: 'DenyAccount' });
  const isOfVendor = language !== undefined;
  await queueCodeMail(tx, { customer, purpose, code, denial, limit, language, isOfVendor });
}

type MailLimit = 'PerAddress' | 'None';

/** The mail with a code, as a link to the page that uses it (wire contract section 2). */
export async function queueCodeMail(
  tx: CommandTx,
  mail: {
    readonly customer: Customer;
    readonly purpose: MailedPurpose;
    readonly email?: string;
    readonly code: string;
    /** The code with which a reader who did not sign up removes the account. */
    readonly denial?: string;
    /** Absent: that of the visitor, or of the account. */
    readonly language?: MailLanguage | undefined;
    /** `None` where `mayMail` has allowed it: a code that voids an earlier one must be mailed. */
    readonly limit?: MailLimit;
    /** The vendor has it sent, so that the device and the country of the request are not the reader's. */
    readonly isOfVendor?: boolean;
  },
): Promise<void> {
  const { customer, purpose, email = customer.email, code, language = mailLanguage(tx) } = mail;
  const { limit = 'PerAddress', denial, isOfVendor = false } = mail;
  const texts = textsIn(language);
  const isFirst = purpose === 'ResetPassword' && customer.passwordHash === null;
  const letterFor = isFirst ? texts.firstPassword : texts.codes[purpose];
  const { text, label, ...letter } = letterFor(tx.account.name);
  const url = mailLink(tx.config, tx.account, LINKS[purpose], { email, code, isFirst });
  await queueAccountMail(tx, {
    ...letter,
    kind: KINDS[purpose],
    language,
    limit,
    recipient: email,
    linkEndsAt: codeEnd(tx, purpose),
    notes:
      purpose === 'ConfirmEmail' && denial === undefined ? [...letter.notes, texts.ignore] : letter.notes,
    template: useOf(CODE_TEMPLATES[isFirst ? 'FirstPassword' : purpose], {
      customer: greetedName(customer.name) ?? email,
    }),
    opening: [hello(texts, customer), text],
    paragraphs: denial === undefined || isOfVendor ? [] : [requestFacts(tx, texts, customer)],
    action: { label, url },
    ...(denial !== undefined && {
      alternative: {
        ...texts.notMe,
        url: mailLink(tx.config, tx.account, 'DenyAccount', { email, code: denial }),
      },
    }),
  });
}

function requestFacts(tx: CommandTx, texts: IdentityTexts, { name }: Customer): string {
  return texts.asked({ ...clientFacts(tx, texts), name: greetedName(name) });
}

/** When something happens, and on which device, if a customer or a visitor does it. */
function clientFacts(tx: CommandTx, { dateLocale }: IdentityTexts) {
  const country = tx.visitorCountry?.();
  const moment = new Intl.DateTimeFormat(dateLocale, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  });
  return {
    time: moment.format(tx.clock.now()),
    country: country && new Intl.DisplayNames(dateLocale, { type: 'region' }).of(country),
    ...agentName(tx.userAgent),
  };
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

/**
 * Notifies the customer, in their previous state, that the password was changed or set, so that a change by a stranger
 * does not go unnoticed.
 */
export async function queuePasswordChangedMail(tx: CommandTx, customer: Customer): Promise<void> {
  const language = mailLanguage(tx);
  const texts = textsIn(language);
  const isFirst = customer.passwordHash === null;
  const { subject, heading, text, note } = isFirst ? texts.passwordChosen : texts.passwordChanged;
  await queueAccountMail(tx, {
    kind: 'password-changed',
    language,
    // The password of an unproven address may be a stranger's. The first mails already inform its owner.
    limit: 'PerAddress',
    recipient: customer.email,
    subject: subject(tx.account.name),
    heading,
    paragraphs: [hello(texts, customer), text(tx.account.name)],
    notes: [note],
  });
}

/** Notifies a customer that another address will replace theirs once it is confirmed. */
export async function queueEmailChangeRequestMail(tx: CommandTx, customer: Customer): Promise<void> {
  const language = mailLanguage(tx);
  const texts = textsIn(language);
  const { subject, heading, text, note } = texts.changeRequest;
  await queueAccountMail(tx, {
    kind: 'email-change-asked',
    language,
    limit: 'PerAddress',
    recipient: customer.email,
    subject: subject(tx.account.name),
    heading,
    paragraphs: [hello(texts, customer), text(tx.account.name)],
    notes: [note],
  });
}

/**
 * Notifies the previous address that another one has replaced it, with the link that undoes the change. After several
 * changes in a row, the address in between is notified, too, without a link.
 */
export async function queueEmailChangedMails(
  tx: CommandTx,
  change: {
    /** The customer's previous state. */
    readonly customer: Customer;
    readonly undo: EmailChange | undefined;
    readonly code: string | undefined;
    readonly isFirst: boolean;
  },
): Promise<void> {
  const { customer, undo, code, isFirst } = change;
  const language = mailLanguage(tx);
  const texts = textsIn(language);
  if (undo !== undefined && code !== undefined) {
    await queueUndoMail(tx, {
      customer,
      undo,
      code,
      // The first mail is the owner's only chance to learn of it; a stranger can trigger at most one per customer.
      limit: isFirst ? 'None' : 'PerAddress',
      reason: 'Changed',
    });
  }
  if (undo?.emailKey === customer.emailKey) return;
  await queueAccountMail(tx, {
    kind: 'email-replaced',
    language,
    limit: 'PerAddress',
    recipient: customer.email,
    subject: texts.changed.subject(tx.account.name),
    heading: texts.changed.heading,
    paragraphs: [hello(texts, customer), texts.changed.replaced(tx.account.name)],
  });
}

/** Offers the previous address to undo a change of email. */
export async function queueUndoMail(
  tx: CommandTx,
  mail: {
    readonly customer: Customer;
    readonly undo: EmailChange;
    readonly code: string;
    readonly limit: 'PerAddress' | 'None';
    /** The reason for the mail: the address was changed, or somebody wants a new password. */
    readonly reason: 'Changed' | 'Reset';
    readonly language?: MailLanguage | undefined;
  },
): Promise<void> {
  const { customer, undo, code, limit, reason, language = mailLanguage(tx) } = mail;
  const { email } = undo;
  const texts = textsIn(language);
  const { changed } = texts;
  const text = reason === 'Changed' ? changed.text : texts.resetElsewhere;
  await queueAccountMail(tx, {
    kind: 'email-changed',
    language,
    limit,
    recipient: email,
    subject: changed.subject(tx.account.name),
    heading: changed.heading,
    paragraphs: [
      hello(texts, customer),
      text(tx.account.name),
      ...(reason === 'Changed' ? [texts.changedOn(clientFacts(tx, texts))] : []),
      changed.undoText,
    ],
    action: {
      label: changed.undo,
      url: mailLink(tx.config, tx.account, 'UndoEmailChange', { email, code }),
    },
    notes: [changed.until(dateText(texts, undo.expiresAt)), changed.ignore],
  });
}

/** Tells a new address why it gets no link for a new password yet. */
export async function queueResetWithheldMail(
  tx: CommandTx,
  {
    customer,
    undo,
    language = mailLanguage(tx),
  }: {
    readonly customer: Customer;
    readonly undo: EmailChange;
    readonly language?: MailLanguage | undefined;
  },
): Promise<void> {
  const texts = textsIn(language);
  const { subject, heading, text, meanwhile } = texts.withheld;
  await queueAccountMail(tx, {
    kind: 'reset-withheld',
    language,
    limit: 'PerAddress',
    recipient: customer.email,
    subject: subject(tx.account.name),
    heading,
    paragraphs: [hello(texts, customer), text(tx.account.name, dateText(texts, undo.expiresAt)), meanwhile],
    notes: [texts.ignore],
  });
}

function textsIn(language: MailLanguage): IdentityTexts {
  return language === 'de' ? de : en;
}

function hello(texts: IdentityTexts, { name }: Pick<Customer, 'name'>): string {
  return texts.hello(greetedName(name));
}

function dateText({ dateLocale }: IdentityTexts, moment: Date): string {
  return new Intl.DateTimeFormat(dateLocale, { dateStyle: 'long', timeZone: 'UTC' }).format(moment);
}
