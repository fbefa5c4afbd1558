import type { MailTemplate } from '../../accounts/index.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** The mails about payments that paid nothing. */
export const PAYMENT_TEMPLATES = {
  failed: paymentTemplate('payment-failed', 'failed'),
  undue: paymentTemplate('payment-not-due', 'undue'),
};

function paymentTemplate(id: string, kind: 'failed' | 'undue'): MailTemplate<'order'> {
  return {
    id,
    group: 'Purchases',
    placeholders: ['order'],
    compose: ({ shop, order }, { language, money, page }) => {
      const texts = language === 'de' ? de : en;
      const isPaid = kind === 'undue';
      return {
        subject: texts[kind].subject(shop),
        heading: texts[kind].heading,
        opening: [],
        paragraphs: [texts[kind].explanation(money(4_900)), isPaid ? texts.isPaid : texts.payAgain],
        ...(!isPaid && { action: { label: texts.pay, url: page('/shop') } }),
        notes: [texts.order(order)],
      };
    },
  };
}
