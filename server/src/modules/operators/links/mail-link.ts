import { type CommandTx, mailLanguage, queueAccountMail } from '../../accounts/index.ts';
import type { Operator } from '../operator.ts';
import { de } from '../texts/de.ts';
import { en } from '../texts/en.ts';
import type { OperatorLink } from './operator-link.ts';

/** Mails an operator the link with which they choose a password. */
export async function mailLink(
  tx: CommandTx,
  { email, name }: Pick<Operator, 'email' | 'name'>,
  { url, purpose }: OperatorLink & { readonly purpose: 'Invitation' | 'Reset' },
): Promise<void> {
  const language = mailLanguage(tx);
  const texts = language === 'de' ? de : en;
  const { subject, heading, text, label } = texts[purpose];
  const account = tx.account.name;
  await queueAccountMail(tx, {
    kind: 'operator-link',
    // Only people who manage operators cause it.
    limit: 'None',
    recipient: email,
    language,
    subject: subject(account),
    heading: heading(name),
    paragraphs: [text(account)],
    action: { label, url },
    notes: [texts.note],
  });
}
