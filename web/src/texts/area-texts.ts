import { use } from 'react';
import { LanguageOfPage, languageOf } from './language.ts';

/** The texts of some pages, in every language. */
export interface AreaTexts<Texts> {
  readonly english: Texts;
  /** The same promise each time; only readers of German load the file. */
  readonly german: () => Promise<Texts>;
}

/** English comes with the pages of the area, German from `load` when a page asks for it. */
export function areaTexts<Texts>(english: Texts, load: () => Promise<Texts>): AreaTexts<Texts> {
  let german: Promise<Texts> | undefined;
  return {
    english,
    german: () => {
      german ??= load();
      return german;
    },
  };
}

/** The texts of an area in the page's language; suspends while they load. */
export function useAreaTexts<Texts>({ english, german }: AreaTexts<Texts>): Texts {
  const { locale } = use(LanguageOfPage);
  return languageOf(locale) === 'de' ? use(german()) : english;
}
