import type { MailTemplate } from '../../accounts/index.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** Tells a customer that a new major version is theirs for free. */
export const graceTemplate: MailTemplate<'product' | 'version'> = {
  id: 'new-version',
  group: 'Purchases',
  placeholders: ['product', 'version'],
  compose: ({ product, version }, { language, page }) => {
    const texts = language === 'de' ? de : en;
    return {
      subject: texts.subject(product, version),
      heading: texts.heading(product, version),
      opening: [texts.text(product, version)],
      paragraphs: [],
      action: { label: texts.action, url: page('/account') },
    };
  },
};
