import { rateLimited } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import { renderMail } from '../../platform/mail/layout.ts';
import { accountUrl, type Context, mailLanguage, mayMail, queueAccountMail } from '../accounts/index.ts';
import type { Operator } from './operator.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/**
 * Mails an operator what mails of the account look like: sender, name or logo, and the color of a button. It says that it
 * is a test, and leads nowhere but to the shop. Raises 429 when the operator has
 * had too many of these in an hour.
 */
export async function sendTestMail(ctx: Context, operator: Operator): Promise<void> {
  const { email } = operator;
  if (!(await mayMail(ctx, 'operator-test', email))) throw rateLimited();
  const account = ctx.account.name;
  const { subject, ...content } = testMail(ctx, operator, account);
  await transaction(ctx, (tx) =>
    queueAccountMail(tx, { kind: 'operator-test', limit: 'None', recipient: email, subject, ...content }),
  );
}

/** What an account could look like. */
interface MailLook {
  readonly name: string;
  /** An http or https address. */
  readonly logoUrl?: string | undefined;
  /** Like `#1c6fbe`. */
  readonly accentColor?: string | undefined;
}

/** The HTML of the test mail of an operator, as it would look with another look of the account. Sends nothing. */
export function previewTestMail(ctx: Context, operator: Operator, look: MailLook): string {
  const { subject: _subject, ...content } = testMail(ctx, operator, look.name);
  return renderMail({ vendor: look, ...content }).html;
}

function testMail(ctx: Context, { name }: Operator, account: string) {
  const language = mailLanguage(ctx);
  const { codes, test } = language === 'de' ? de : en;
  return {
    language,
    subject: test.subject(account),
    heading: test.heading,
    paragraphs: [codes.hello(name), test.text(account)],
    action: { label: test.label, url: `${accountUrl(ctx.config, ctx.account)}/shop` },
    notes: [test.note],
  };
}
