import { use } from 'react';
import { type Language, LanguageOfPage } from './language.ts';

/** The texts of some pages, which load in the one language that somebody reads. */
export interface AreaTexts<Texts> {
  /** The same promise for a language each time, until it fails. */
  readonly load: (language: Language) => Promise<Texts>;
}

/** Loads some texts that the page shows, in another language. */
const areasInUse = new Set<AreaTexts<unknown>['load']>();

/** Texts with a file for each language. */
export function areaTexts<Texts>(files: Readonly<Record<Language, () => Promise<Texts>>>): AreaTexts<Texts> {
  const loads = new Map<Language, Promise<Texts>>();
  const start = (language: Language): Promise<Texts> => {
    const promise = files[language]();
    promise.then(
      // As React marks what it has read: it reads texts that are there without a gap.
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      // The next request tries again.
      () => loads.delete(language),
    );
    return promise;
  };
  const load = (language: Language): Promise<Texts> => {
    areasInUse.add(load);
    const promise = loads.get(language) ?? start(language);
    loads.set(language, promise);
    return promise;
  };
  return { load };
}

/** Loads all texts that the page has shown so far in another language, so that it can change without a gap. */
export async function loadTextsInUse(language: Language): Promise<void> {
  await Promise.all([...areasInUse].map((load) => load(language)));
}

/** The texts of an area in the page's language; suspends while they load. */
export function useAreaTexts<Texts>(area: AreaTexts<Texts>): Texts {
  return useTextsIn(area, use(LanguageOfPage).language);
}

/** The same in one language. */
export function useTextsIn<Texts>({ load }: AreaTexts<Texts>, language: Language): Texts {
  return use(load(language));
}
