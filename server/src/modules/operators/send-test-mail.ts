import { transaction } from '../../platform/context/context.ts';
import { accountUrl, type Context, mailLanguage, queueAccountMail } from '../accounts/index.ts';
import type { Operator } from './operator.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/**
 * Mails an operator what mails of the account look like: sender, name or logo, and the color of a button. It says that it
 * is a test, and leads nowhere but to the shop. An address gets a limited number in an hour.
 */
export async function sendTestMail(ctx: Context, { email, name }: Operator): Promise<void> {
  const language = mailLanguage(ctx);
  const { codes, test } = language === 'de' ? de : en;
  const account = ctx.account.name;
  await transaction(ctx, (tx) =>
    queueAccountMail(tx, {
      kind: 'operator-test',
      limit: 'PerAddress',
      recipient: email,
      language,
      subject: test.subject(account),
      heading: test.heading,
      paragraphs: [codes.hello(name), test.text(account)],
      action: { label: test.label, url: `${accountUrl(ctx.config, ctx.account)}/shop` },
      notes: [test.note],
    }),
  );
}
