import { rateLimited } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import { accountUrl, type Context, mailLanguage, mayMail, queueAccountMail } from '../accounts/index.ts';
import type { Operator } from './operator.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/**
 * Mails an operator what mails of the account look like: sender, name or logo, and the color of a button. It says that it
 * is a test, and leads nowhere but to the shop. Raises 429 when the operator has
 * had too many of these in an hour.
 */
export async function sendTestMail(ctx: Context, { email, name }: Operator): Promise<void> {
  if (!(await mayMail(ctx, 'operator-test', email))) throw rateLimited();
  const language = mailLanguage(ctx);
  const { codes, test } = language === 'de' ? de : en;
  const account = ctx.account.name;
  await transaction(ctx, (tx) =>
    queueAccountMail(tx, {
      kind: 'operator-test',
      limit: 'None',
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
