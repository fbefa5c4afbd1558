import { areaTexts, useAreaTexts } from './area-texts.ts';
import { mailEn, type MailTexts } from './mail-en.ts';

const mailTexts = areaTexts<MailTexts>(mailEn, () => import('./mail-de.ts').then(({ mailDe }) => mailDe));

/** The texts of the pages that links in mails open, in the page's language; suspends while they load. */
export function useMailTexts(): MailTexts {
  return useAreaTexts(mailTexts);
}
