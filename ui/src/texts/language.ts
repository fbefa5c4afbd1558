import { createContext, use } from 'react';
import type { SharedTexts } from './shared-en.ts';

/** A language that pages are written in. */
export type Language = 'en' | 'de';

/** A language that pages are written in, and how it writes numbers and dates. */
export interface LanguageChoice {
  readonly language: Language;
  /** A language tag, with the reader's region where available: `de-AT`. */
  readonly locale: string;
}

/**
 * The language of the first supported preference: the shop's, the browser's, the account's. A preference without a
 * region gets that of the browser, so that amounts and dates look familiar.
 */
export function chooseLanguage(
  wishes: readonly (string | undefined)[],
  browser: readonly string[],
): LanguageChoice {
  for (const wish of wishes) {
    const tag = canonical(wish);
    const language = tag === undefined ? undefined : languageOf(tag);
    if (tag === undefined || (language !== 'en' && language !== 'de')) continue;
    const withRegion = browser.find((each) => languageOf(each) === tag && each !== tag);
    return { language, locale: withRegion ?? tag };
  }
  return { language: 'en', locale: 'en' };
}

/** The language of a tag, without its region. */
export function languageOf(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

/** The tag in its usual spelling; undefined when it is invalid. */
function canonical(tag: string | undefined): string | undefined {
  try {
    return tag === undefined ? undefined : Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

interface PageLanguage extends LanguageChoice {
  readonly texts: SharedTexts;
}

/** The language of the pages below. */
export const LanguageOfPage = createContext<PageLanguage>({
  language: 'en',
  locale: 'en',
  get texts(): SharedTexts {
    throw new Error('A page shows texts outside of a language.');
  },
});

/** The shared texts, in the page's language. */
export function useTexts(): SharedTexts {
  return use(LanguageOfPage).texts;
}
