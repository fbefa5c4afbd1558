import type { MailTemplate } from '../accounts/index.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** Asks for the confirmation of a subscription to the newsletter. */
export const newsletterConfirmTemplate: MailTemplate<never> = {
  id: 'newsletter-confirm',
  group: 'Newsletter',
  placeholders: [],
  compose: ({ shop }, { language, page }) => {
    const { confirm } = language === 'de' ? de : en;
    return {
      subject: confirm.subject(shop),
      heading: confirm.heading,
      opening: [confirm.text(shop)],
      paragraphs: [],
      action: { label: confirm.label, url: page('/newsletter/confirm') },
      notes: confirm.notes,
    };
  },
};

/** Welcomes whoever has confirmed. */
export const newsletterWelcomeTemplate: MailTemplate<never> = {
  id: 'newsletter-welcome',
  group: 'Newsletter',
  placeholders: [],
  compose: ({ shop }, { language, page }) => {
    const { welcome } = language === 'de' ? de : en;
    return {
      subject: welcome.subject(shop),
      heading: welcome.heading,
      opening: [welcome.newsletter(shop)],
      paragraphs: [],
      action: { label: welcome.label, url: page('/newsletter/preferences') },
      unsubscribeUrl: page('/newsletter/unsubscribe'),
    };
  },
};
