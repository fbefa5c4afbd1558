import { type CommandTx, mailLanguage, type MailLanguage, queueAccountMail } from '../../accounts/index.ts';
import type { Operator } from '../operator.ts';
import { de } from '../texts/de.ts';
import { en } from '../texts/en.ts';
import type { OperatorLink } from './operator-link.ts';

/** A link, and what its mail says. */
interface MailedLink extends OperatorLink {
  readonly text: 'Invitation' | 'Reset' | 'Forgotten';
  /** Default: that of the request. */
  readonly language?: MailLanguage;
}

/** Mails an operator the link with which they choose a password. */
export async function mailLink(
  tx: CommandTx,
  { email, name }: Pick<Operator, 'email' | 'name'>,
  { url, expiresAt, text: kind, language = mailLanguage(tx) }: MailedLink,
): Promise<void> {
  const texts = language === 'de' ? de : en;
  const { subject, heading, text, label } = texts[kind];
  const account = tx.account.name;
  await queueAccountMail(tx, {
    kind: 'operator-link',
    // The others are caused only by people who manage operators.
    limit: kind === 'Forgotten' ? 'PerAddress' : 'None',
    recipient: email,
    linkEndsAt: expiresAt,
    language,
    subject: subject(account),
    heading: heading(name),
    paragraphs: [text(account)],
    action: { label, url },
    notes: [texts.note],
  });
}
