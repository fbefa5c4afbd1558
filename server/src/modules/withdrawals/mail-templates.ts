import type { MailTemplate, SamplePlace } from '../accounts/index.ts';
import type { MailBill } from '../../platform/mail/layout.ts';
import { de } from './texts/de.ts';
import { en, type WithdrawalTexts } from './texts/en.ts';

/** Confirms a withdrawal. What the law prescribes stays below what the vendor writes. */
export const withdrawalTemplate: MailTemplate<'order'> = {
  id: 'withdrawal',
  group: 'Purchases',
  placeholders: ['order'],
  compose: ({ order }, place) => {
    const texts = place.language === 'de' ? de : en;
    return {
      subject: texts.subject(order),
      heading: texts.heading,
      opening: [],
      paragraphs: [texts.received, texts.refund],
      bill: billOf(texts, order, place),
    };
  },
};

/** Tells a buyer that a withdrawal is declined. */
export const refusalTemplate: MailTemplate<'order'> = {
  id: 'withdrawal-declined',
  group: 'Purchases',
  placeholders: ['order'],
  compose: ({ order }, place) => {
    const texts = place.language === 'de' ? de : en;
    return {
      subject: texts.declinedSubject(order),
      heading: texts.declinedHeading,
      opening: [],
      paragraphs: [texts.entitlements.Waived],
      bill: billOf(texts, order, place),
    };
  },
};

function billOf(texts: WithdrawalTexts, order: string, { day, money }: SamplePlace): MailBill {
  return {
    facts: [
      { label: texts.order, value: order },
      { label: texts.at, value: day(0) },
    ],
    lines: [{ label: 'Demo App', value: money(4_900) }],
    total: { label: texts.total, value: money(4_900) },
  };
}
