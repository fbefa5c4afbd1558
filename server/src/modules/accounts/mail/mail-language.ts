import type { AccountContext } from '../context.ts';

/** The languages of mails. */
export type MailLanguage = 'en' | 'de';

/**
 * The language of a mail to the visitor who causes it: the first supported one that their browser requests, else that
 * of the account.
 */
export function mailLanguage({
  account,
  visitorLanguages,
}: Pick<AccountContext, 'account' | 'visitorLanguages'>): MailLanguage {
  for (const tag of [...(visitorLanguages?.() ?? []), account.settings.locale]) {
    const [language] = tag.toLowerCase().split('-', 1);
    if (language === 'de' || language === 'en') return language;
  }
  return 'en';
}
