import { type CommandTx, mailLanguage, queueAccountMail } from '../../accounts/index.ts';
import type { OperatorRow } from '../tables.ts';
import { de } from '../texts/de.ts';
import { en, type PasskeyNews } from '../texts/en.ts';

/** Tells an operator by mail that a passkey with this name was added or removed, in case a stranger did it. */
export async function mailPasskeyNews(
  tx: CommandTx,
  { email, name }: Pick<OperatorRow, 'email' | 'name'>,
  news: PasskeyNews,
  passkeyName: string,
): Promise<void> {
  const language = mailLanguage(tx);
  const { codes, passkeys } = language === 'de' ? de : en;
  const { subject, heading, text } = passkeys[news];
  const account = tx.account.name;
  await queueAccountMail(tx, {
    kind: 'operator-passkeys',
    limit: 'None',
    recipient: email,
    language,
    subject: subject(account),
    heading,
    paragraphs: [codes.hello(name), text(account, passkeyName)],
    notes: [codes.note],
  });
}
