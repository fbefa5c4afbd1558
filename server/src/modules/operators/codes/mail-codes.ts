import { type CommandTx, mailLanguage, queueAccountMail } from '../../accounts/index.ts';
import type { OperatorRow } from '../tables.ts';
import { de } from '../texts/de.ts';
import { en, type CodeNews } from '../texts/en.ts';

/**
 * Tells an operator by mail what happened to the second step of signing in, so that a change by a stranger does not go
 * unnoticed. `left` is the number of recovery codes that still work.
 */
export async function mailCodeNews(
  tx: CommandTx,
  { email, name }: Pick<OperatorRow, 'email' | 'name'>,
  news: CodeNews,
  left = 0,
): Promise<void> {
  const language = mailLanguage(tx);
  const { codes } = language === 'de' ? de : en;
  const { subject, heading, text } = codes[news];
  const account = tx.account.name;
  await queueAccountMail(tx, {
    kind: 'operator-codes',
    limit: 'None',
    recipient: email,
    language,
    subject: subject(account),
    heading,
    paragraphs: [codes.hello(name), text(account, left)],
    notes: [codes.note],
  });
}
