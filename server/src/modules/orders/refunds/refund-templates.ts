import type { MailTemplate } from '../../accounts/index.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** What a mail about a refund is about. */
export type RefundSubject = 'money' | 'elsewhere' | 'free' | 'reversed';

/** The mails about refunds. */
export const REFUND_TEMPLATES: Readonly<Record<RefundSubject, MailTemplate<'order'>>> = {
  money: refundTemplate('refund', 'money'),
  elsewhere: refundTemplate('refund-elsewhere', 'elsewhere'),
  free: refundTemplate('items-removed', 'free'),
  reversed: refundTemplate('refund-cancelled', 'reversed'),
};

function refundTemplate(id: string, subject: RefundSubject): MailTemplate<'order'> {
  return {
    id,
    group: 'Purchases',
    placeholders: ['order'],
    compose: ({ shop, order }, { language, day, money, page }) => {
      const texts = language === 'de' ? de : en;
      const words = texts[subject];
      const amount = money(subject === 'free' ? 0 : 4_900);
      return {
        subject: words.subject(shop),
        heading: words.heading,
        opening: [],
        bill: {
          facts: [
            { label: texts.order, value: order },
            { label: texts.date, value: day(0) },
            ...(subject === 'elsewhere' ? [{ label: texts.reason, value: 'IBAN' }] : []),
          ],
          lines: [{ label: '1 × Demo App', value: amount }],
          total: { label: texts.refund, value: amount },
        },
        paragraphs: [words.explanation],
        action: { label: texts.visitShop, url: page('/shop') },
      };
    },
  };
}
