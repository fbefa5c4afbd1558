import { notFound } from '../../kernel/problem.ts';
import type { MailTemplate } from '../accounts/index.ts';
import { newsletterConfirmTemplate, newsletterWelcomeTemplate } from '../customers/index.ts';
import { CODE_TEMPLATES } from '../identity/index.ts';
import { graceTemplate } from '../licensing/index.ts';
import { PAYMENT_TEMPLATES, receiptTemplate, REFUND_TEMPLATES } from '../orders/index.ts';
import { SUBSCRIPTION_TEMPLATES } from '../subscriptions/index.ts';
import { refusalTemplate, withdrawalTemplate } from '../withdrawals/index.ts';

/** Every mail that a vendor may word: mails to customers, but no notices that protect an account. */
export const MAIL_TEMPLATES: readonly MailTemplate[] = [
  receiptTemplate,
  PAYMENT_TEMPLATES.failed,
  PAYMENT_TEMPLATES.undue,
  REFUND_TEMPLATES.money,
  REFUND_TEMPLATES.elsewhere,
  REFUND_TEMPLATES.free,
  REFUND_TEMPLATES.reversed,
  withdrawalTemplate,
  refusalTemplate,
  graceTemplate,
  ...SUBSCRIPTION_TEMPLATES,
  ...Object.values(CODE_TEMPLATES),
  newsletterConfirmTemplate,
  newsletterWelcomeTemplate,
];

const BY_ID = new Map(MAIL_TEMPLATES.map((template) => [template.id, template]));

/** Raises `NotFound`. */
export function mailTemplate(mailId: string): MailTemplate {
  const template = BY_ID.get(mailId);
  if (template === undefined)
    throw notFound({ detail: `There is no mail “${mailId}” whose text can be changed.` });
  return template;
}

/** The names of all placeholders of a mail. */
export function placeholdersOf({ placeholders }: MailTemplate): string[] {
  return ['shop', ...placeholders];
}
