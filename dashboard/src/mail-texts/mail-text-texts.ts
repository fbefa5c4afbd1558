import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { MailTextTexts } from './mail-text-en.ts';

const mailTextTexts = areaTexts<MailTextTexts>({
  en: () => import('./mail-text-en.ts').then(({ mailTextEn }) => mailTextEn),
  de: () => import('./mail-text-de.ts').then(({ mailTextDe }) => mailTextDe),
});

/** The texts of the pages about texts of mails; suspends while they load. */
export function useMailTextTexts(): MailTextTexts {
  return useAreaTexts(mailTextTexts);
}
