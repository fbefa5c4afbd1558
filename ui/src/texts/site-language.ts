import { useSyncExternalStore } from 'react';
import { browserLanguages } from './money.ts';
import { type AreaTexts, loadTextsInUse } from './area-texts.ts';
import { chooseLanguage, type Language, type LanguageChoice } from './language.ts';
import { browserStorage } from '../browser-storage.ts';

const STORAGE_KEY = 'latchkey.locale';
const listeners = new Set<() => void>();

/** The preferences for the language of a page. */
export interface LanguageWishes {
  /** The language in the address. */
  readonly address: string | undefined;
  /** The usual language of the vendor's customers; undefined while it is loading. */
  readonly account: string | undefined;
}

/**
 * The language of a page: that of its address, else the choice in this browser, else the browser's, else the account's.
 */
export function siteLanguage({ address, account }: LanguageWishes): LanguageChoice {
  const browser = browserLanguages();
  return chooseLanguage([address, storedLanguage(), ...browser, account], browser);
}

/** The same, kept up to date with the choice. */
export function useSiteLanguage(wishes: LanguageWishes): LanguageChoice {
  useSyncExternalStore(subscribe, storedLanguage);
  return siteLanguage(wishes);
}

/** The language in which the server sent the page: that of the account. */
export const ACCOUNT_LANGUAGE = document.documentElement.lang;

/** The preference in an address, from its search. */
export function localeIn(search: string): string | undefined {
  return new URLSearchParams(search).get('locale') ?? undefined;
}

/** Starts loading texts in the language of the next page. `address` is the preference in its address. */
export function prepareTexts(address: string | undefined, areas: readonly AreaTexts<unknown>[]): void {
  const { language } = siteLanguage({ address, account: ACCOUNT_LANGUAGE });
  // The page reads the outcome, a failure too.
  for (const { load } of areas) load(language).catch(() => undefined);
}

/** The reader's last choice, which may still be loading. */
let lastChoice: Language | undefined;

/**
 * Stores the reader's choice in this browser once the page has its texts. Of several choices in a row the last one
 * counts, whichever loads first: false if another one has come after this. Fails if the texts cannot be loaded.
 */
export async function chooseSiteLanguage(language: Language): Promise<boolean> {
  lastChoice = language;
  try {
    await loadTextsInUse(language);
  } catch (failure) {
    if (lastChoice !== language) return false;
    throw failure;
  }
  if (lastChoice !== language) return false;
  browserStorage.write(STORAGE_KEY, language);
  for (const listener of listeners) listener();
  return true;
}

function storedLanguage(): string | undefined {
  return browserStorage.read(STORAGE_KEY);
}

/** Another tab may change it, too. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
