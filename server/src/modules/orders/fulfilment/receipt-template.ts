import type { MailTemplate, SamplePlace } from '../../accounts/index.ts';
import type { MailBill } from '../../../platform/mail/layout.ts';
import { languageOf } from '../../documents/index.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** Confirms a purchase, with the receipt or the invoice. */
export const receiptTemplate: MailTemplate<'customer' | 'order' | 'product'> = {
  id: 'receipt',
  group: 'Purchases',
  placeholders: ['customer', 'order', 'product'],
  compose: ({ shop, order, product }, place) => {
    const texts = place.language === 'de' ? de : en;
    return {
      subject: texts.subject.Receipt(shop),
      heading: texts.heading,
      reference: texts.order(order),
      opening: [],
      paragraphs: [texts.inAccount('ada@example.com')],
      beginsWithAction: true,
      action: { label: texts.toProducts, url: place.page('/account') },
      steps: { heading: texts.next, list: texts.downloadSteps(texts.account) },
      bill: sampleBill({ shop, order, product }, place),
      alternative: { ...texts.withdrawal, url: place.page('/withdraw') },
    };
  },
};

/** The bill of one item, for samples of mails about an order. */
export function sampleBill(
  { shop, order, product }: Readonly<Record<'shop' | 'order' | 'product', string>>,
  { locale, day, money }: SamplePlace,
): MailBill {
  const { texts } = languageOf(locale);
  return {
    facts: [
      { label: texts.order, value: order },
      { label: texts.issuedOn, value: day(0) },
      { label: texts.soldBy, value: shop },
    ],
    lines: [{ label: `1 × ${product}`, value: money(4_900) }],
    total: { label: texts.total, value: money(4_900) },
  };
}
