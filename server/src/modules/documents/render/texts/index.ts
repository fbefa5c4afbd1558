import { isLocale } from '../../../../kernel/locale.ts';
import { de } from './de.ts';
import { type DocumentTexts, en } from './en.ts';

export type { DocumentTexts } from './en.ts';

/** A language with its texts, and the locale of amounts and dates. */
export interface DocumentLanguage {
  /** For `lang` attributes: `en`, `de`. */
  readonly language: string;
  /** BCP 47 */
  readonly locale: string;
  readonly texts: DocumentTexts;
}

const TEXTS: Readonly<Record<string, DocumentTexts>> = { en, de };
const FALLBACK: DocumentLanguage = { language: 'en', locale: 'en', texts: en };

/** The language of a locale such as `de-AT`; English for a language without texts, and for an invalid locale. */
export function languageOf(locale: string): DocumentLanguage {
  const language = locale.split('-')[0]?.toLowerCase() ?? '';
  const texts = TEXTS[language];
  return texts !== undefined && isLocale(locale) ? { language, locale, texts } : FALLBACK;
}
