import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { MailTexts } from './mail-en.ts';

/** The texts of the pages that links in mails open. */
export const mailTexts = areaTexts<MailTexts>({
  en: () => import('./mail-en.ts').then(({ mailEn }) => mailEn),
  de: () => import('./mail-de.ts').then(({ mailDe }) => mailDe),
});

/** The same in the page's language; suspends while they load. */
export function useMailTexts(): MailTexts {
  return useAreaTexts(mailTexts);
}
